import { TriangleAlert } from 'lucide-preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { visible } from '../shared/format.ts'
import { texts } from '../texts.ts'
import { type Arrow, box, layoutOf, neighbour, type Placed } from './layout.ts'
import { chosen, findings, screens, timesWalked } from './state.ts'
import { fitting, scale } from './zoom.ts'

const margin = 16

/** What is smaller can't be read: the rest is scrolled to. */
const leastFitting = 0.3

/** Screens as boxes, answers as arrows; arrow keys go from one to the next. */
export function Graph() {
  const all = screens.value
  const layout = useMemo(() => layoutOf(all), [all])
  const board = useRef<HTMLDivElement>(null)
  const window = useRef<HTMLDivElement>(null)
  const [width, height] = [layout.width + 2 * margin, layout.height + 2 * margin]
  const { value: id } = chosen
  useEffect(() => {
    if (id === undefined || !board.current?.contains(document.activeElement)) return
    board.current.querySelector<HTMLElement>(`[data-screen="${id}"]`)?.focus()
  }, [id])
  useEffect(() => {
    const element = window.current
    if (element === null) return undefined
    const watcher = new ResizeObserver(() => {
      const whole = Math.min(element.offsetWidth / width, element.offsetHeight / height)
      fitting.value = Math.max(leastFitting, Math.min(1, whole))
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [width, height])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.key.startsWith('Arrow')) return
    event.preventDefault()
    chosen.value = neighbour(layout, id, event.key) ?? id
  }
  return (
    <div ref={window} class="h-full overflow-auto bg-base-200">
      <div class="overflow-hidden" style={{ width: `${width * scale.value}px`, height: `${height * scale.value}px` }}>
        <div
          ref={board}
          role="application"
          aria-label={texts.map.graph}
          class="relative origin-top-left"
          style={{ width: `${width}px`, height: `${height}px`, transform: `scale(${scale.value})` }}
          onKeyDown={onKeyDown}
        >
          <svg
            aria-hidden="true"
            class="absolute inset-0 size-full text-base-content"
            viewBox={`${-margin} ${-margin} ${layout.width + 2 * margin} ${layout.height + 2 * margin}`}
          >
            <defs>
              <marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">
                <path d="M0 0 8 4 0 8z" fill="context-stroke" />
              </marker>
            </defs>
            {layout.arrows.map((arrow) => (
              <Line key={`${arrow.from.screen.id} ${arrow.to.screen.id}`} arrow={arrow} id={id} />
            ))}
          </svg>
          {layout.placed.map((placed, index) => (
            <Box key={placed.screen.id} placed={placed} isFirst={index === 0} />
          ))}
        </div>
      </div>
    </div>
  )
}

/** Ways back are drawn for the screen that is looked at alone: there are too many of them. */
function Line({ arrow: { from, to, isBack }, id }: { arrow: Arrow; id: string | undefined }) {
  const isLooked = from.screen.id === id || to.screen.id === id
  if (isBack && !isLooked) return null
  const isWalked = timesWalked(from.screen.id) > 0 && timesWalked(to.screen.id) > 0
  const [x1, y1] = [isBack ? from.x : from.x + box.width, from.y + box.height / 2]
  const [x2, y2] = [isBack ? to.x + box.width : to.x, to.y + box.height / 2]
  const bend = Math.max(24, Math.abs(x2 - x1) / 2) * (isBack ? -1 : 1)
  return (
    <path
      d={`M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`}
      fill="none"
      class={isLooked ? 'stroke-primary' : isWalked ? 'stroke-primary/60' : 'stroke-base-content/30'}
      stroke-width={isLooked ? 2 : 1.25}
      stroke-dasharray={isBack ? '4 4' : undefined}
      marker-end="url(#arrow)"
    />
  )
}

function Box({ placed: { screen, x, y }, isFirst }: { placed: Placed; isFirst: boolean }) {
  const { id, text, kind } = screen
  const count = timesWalked(id)
  const isChosen = chosen.value === id
  const trouble = findings.value.get(id) ?? []
  // From afar the first words are read alone.
  const isFar = scale.value < 0.7
  return (
    <button
      type="button"
      data-screen={id}
      aria-pressed={isChosen}
      tabIndex={isChosen || (chosen.value === undefined && isFirst) ? 0 : -1}
      onClick={() => {
        chosen.value = id
      }}
      style={{ left: `${x + margin}px`, top: `${y + margin}px`, width: `${box.width}px`, height: `${box.height}px` }}
      class={`absolute flex flex-col text-left px-3 py-2 rounded-box bg-base-100 cursor-pointer overflow-hidden ${
        isChosen ? 'ring-2 ring-primary' : ''
      } ${count > 0 ? 'border-2 border-primary' : 'border border-dashed border-base-content/50'}`}
    >
      <span
        class={`font-medium w-full ${isFar ? `text-[20px] leading-6 ${trouble.length > 0 ? 'truncate' : 'line-clamp-2'}` : 'truncate'}`}
      >
        {visible(text.split('\n', 1)[0] ?? '')}
      </span>
      <span class={isFar ? 'sr-only' : 'text-[13px] text-quiet truncate w-full'}>
        {texts.map.kinds[kind]} · {count > 0 ? texts.map.walked(count) : texts.map.notWalked}
      </span>
      <span
        class={`flex gap-2 items-center text-quiet tabular-nums w-full ${isFar ? 'text-[18px] leading-6' : 'text-[13px]'}`}
      >
        <span class={isFar ? 'sr-only' : 'truncate'}>{lengthsOf(screen.lengths)}</span>
        {trouble.length > 0 && (
          <span class="flex items-center gap-1 text-warning shrink-0">
            <TriangleAlert size={14} aria-hidden="true" />
            {texts.map.troubles(trouble.length)}
          </span>
        )}
      </span>
    </button>
  )
}

export function lengthsOf(lengths: Placed['screen']['lengths']): string {
  return Object.entries(lengths)
    .map(([channel, length]) => (channel === 'ussd' ? `${length} of 182` : `${channel} ${length}`))
    .slice(0, 1)
    .join()
}
