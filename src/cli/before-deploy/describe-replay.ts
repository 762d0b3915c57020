import { hanging } from '../look/table.ts'
import { showable } from '../terminal.ts'
import type { DayReplay } from './day-replay.ts'
import { countOf, idsOf } from './describe-check.ts'

/** What a replay found, for a person: counts first, then what changed, then what could not be played to its end. */
export function describeReplay(
  { played, same, changed, stopped, changes, stops }: DayReplay,
  columns = usualColumns,
): string {
  const width = String(played).length
  const line = (count: number, name: string) => `  ${String(count).padStart(width)} ${name}`
  const numbers = [line(same, 'the same'), line(changed, 'changed'), line(stopped, 'not played to the end')]
  const parts = [
    [`${countOf(played, 'session', 'sessions')} played again:`, ...numbers],
    ...changes.map(({ turn, at, was, now, sessions }) => [
      hanging('', `${countOf(sessions.length, 'changes', 'change')} at turn ${turn}, ${showable(at)}:`, columns),
      hanging('  was  ', inOneLine(was), columns),
      hanging('  now  ', inOneLine(now), columns),
      idsOf(sessions, columns),
    ]),
    ...stops.map(({ why, sessions }) => [
      hanging('', `${countOf(sessions.length, 'stops', 'stop')} where ${reasons.get(why) ?? recorded(why)}.`, columns),
      idsOf(sessions, columns),
    ]),
  ]
  return parts.map((lines) => lines.join('\n')).join('\n\n')
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

const usualColumns = 80
