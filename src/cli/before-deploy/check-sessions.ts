import type { Command } from 'commander'
import { printable } from '../../text/clean-text.ts'
import { withExamples } from '../command.ts'
import { readWhole, withStoreOptions } from '../look/look-args.ts'
import { type RegistrationPlace, withStore } from '../look/look-at-store.ts'
import { countOf, hanging, usualColumns } from '../look/table.ts'
import { Progress } from '../progress.ts'
import { moduleHelp } from '../service/options.ts'
import { showable, showJson, type Terminal } from '../terminal.ts'
import { lookAtRunning, withTurnKinds } from './build-to-judge.ts'
import { counted, inParts, namedSessions } from './groups.ts'
import { type CheckFinding, checkSessions, type SessionCheck } from './session-check.ts'

/** `fastify-merchant-webhooks check-sessions`: the sessions that are open, held against a build that isn't deployed yet. */
export function define(command: Command, terminal: Terminal): void {
  withExamples(
    withStoreOptions(command)
      .requiredOption('--against <module>', `the build: ${moduleHelp}`)
      .option('--limit <number>', 'the most sessions', '10000'),
    'check-sessions --against dist/app.js',
    'check-sessions --against dist/app.js --json',
  )
    .addHelpText(
      'after',
      '\nNothing is written, and no effect, load or call is made.\nExit codes: 0 none breaks, 1 failed or some break, 2 not understood\nor a store of another version.',
    )
    .action((values: CheckValues) => check(values, terminal))
}

interface CheckValues extends RegistrationPlace {
  readonly against: string
  readonly limit: string
}

async function check(values: CheckValues, terminal: Terminal): Promise<void> {
  const { against } = values
  const most = readWhole('--limit', values.limit, 1_000_000, 1)
  const progress = values.json === true ? undefined : new Progress(terminal, 'sessions')
  await withStore(
    values,
    async ({ look, registration }) => {
      const found = await withTurnKinds(against, registration, (kinds) =>
        checkSessions({
          sessions: look.openSessions,
          registration,
          kinds,
          limit: most,
          onProgress: (done, total) => progress?.draw(done, total),
        }),
      ).finally(() => progress?.end())
      tell(found, registration, values.json, terminal)
      if (found.breaks > 0) {
        const problem = `${countOf(found.breaks, 'open session', 'open sessions')} of ${found.open} would break with ${printable(against)}.`
        throw new Error(problem)
      }
    },
    lookAtRunning,
  )
}

function tell(found: SessionCheck, registration: string, json: boolean | undefined, terminal: Terminal): void {
  if (json === true) terminal.out(showJson({ registration, ...found }, 2))
  else if (found.open === 0) terminal.out(`No session of '${printable(registration)}' is open.`)
  else terminal.out(describeCheck(found, terminal.columns))
}

/** What a check found, for a person: counts first, then what breaks, what can't be judged, and what reads otherwise. */
function describeCheck({ open, findings, readOtherwise, ...counts }: SessionCheck, columns = usualColumns): string {
  const numbers = [
    ['hold', counts.holds],
    ['break', counts.breaks],
    ["can't be judged", counts.unjudged],
    ['not looked at', counts.left],
  ] as const
  const shown = numbers.filter(([, number], at) => at < 2 || number > 0)
  const parts = [
    counted(`${countOf(open, 'session is', 'sessions are')} open:`, open, shown),
    ...findings.map((finding) => describeFinding(finding, columns)),
    ...readOtherwise.map(({ at, sessions }) => [
      hanging(
        '',
        `Note: ${showable(at)} reads otherwise than ${countOf(sessions.length, 'subscriber has', 'subscribers have')} it.`,
        columns,
      ),
      namedSessions(sessions, columns),
    ]),
  ]
  return inParts(parts)
}

function describeFinding(finding: CheckFinding, columns: number): readonly string[] {
  const { sessions, step, recorded = '', found = '', place } = finding
  const count = sessions.length
  if (finding.verdict === 'unjudged') {
    const why = reasons[finding.why ?? 'handler']
    return [
      hanging('', `${count} can't be judged from step ${step} on: ${why}.`, columns),
      namedSessions(sessions, columns),
    ]
  }
  const [one, many] = becoming[finding.becomes ?? 'restart']
  return [
    `${countOf(count, one, many)} at step ${step}:`,
    hanging('  record  ', showable(recorded), columns),
    hanging('  build   ', showable(found), columns),
    ...(place ? [hanging('  where   ', place, columns)] : []),
    // Nothing of the build starts, so a list that such a hook reads is missing here alone.
    ...(finding.becomes === 'failure' ? [hanging('  hint    ', hooks, columns)] : []),
    namedSessions(sessions, columns),
  ]
}

const becoming = {
  restart: ['begins again', 'begin again'],
  failure: ['fails', 'fail'],
  silence: ['is not answered', 'are not answered'],
} as const

const reasons = {
  sealed:
    'a sensitive answer there was sealed with a secret that this build does not have. Give it the secret of production',
  caller:
    'the script takes its path there by talk.caller, and the store keeps no whole number and no network. Read what depends on it in talk.load',
  waits: 'the script waits there for something that is no step of talk. Read it in talk.load',
  calls: 'the script calls the service there outside of a step. Call it in talk.load or talk.once',
  handler: 'their handler is no conversation, so it leaves no record to go by',
} as const

const hooks =
  'onReady hooks of the build did not run. If the script needs what one reads, export the application after await app.ready()'
