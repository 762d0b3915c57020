import { hanging } from '../look/table.ts'
import { showable } from '../terminal.ts'
import type { DayEntries } from './day-entries.ts'
import { countOf } from './describe-check.ts'

/** What reading entries again has found, for a person: counts, what changed, what can't be compared. */
export function describeEntries(
  { read, same, changed, skipped, changes, skips }: DayEntries,
  columns = usualColumns,
): string {
  const width = String(read).length
  const line = (count: number, name: string) => `  ${String(count).padStart(width)} ${name}`
  const numbers = [line(same, 'the same'), line(changed, 'changed'), line(skipped, 'not compared')]
  const parts = [
    [`${countOf(read, 'entry', 'entries')} read again:`, ...numbers],
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
  return parts.map((lines) => lines.join('\n')).join('\n\n')
}

function named(ids: readonly string[], count: number, columns: number): string {
  const shown = ids.slice(0, mostShown)
  const more = count > shown.length ? ` and ${count - shown.length} more` : ''
  return hanging('  ', shown.map(showable).join(', ') + more, columns)
}

const otherClient =
  'A client decides how a payment is known. Give this build what your application has, such as API_URL. If you mean the change: an old push that comes again counts as new'

const reasons: Readonly<Record<DayEntries['skips'][number]['why'], string>> = {
  unreadable: 'it could not be read when it came',
  second: 'the plugin made it itself, beside another',
  silence: 'the build has no handler for the kind',
}

const mostShown = 3
const usualColumns = 80
