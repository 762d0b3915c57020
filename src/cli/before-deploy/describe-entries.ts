import { hanging, usualColumns } from '../look/table.ts'
import { showable } from '../terminal.ts'
import type { DayEntries } from './day-entries.ts'
import { counted, countOf, inParts, named } from './described.ts'

/** What reading entries again has found, for a person: counts, what changed, what can't be compared. */
export function describeEntries(
  { read, same, changed, skipped, changes, skips }: DayEntries,
  columns = usualColumns,
): string {
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
