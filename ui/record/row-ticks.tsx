import { reachable } from '../shared/focus/reachable.ts'
import { timeOfDay, visible } from '../shared/format.ts'
import { sufferedBy } from '../state/fault-names.ts'
import { rowOf } from '../state/log/rows.ts'
import { texts } from '../texts/later.ts'

/** A row that can't be a part of what is recorded. */
export interface Unplayed {
  readonly row: number
  readonly why: string
}

interface RowTicksProps {
  readonly rows: readonly number[]
  /** Those that aren't recorded. */
  readonly left: ReadonlySet<number>
  /** Those of the others that no step plays, and why. */
  readonly unplayed: readonly Unplayed[]
  readonly onToggle: (row: number) => void
}

/** Which of the rows are recorded: a tick for each, but for those that can't be. */
export function RowTicks({ rows, left, unplayed, onToggle }: RowTicksProps) {
  const whys = new Map(unplayed.map(({ row, why }) => [row, why]))
  const taken = rows.filter((id) => !left.has(id) && !whys.has(id)).length
  return (
    <details>
      <summary class="btn btn-sm font-normal">{texts.record.ticks(taken, rows.length)}</summary>
      <ul {...reachable} aria-label={texts.record.rows} class="mt-2 max-h-40 overflow-y-auto focus-seen">
        {rows.slice(0, most).map((id) => (
          <li key={id}>
            <label class="flex gap-2 items-center py-1 min-w-0">
              <input
                type="checkbox"
                class="checkbox checkbox-sm"
                checked={!left.has(id) && !whys.has(id)}
                disabled={whys.has(id)}
                onChange={() => onToggle(id)}
              />
              <span class="min-w-0">
                <span class="block truncate">{nameOf(id)}</span>
                {whys.has(id) && <span class="block text-quiet">{texts.record.notPlayed(whys.get(id) ?? '')}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {rows.length > most && <p class="text-quiet">{texts.record.moreRows(rows.length - most)}</p>}
    </details>
  )
}

/** Leaves a row out, or takes it in again. */
export function toggled(left: ReadonlySet<number>, row: number): ReadonlySet<number> {
  const next = new Set(left)
  if (!next.delete(row)) next.add(row)
  return next
}

/** A list of more is no list that somebody ticks. */
const most = 200

function nameOf(id: number): string {
  const row = rowOf(id)
  if (row === undefined) return texts.rowNumber(id)
  const { at, kind, words } = row
  const parts = [
    texts.rowNumber(id),
    timeOfDay(at),
    `${texts.kinds[kind] ?? kind} ${visible(words.slice(0, 60))}`,
    sufferedBy(row),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}
