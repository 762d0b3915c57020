import { Empty } from '../../shared/empty.tsx'
import { visible } from '../../shared/format.ts'
import { hrefOf, place } from '../address.ts'
import { loadMore, next, trail } from '../state.ts'
import { texts } from '../texts.ts'
import { shownTime } from '../times.ts'
import type { TrailLine } from '../types.ts'

/** What people did, newest first. */
export function TrailList() {
  const lines = trail.value
  if (lines === undefined) return <div class="flex-1" aria-busy="true" />
  if (lines.length === 0) return <Empty title={place.value.hours === '' ? texts.empty.trail : texts.noneFits} />
  return (
    <div class="flex-1 min-h-0 overflow-y-auto">
      <ol>
        {lines.map((line) => (
          <li key={`${line.at} ${line.act} ${line.entry}`}>
            {line.name === null ? (
              <div class={boxed}>
                <Line line={line} />
              </div>
            ) : (
              <a
                href={hrefOf({ entry: line.name })}
                data-row
                aria-current={place.value.entry === line.name ? 'true' : undefined}
                class={`focus-seen ${boxed} ${place.value.entry === line.name ? 'bg-base-200' : ''}`}
              >
                <Line line={line} />
              </a>
            )}
          </li>
        ))}
      </ol>
      {next.value !== null && (
        <button type="button" class="btn btn-sm m-2" onClick={() => void loadMore()}>
          {texts.more}
        </button>
      )}
    </div>
  )
}

const boxed = 'block px-3 py-2 border-b border-base-300'

/** Who did what and when, then to what, then why. */
export function Line({ line: { at, by, act, entry, about, reason } }: { line: TrailLine }) {
  const what = [entry ?? '', about === null ? '' : inWords(about)].filter((text) => text !== '').join(' · ')
  return (
    <>
      <span class="flex gap-2">
        <span class="font-medium min-w-0 [overflow-wrap:anywhere]" dir="auto">
          {visible(by ?? texts.somebody)}
        </span>
        <span class="whitespace-nowrap">{visible(act)}</span>
        <span class="flex-1" />
        <time class="text-quiet whitespace-nowrap tabular-nums" dateTime={at}>
          {shownTime(at)}
        </time>
      </span>
      {what !== '' && (
        <span class="block text-quiet [overflow-wrap:anywhere]" dir="ltr">
          {visible(what)}
        </span>
      )}
      {reason !== null && (
        <span class="block [overflow-wrap:anywhere]" dir="auto">
          {visible(reason)}
        </span>
      )}
    </>
  )
}

function inWords(about: NonNullable<TrailLine['about']>): string {
  return Object.entries(about)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')
}
