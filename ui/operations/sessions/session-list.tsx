import { Empty } from '../../shared/empty.tsx'
import { visible } from '../../shared/format.ts'
import { hrefOf, noneFits, phone, place } from '../address.ts'
import { loadMore, next, overview, sessions } from '../state.ts'
import { texts } from '../texts.ts'
import { shownTime } from '../times.ts'
import type { Session } from '../types.ts'

/** A page of sessions, newest first, and those that were asked for after it. */
export function SessionList() {
  const rows = sessions.value
  if (rows === undefined) return <div class="flex-1" aria-busy="true" />
  const isSearched = [place.value.session, place.value.hours, phone.value].some((word) => word !== '')
  if (rows.length === 0) return <Empty title={isSearched ? noneFits() : texts.empty.sessions} />
  return (
    <div class="flex-1 min-h-0 overflow-y-auto">
      <ul>
        {rows.map((row) => (
          <li key={`${row.sessionId} ${row.startedAt}`}>
            <SessionLink row={row} />
          </li>
        ))}
      </ul>
      {next.value !== null && (
        <button type="button" class="btn btn-sm m-2" onClick={() => void loadMore()}>
          {texts.more}
        </button>
      )}
    </div>
  )
}

function SessionLink({ row }: { row: Session }) {
  const isOpen = place.value.entry === row.sessionId
  return (
    <a
      href={hrefOf({ entry: row.sessionId })}
      data-row
      aria-current={isOpen ? 'true' : undefined}
      class={`focus-seen block px-3 py-2 border-b border-base-300 ${isOpen ? 'bg-base-200' : ''}`}
    >
      <span class="flex gap-2">
        <span class="font-medium">{visible(row.phone)}</span>
        <span class="flex-1" />
        <time class="text-quiet whitespace-nowrap tabular-nums" dateTime={row.startedAt}>
          {shownTime(row.startedAt)}
        </time>
      </span>
      <span class="text-quiet">
        {row.kind} · {texts.sessionState(row, overview.value?.now ?? Date.now())}
      </span>
    </a>
  )
}
