import { TriangleAlert } from 'lucide-preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { visible } from '../shared/format.ts'
import { simulator } from '../state/simulator.ts'
import { texts } from '../texts/later.ts'
import { type Arrow, type Layout, layoutFor, neighbour, type Placed } from './layout.ts'
import { chosen, findings, hints, screens, timesWalked } from './state.ts'
import { fitting, scale } from './zoom.ts'

const margin = 16

/** What is smaller can't be read: the rest is scrolled to. A map that is too high for the window is read more easily than one too wide. */
const leastFitting = { width: 0.3, height: 0.6 }

/** Screens as boxes, answers as arrows; arrow keys go from one to the next. */
export function Graph() {
  const all = screens.value
  const [room, setRoom] = useState({ width: 1_000, height: 600 })
  const layout = useMemo(() => layoutFor(all, room), [all, room])
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
      setRoom({ width: element.offsetWidth - 2 * margin, height: element.offsetHeight - 2 * margin })
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  useEffect(() => {
    const wide = Math.max(leastFitting.width, (room.width + 2 * margin) / width)
    const high = Math.max(leastFitting.height, (room.height + 2 * margin) / height)
    fitting.value = Math.min(1, wide, high)
  }, [room, width, height])
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
              <Line key={`${arrow.from.screen.id} ${arrow.to.screen.id}`} arrow={arrow} box={layout.box} id={id} />
            ))}
          </svg>
          {layout.placed.map((placed, index) => (
            <Box key={placed.screen.id} placed={placed} box={layout.box} isFirst={index === 0} />
          ))}
        </div>
      </div>
    </div>
  )
}

/** Below this scale letters are drawn larger: they would be too small to read. */
const far = 0.7

/** Ways back are drawn for the screen that is looked at alone: there are too many of them. They have a height of their own. */
function Line({
  arrow: { from, to, answers, isBack, isWalked: isSure },
  box,
  id,
}: {
  arrow: Arrow
  box: Layout['box']
  id: string | undefined
}) {
  const isLooked = from.screen.id === id || to.screen.id === id
  if (isBack && !isLooked) return null
  const isWalked = timesWalked(from.screen.id) > 0 && timesWalked(to.screen.id) > 0
  const down = box.height / 2 + (isBack ? 16 : -12)
  const [x1, y1] = [isBack ? from.x : from.x + box.width, from.y + down]
  const [x2, y2] = [isBack ? to.x + box.width : to.x, to.y + down]
  const bend = Math.max(24, Math.abs(x2 - x1) / 2) * (isBack ? -1 : 1)
  const isNear = to.layer - from.layer === 1
  // Below the screen, where the next one leaves room: the panel has its answers.
  const isItself = to === from
  const [middle, low] = [from.x + box.width / 2, from.y + box.height]
  return (
    <>
      <path
        d={
          isItself
            ? `M${middle - 24} ${low}C${middle - 24} ${low + 24} ${middle + 24} ${low + 24} ${middle + 24} ${low}`
            : `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`
        }
        fill="none"
        class={isLooked ? 'stroke-primary' : isWalked ? 'stroke-primary/60' : 'stroke-base-content/40'}
        stroke-width={isLooked ? 2 : 1.25}
        stroke-dasharray={isBack ? '4 4' : isSure ? undefined : '1 4'}
        marker-end="url(#arrow)"
      />
      {(isNear || isLooked) && !isItself && (
        <text
          x={(x1 + x2) / 2}
          y={(y1 + y2) / 2 + (isBack ? 18 : -6)}
          text-anchor="middle"
          paint-order="stroke"
          class="fill-base-content stroke-base-200 stroke-4 [stroke-linejoin:round]"
          font-size={scale.value < far ? 20 : 14}
        >
          {answersInWords(answers, scale.value < far ? 0.7 : 1)}
          {!isSure && ' ?'}
        </text>
      )}
    </>
  )
}

/** The first of the answers that lead along an arrow, as much of it as there is room for, and how many more. @param room less of it for larger letters */
function answersInWords([first = '', ...others]: readonly string[], room: number): string {
  const most = (others.length > 0 ? 8 : 12) * room
  const short = first.length > most ? `${first.slice(0, most - 1)}…` : first
  return visible(others.length > 0 ? `${short} +${others.length}` : short)
}

function Box({ placed: { screen, x, y }, box, isFirst }: { placed: Placed; box: Layout['box']; isFirst: boolean }) {
  const { id, text, kind } = screen
  const count = timesWalked(id)
  const isChosen = chosen.value === id
  const trouble = findings.value.get(id) ?? []
  const noted = hints.value.get(id)?.length ?? 0
  const isFar = scale.value < far
  // Under the screen stand two lines more.
  const line = isFar ? 24 : 20
  const lines = Math.max(1, Math.floor((box.height - 20 - 2 * line) / line))
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
        isFar ? 'text-[18px] leading-6' : ''
      } ${isChosen ? 'ring-2 ring-primary' : ''} ${count > 0 ? 'border-2 border-primary' : 'border border-dashed border-base-content/50'}`}
    >
      <span
        class="w-full font-medium whitespace-pre-line [overflow-wrap:anywhere] overflow-hidden [display:-webkit-box] [-webkit-box-orient:vertical]"
        style={{ WebkitLineClamp: lines }}
      >
        {visible(text)}
      </span>
      <span class="flex-1" />
      <span class="text-quiet truncate w-full">
        {texts.map.kinds[kind]} · {count > 0 ? texts.map.walked(count) : texts.map.notWalked}
      </span>
      <span class="flex gap-2 items-center text-quiet tabular-nums w-full whitespace-nowrap">
        <span>{lengthsOf(screen.lengths)}</span>
        {noted > 0 && <span class="truncate">{texts.map.notes(noted)}</span>}
        {trouble.length > 0 && (
          <span class="flex items-center gap-1 text-warning min-w-0">
            <TriangleAlert size={14} aria-hidden="true" class="shrink-0" />
            <span class="truncate">{texts.map.troubles(trouble.length)}</span>
          </span>
        )}
      </span>
    </button>
  )
}

export function lengthsOf(lengths: Placed['screen']['lengths']): string {
  return Object.entries(lengths)
    .map(([channel, length]) =>
      channel === 'ussd'
        ? texts.map.lengthOf(length, simulator.value?.ussd.screenLength ?? length)
        : `${channel} ${length}`,
    )
    .slice(0, 1)
    .join()
}
