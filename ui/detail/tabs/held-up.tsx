import { span } from '../../shared/format.ts'
import { go } from '../../state/address.ts'
import { rows } from '../../state/log/rows.ts'
import { jumpTo, now, timeUntil } from '../../state/simulator.ts'
import type { WholeRow } from '../../state/types.ts'
import { texts } from '../../texts/later.ts'

/** When a push that is held up goes out, with a button that moves the time so far; then the row that came. */
export function HeldUp({ row: { id, heldUntil } }: { row: WholeRow }) {
  if (heldUntil === undefined) return null
  const came = rows.value.find(({ heldAs }) => heldAs === id)
  const left = heldUntil > now.value ? timeUntil(heldUntil) : 0
  const long = span(Math.max(1, Math.round(left / 1_000)) * 1_000)
  return (
    <div class="rounded-box border border-base-300 bg-base-200 p-3 flex flex-wrap items-center gap-2">
      <p class="flex-1 min-w-40">
        {came !== undefined ? texts.held.came : left > 0 ? texts.held.goesOut(long) : texts.held.goesOutNow}
      </p>
      {came !== undefined ? (
        <button type="button" class="btn btn-sm" onClick={() => go({ row: came.id })}>
          {texts.answered.row}
        </button>
      ) : (
        left > 0 && (
          <button type="button" class="btn btn-sm" onClick={() => void jumpTo(heldUntil)}>
            {texts.held.move(long)}
          </button>
        )
      )}
    </div>
  )
}
