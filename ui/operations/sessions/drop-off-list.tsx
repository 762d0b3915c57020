import { Empty } from '../../shared/empty.tsx'
import { grouped, visible } from '../../shared/format.ts'
import { hrefOf, place } from '../address.ts'
import { dropOff } from '../state.ts'
import { texts } from '../texts.ts'
import type { LeftScreen } from '../types.ts'

/** The screens that sessions were left at, the worst first. */
export function DropOffList() {
  const found = dropOff.value
  if (found === undefined) return <div class="flex-1" aria-busy="true" />
  const { looked, left, open, isMore, screens } = found
  if (screens.length === 0) return <Empty title={texts.empty.dropOff} />
  return (
    <div class="flex-1 min-h-0 overflow-y-auto">
      <p class="px-3 py-2 border-b border-base-300 text-quiet">
        {texts.dropOff.looked(looked, left, open)} {isMore && texts.dropOff.more}
      </p>
      <ol>
        {screens.map((screen) => (
          <li key={screen.name}>
            <ScreenLink screen={screen} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function ScreenLink({ screen: { name, kind, screen, count, share } }: { screen: LeftScreen }) {
  const isOpen = place.value.entry === name
  return (
    <a
      href={hrefOf({ entry: name })}
      data-row
      aria-current={isOpen ? 'true' : undefined}
      class={`focus-seen block px-3 py-2 border-b border-base-300 ${isOpen ? 'bg-base-200' : ''}`}
    >
      <span class="flex gap-2">
        <span class="font-medium min-w-0 truncate" dir="auto">
          {visible(screen.replaceAll('\n', ' · '))}
        </span>
        <span class="flex-1" />
        <span class="tabular-nums">{grouped(count)}</span>
      </span>
      <span class="text-quiet">{texts.dropOff.share(share, kind)}</span>
    </a>
  )
}
