import { useEffect, useState } from 'preact/hooks'
import { Empty } from '../../shared/empty.tsx'
import { visible } from '../../shared/format.ts'
import { hrefOf, noneFits, phone, place } from '../address.ts'
import { entries, loadMore, may, next } from '../state.ts'
import { texts } from '../texts.ts'
import { shownTime } from '../times.ts'
import type { EntryRow, ListName } from '../types.ts'
import { BulkDialog } from './bulk-dialog.tsx'

/** A page of entries, newest first, and those that were asked for after it. */
export function EntryList() {
  const [isAsking, setAsking] = useState(false)
  const rows = useSeenFirst(entries.value)
  const { tab, reference, session, kind, hours } = place.value
  const isSearched = [reference, session, kind, hours, phone.value].some((word) => word !== '')
  const bulk = bulkOf(tab)
  if (rows === undefined) return <div class="flex-1" aria-busy="true" />
  return (
    <>
      {bulk !== undefined && rows.length > 0 && (
        <div class="p-2 border-b border-base-300">
          <button type="button" class="btn btn-sm" onClick={() => setAsking(true)}>
            {bulk === 'settle' ? texts.settleAll.title : texts.redrive.title}
          </button>
        </div>
      )}
      {rows.length === 0 ? (
        <Empty title={isSearched ? noneFits() : texts.empty[tab]} />
      ) : (
        <div class="flex-1 min-h-0 overflow-y-auto">
          <ul>
            {rows.map((row) => (
              <li key={row.name}>
                <RowLink row={row} />
              </li>
            ))}
          </ul>
          {next.value !== null && (
            <button type="button" class="btn btn-sm m-2" onClick={() => void loadMore()}>
              {texts.more}
            </button>
          )}
        </div>
      )}
      {isAsking && bulk !== undefined && <BulkDialog bulk={bulk} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Of the first list only what may be on the screen, until that is seen: to draw all at once costs twice the time. */
function useSeenFirst<Row>(rows: readonly Row[] | undefined): readonly Row[] | undefined {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => setSeen(true))))
  }, [])
  return isSeen ? rows : rows?.slice(0, screenful)
}

// Of 57 px each, or more.
const screenful = 20

/** What may be done with all entries of a list. */
function bulkOf(tab: ListName): 'redrive' | 'settle' | undefined {
  if (tab === 'dead' && may('redrive')) return 'redrive'
  return tab === 'needsReview' && may('note') ? 'settle' : undefined
}

/** One entry in two lines: what it is, and what matters most of it. What was found out about it is a third. */
export function RowLink({ row }: { row: EntryRow }) {
  const isOpen = place.value.entry === row.name
  const found = row.attempts.at(-1)?.note
  return (
    <a
      href={hrefOf({ entry: row.name })}
      data-row
      aria-current={isOpen ? 'true' : undefined}
      class={`focus-seen block px-3 py-2 border-b border-base-300 ${isOpen ? 'bg-base-200' : ''}`}
    >
      <span class="flex gap-2">
        <span class="font-medium min-w-0 truncate flex-1" dir="ltr">
          {visible(row.reference ?? row.id)}
        </span>
        <span class="text-quiet whitespace-nowrap">{row.state}</span>
      </span>
      <span class="flex gap-2 text-quiet">
        <span class="whitespace-nowrap">{row.kind}</span>
        <span class="min-w-0 truncate flex-1" dir="ltr">
          {visible(noteOf(row))}
        </span>
        <time class="whitespace-nowrap tabular-nums" dateTime={row.receivedAt}>
          {shownTime(row.receivedAt)}
        </time>
      </span>
      {found !== undefined && (
        <span class="block truncate text-quiet" dir="ltr">
          {visible(found)}
        </span>
      )}
    </a>
  )
}

function noteOf({ state, reason, attempts, review }: EntryRow): string {
  const reasons = review !== null && review.settledAt === null ? review.reasons.join(', ') : ''
  return reasons || (state === 'done' ? '' : (reason ?? attempts.at(-1)?.error ?? ''))
}
