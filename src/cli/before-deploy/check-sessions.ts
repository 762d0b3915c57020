import type { Command } from 'commander'
import type { Breaking, Judgement, Unjudged, UnjudgedReason } from '../../conversation/judging/judgement.ts'
import { readRecord } from '../../conversation/record/record.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { InspectedTurnKind } from '../../registration/inspection.ts'
import type { OpenSession, OpenSessions } from '../../store/open-sessions.ts'
import { printable } from '../../text/clean-text.ts'
import { withExamples } from '../command.ts'
import { lineIn } from '../load-app.ts'
import { readWhole, withStoreOptions } from '../look/look-args.ts'
import { type RegistrationPlace, withStore } from '../look/look-at-store.ts'
import { countOf, hanging, usualColumns } from '../look/table.ts'
import { Progress } from '../progress.ts'
import { moduleHelp } from '../service/options.ts'
import { showable, showJson, type Terminal } from '../terminal.ts'
import { lookAtRunning, withTurnKinds } from './build-to-judge.ts'
import { counted, type FoundSession, Groups, inParts, namedSessions } from './groups.ts'

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

/** What would become of the sessions that are open. */
interface SessionCheck {
  readonly open: number
  readonly holds: number
  readonly breaks: number
  readonly unjudged: number
  /** More than were to be looked at. */
  readonly left: number
  /** What breaks or can't be judged: the same thing of several sessions once, that of most sessions first. */
  readonly findings: readonly CheckFinding[]
  /** Screens that hold and read otherwise than the subscriber has them. */
  readonly readOtherwise: readonly ReadOtherwise[]
}

/** One thing that breaks sessions, or keeps them from being judged. */
export interface CheckFinding {
  readonly verdict: 'breaks' | 'unjudged'
  readonly kind: TurnKind
  readonly step: number
  /** What breaks: the conversation begins again, the turn fails, or nothing answers. */
  readonly becomes?: Breaking['becomes'] | 'silence'
  readonly recorded?: string
  readonly found?: string
  readonly place?: string | null
  /** Why it can't be judged. */
  readonly why?: UnjudgedReason | 'handler'
  readonly sessions: readonly FoundSession[]
}

/** A screen that reads otherwise. */
interface ReadOtherwise {
  readonly kind: TurnKind
  readonly at: string
  readonly sessions: readonly FoundSession[]
}

/** What a check is made of. */
interface CheckParts {
  readonly sessions: OpenSessions
  readonly registration: string
  readonly kinds: readonly InspectedTurnKind[]
  /** The most sessions. */
  readonly limit: number
  readonly onProgress: (done: number, total: number) => void
}

/** Holds the conversations of a build against the sessions that are open. */
async function checkSessions(parts: CheckParts): Promise<SessionCheck> {
  const { sessions, registration, kinds, limit, onProgress } = parts
  const total = Math.min(limit, await sessions.count(registration))
  const counts = { holds: 0, breaks: 0, unjudged: 0 }
  const findings = new Groups<Found>()
  const readOtherwise = new Groups<Omit<ReadOtherwise, 'sessions'>>()
  let done = 0
  const look = async (session: OpenSession): Promise<void> => {
    const judged = await judge(session, kinds)
    counts[judged.verdict] += 1
    done += 1
    onProgress(done, Math.max(total, done))
    const { kind } = session
    if (judged.verdict !== 'holds') findings.add({ kind, ...judged }, session)
    else if (judged.readsTheSame === false) readOtherwise.add({ kind, at: `${judged.at}` }, session)
  }
  let cursor: string | undefined
  do {
    const page = await sessions.list({ registration, limit: Math.min(pageSize, limit - done), cursor })
    // At once: those that wait for something then wait together.
    await Promise.all(page.sessions.map(look))
    cursor = done < limit ? page.next : undefined
  } while (cursor !== undefined)
  const open = Math.max(done, await sessions.count(registration))
  return { open, ...counts, left: open - done, findings: findings.all, readOtherwise: readOtherwise.all }
}

/** What of a session is told, in the same words for all of which it is true. */
type Found = Omit<CheckFinding, 'sessions'>

type Judged = Exclude<Judgement, Breaking | Unjudged> | Omit<Found, 'kind'>

async function judge(session: OpenSession, kinds: readonly InspectedTurnKind[]): Promise<Judged> {
  const { sessionId, phone, screen, kind } = session
  const state = goneOnFrom(session)
  const known = kinds.find((one) => one.kind === kind)
  const breaking = { verdict: 'breaks', step: 1, place: null } as const
  if (known === undefined)
    return { ...breaking, becomes: 'silence', recorded: `a session of ${kind}`, found: `no handler of ${kind}` }
  if (known.judge === undefined) {
    const isTalk = state !== null && readRecord(JSON.parse(state)) !== undefined
    return isTalk
      ? { ...breaking, becomes: 'restart', recorded: 'a conversation', found: 'a handler of its own' }
      : { verdict: 'unjudged', why: 'handler', step: 1 }
  }
  const judged = await known.judge({ sessionId, phone, state, screen })
  return judged.verdict === 'breaks'
    ? { ...judged, place: judged.place === undefined ? null : lineIn(judged.place) }
    : judged
}

/**
 * The state that a push goes on from. Whoever dials again after a session is asked by the new script what they had not
 * answered, so the question that stood on their screen is nothing that could break. Here and not in the judge, since that
 * may be of an older version of the package.
 */
function goneOnFrom({ state, isLeft }: OpenSession): string | null {
  const record = isLeft && state !== null ? readRecord(JSON.parse(state)) : undefined
  return record === undefined ? state : JSON.stringify({ ...record, asked: undefined })
}

const pageSize = 200
