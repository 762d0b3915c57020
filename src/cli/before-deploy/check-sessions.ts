import type { Command } from 'commander'
import { printable } from '../../text/clean-text.ts'
import { withExamples } from '../command.ts'
import { readWhole, withStoreOptions } from '../look/look-args.ts'
import { type RegistrationPlace, withStore } from '../look/look-at-store.ts'
import { Progress } from '../progress.ts'
import { moduleHelp } from '../service/options.ts'
import { showJson, type Terminal } from '../terminal.ts'
import { withTurnKinds } from './build-to-judge.ts'
import { describeCheck } from './describe-check.ts'
import { countOf } from './described.ts'
import { lookAtRunning } from './look-at-running.ts'
import { checkSessions, type SessionCheck } from './session-check.ts'

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
