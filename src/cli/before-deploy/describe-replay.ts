import { hanging, usualColumns } from '../look/table.ts'
import { showable } from '../terminal.ts'
import type { DayReplay, ReplayChange } from './day-replay.ts'
import { counted, countOf, inParts, namedSessions } from './described.ts'

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
        hanging('', `${count}${of} where ${reasons.get(why) ?? recorded(why)}.`, columns),
        namedSessions(sessions, columns),
      ]
    }),
  ]
  return inParts(parts)
}

/** The changes of one turn and question. */
type ChangedPlace = readonly [ReplayChange, ...ReplayChange[]]

function placesOf(changes: readonly ReplayChange[]): readonly ChangedPlace[] {
  const places = new Map<string, [ReplayChange, ...ReplayChange[]]>()
  for (const change of changes) {
    const name = JSON.stringify([change.kind, change.turn, change.at])
    const place = places.get(name)
    if (place === undefined) places.set(name, [change])
    else place.push(change)
  }
  return [...places.values()]
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

const reasons: ReadonlyMap<string, string> = new Map([
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
