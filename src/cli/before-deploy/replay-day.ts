import type { Command } from 'commander'
import { Sessions } from '../../admin/sessions-look.ts'
import { printable } from '../../text/clean-text.ts'
import { withExamples } from '../command.ts'
import { readWhole, withStoreOptions } from '../look/look-args.ts'
import { type RegistrationPlace, withStore } from '../look/look-at-store.ts'
import { readTime } from '../look/read-time.ts'
import { countOf, hanging, usualColumns } from '../look/table.ts'
import { Progress } from '../progress.ts'
import { moduleHelp } from '../service/options.ts'
import { showable, showJson, type Terminal, UsageError } from '../terminal.ts'
import { lookAtRunning, withTurnKinds } from './build-to-judge.ts'
import { type DayEntries, rereadDay } from './day-entries.ts'
import { type DayReplay, type ReplayChange, replayDay } from './day-replay.ts'
import { counted, inParts, named, namedSessions } from './groups.ts'
import { PastEffects } from './past-effects.ts'

/** `fastify-merchant-webhooks replay-day`: the sessions of a day, played again with a build that isn't deployed yet, and its entries read again. */
export function define(command: Command, terminal: Terminal): void {
  withExamples(
    withStoreOptions(command)
      .requiredOption('--against <module>', `the build: ${moduleHelp}`)
      .option('--from <time>', 'what began or came from then on: 24h ago, or 2026-11-23 (GMT without a zone)', '24h')
      .option('--to <time>', 'and before then')
      .option('--run-loads', "runs the build's loads and checks: they read from where your .env says")
      .option('--limit <number>', 'the most sessions, and entries, the newest first', '10000'),
    'replay-day --against dist/app.js --run-loads',
    'replay-day --from 48h --against app.js',
  )
    .addHelpText(
      'after',
      '\nNothing is written, and no effect, load or call is made: a session is played\nup to its first load or check, with --run-loads behind them. A once gives what\nthe store has of it. An entry is read again, and no handler is called.\nExit codes: 0 none changed, 1 failed or some changed, 2 not understood\nor a store of another version.',
    )
    .action((values: ReplayValues) => replay(values, terminal))
}

interface ReplayValues extends RegistrationPlace {
  readonly against: string
  readonly from: string
  readonly to?: string
  readonly runLoads?: boolean
  readonly limit: string
}

async function replay(values: ReplayValues, terminal: Terminal): Promise<void> {
  const { against, json, runLoads = false } = values
  const limit = readWhole('--limit', values.limit, 1_000_000, 1)
  const now = Date.now()
  const since = readTime('--from', values.from, now)
  const until = readTime('--to', values.to, now) ?? new Date(now)
  if (since === undefined || since >= until) throw new UsageError('--from must be before --to, and before now.')
  const [ofSessions, ofEntries] =
    json === true ? [] : ['sessions', 'entries'].map((what) => new Progress(terminal, what))
  await withStore(
    values,
    async ({ look, registration, trail }) => {
      const sessions = new Sessions({ look: look.sessions, trail, registration })
      const { found, entries } = await withTurnKinds(against, registration, async (kinds, notices) => {
        const time = { since, until, limit }
        const effects = new PastEffects(look, registration)
        const play = {
          ...time,
          reads: runLoads,
          onProgress: (done: number, total: number) => ofSessions?.draw(done, total),
        }
        const found = await replayDay({ sessions, effects, kinds, ...play })
        const parts = { look: look.inbox, registration, kinds: notices, ...time }
        return {
          found,
          entries: await rereadDay({ ...parts, onProgress: (done, total) => ofEntries?.draw(done, total) }),
        }
      }).finally(() => ofEntries?.end())
      const span = { from: since.toISOString(), to: until.toISOString() }
      if (json === true) terminal.out(showJson({ registration, ...span, ...found, entries }, 2))
      else terminal.out(describe(found, entries, registration, terminal.columns))
      const changed = [
        changedOf(found.changed, found.played, 'session'),
        changedOf(entries.changed, entries.read, 'entry'),
      ]
      const said = changed.filter((text) => text !== '').join(' and ')
      if (said !== '') throw new Error(`${said} changed with ${printable(against)}.`)
    },
    lookAtRunning,
  )
}

function describe(found: DayReplay, entries: DayEntries, registration: string, columns: number | undefined): string {
  const parts = [
    ...(found.played > 0 ? [describeReplay(found, columns)] : []),
    ...(entries.read > 0 ? [describeEntries(entries, columns)] : []),
  ]
  if (parts.length > 0) return parts.join('\n\n')
  return `No session of '${printable(registration)}' began then, and no notification came.`
}

function changedOf(changed: number, of: number, one: 'session' | 'entry'): string {
  return changed === 0 ? '' : `${countOf(changed, one, one === 'entry' ? 'entries' : 'sessions')} of ${of}`
}

/** What reading entries again has found, for a person: counts, what changed, what can't be compared. */
function describeEntries({ read, same, changed, skipped, changes, skips }: DayEntries, columns = usualColumns): string {
  const numbers = [
    ['the same', same],
    ['changed', changed],
    ['not compared', skipped],
  ] as const
  const parts = [
    counted(`${countOf(read, 'entry', 'entries')} read again:`, read, numbers),
    ...changes.map(({ kind, what, differences, count, ids }) => [
      hanging('', `${countOf(count, kind, kind)} with another ${what.join(', ')}:`, columns),
      ...differences.flatMap(({ was, now }) => [
        hanging('  was  ', showable(was), columns),
        hanging('  now  ', showable(now), columns),
      ]),
      named(ids, count, columns),
      ...(what.includes('client') ? [hanging('', `${otherClient}.`, columns)] : []),
    ]),
    ...skips.map(({ kind, why, count, ids }) => [
      hanging('', `${countOf(count, kind, kind)} not compared: ${reasons[why]}.`, columns),
      named(ids, count, columns),
    ]),
  ]
  return inParts(parts)
}

const otherClient =
  'A client decides how a payment is known. Give this build what your application has, such as API_URL. If you mean the change: an old push that comes again counts as new'

const reasons: Readonly<Record<DayEntries['skips'][number]['why'], string>> = {
  unreadable: 'it could not be read when it came',
  second: 'the plugin made it itself, beside another',
  silence: 'the build has no handler for the kind',
}

/** What a replay found, for a person: counts first, then what changed, then what could not be played to its end. */
export function describeReplay(
  { played, same, changed, stopped, changes, stops }: DayReplay,
  columns = usualColumns,
): string {
  const numbers = [
    ['the same', same],
    ['changed', changed],
    ['not played to the end', stopped],
  ] as const
  const parts = [
    counted(`${countOf(played, 'session', 'sessions')} played again:`, played, numbers),
    ...placesOf(changes).flatMap((place) => describePlace(place, kindBeside(place[0], changes, isSameTurn), columns)),
    ...stops.map((stop) => {
      const { why, sessions } = stop
      const count = countOf(sessions.length, 'stops', 'stop')
      const of = kindBeside(stop, stops, (other) => other.why === why)
      return [
        hanging('', `${count}${of} where ${stopReasons.get(why) ?? recorded(why)}.`, columns),
        namedSessions(sessions, columns),
      ]
    }),
  ]
  return inParts(parts)
}

/** The changes of one turn and question. */
type ChangedPlace = readonly [ReplayChange, ...ReplayChange[]]

function placesOf(changes: readonly ReplayChange[]): readonly ChangedPlace[] {
  const places = Map.groupBy(changes, ({ kind, turn, at }) => JSON.stringify([kind, turn, at]))
  return [...places.values()].flatMap(([first, ...more]) => (first === undefined ? [] : [[first, ...more] as const]))
}

/** Each place is told of, however many screens changed at another. */
function describePlace(place: ChangedPlace, of: string, columns: number): readonly (readonly string[])[] {
  const { turn, at } = place[0]
  const where = `at turn ${turn}${of}, ${showable(at)}`
  const rest = place.slice(mostScreens)
  const sessions = rest.reduce((sum, change) => sum + change.sessions.length, 0)
  const others = `and ${countOf(rest.length, 'other', 'others')} ${where}, of ${countOf(sessions, 'session', 'sessions')}: --json has all`
  return [
    ...place
      .slice(0, mostScreens)
      .map(({ was, now, sessions }) => [
        hanging('', `${countOf(sessions.length, 'changes', 'change')} ${where}:`, columns),
        hanging('  was  ', inOneLine(was), columns),
        hanging('  now  ', inOneLine(now), columns),
        namedSessions(sessions, columns),
      ]),
    ...(rest.length === 0 ? [] : [[hanging('', others, columns)]]),
  ]
}

function isSameTurn(one: ReplayChange, other: ReplayChange): boolean {
  return one.turn === other.turn && one.at === other.at
}

/** The kind of one, where another of another kind would be told in the same words. */
function kindBeside<One extends { readonly kind: string }>(
  one: One,
  all: readonly One[],
  isSame: (other: One, one: One) => boolean,
): string {
  return all.some((other) => other.kind !== one.kind && isSame(other, one)) ? ` of ${one.kind}` : ''
}

function inOneLine(screen: string): string {
  return showable(screen.replaceAll('\n', ' / '))
}

/** A step that only a record could answer. */
function recorded(step: string): string {
  if (step.startsWith('once ')) return `the build comes to ${showable(step)}: the store has no result of it for them`
  return `the build comes to ${showable(step)}: what it gave then is not kept${mended(step)}`
}

/** What helps there. */
function mended(step: string): string {
  return step === 'check' || step.startsWith('load ') ? '; --run-loads runs it' : ''
}

const stopReasons: ReadonlyMap<string, string> = new Map([
  ['masked', 'what was entered is masked'],
  ['resumed', 'an earlier session was continued'],
  ['redialled', 'the subscriber dialled again inside of it'],
  ['fallback', 'something else than the handler in time answered'],
  ['waits', 'the script waits for something that is no step of talk'],
  ['caller', 'the screen depends on talk.caller, and the store keeps neither the whole number nor the network'],
  ['calls', 'the script calls the service: that is refused here'],
  ['handler', 'their handler is no conversation'],
  ['silence', 'the build has no handler for their kind'],
])

/** Of one turn and question. */
const mostScreens = 5
