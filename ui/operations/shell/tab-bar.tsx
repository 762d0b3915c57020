import { grouped } from '../../shared/format.ts'
import { hrefOf, place } from '../address.ts'
import { overview } from '../state.ts'
import { texts } from '../texts.ts'
import { ageOf } from '../times.ts'
import type { ListName } from '../types.ts'

const names: readonly ListName[] = [
  'needsReview',
  'dead',
  'rejected',
  'conflict',
  'waiting',
  'done',
  'all',
  'sessions',
  'dropOff',
  'trail',
]

/** A link for each list, with how many it has. */
export function TabBar() {
  const seen = overview.value
  return (
    <nav aria-label={texts.entries} class="flex flex-wrap gap-x-1 px-2 border-b border-base-300">
      {names.map((tab) => {
        const counted = seen?.tabs.find((one) => one.tab === tab)
        return (
          <a
            key={tab}
            href={hrefOf({ tab, entry: '' })}
            aria-current={place.value.tab === tab ? 'page' : undefined}
            class={`focus-seen px-2 py-2 -mb-px border-b-2 whitespace-nowrap ${
              place.value.tab === tab ? 'border-primary font-semibold' : 'border-transparent text-quiet'
            }`}
          >
            {texts.tabs[tab]}
            {counted !== undefined && (
              <span class="ml-1 tabular-nums">
                {grouped(counted.count)}
                {counted.isMore ? '+' : ''}
              </span>
            )}
            {tab === 'waiting' && seen !== undefined && seen.oldestWaiting !== null && (
              <span class="ml-1">· {texts.oldest(ageOf(seen.oldestWaiting, seen.now))}</span>
            )}
          </a>
        )
      })}
    </nav>
  )
}
