import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

interface ListProps<Item> {
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  readonly draw: (item: Item) => ComponentChildren
  /** Of each, px. */
  readonly height: number
  readonly label: string
  /** Is brought into sight when it changes. */
  readonly chosen: string | undefined
  /** The number of what came last: what comes later has a higher one. */
  readonly newest: number
  /** How much of what these items hold came after that. */
  readonly countNew: (items: readonly Item[], after: number) => number
  /** What is said above the list when something new is over what is seen. */
  readonly more: (count: number) => string
}

/** Items drawn above and below what is seen, for a hand that scrolls on: after a leap they would be a third more work for nothing. */
const nearby = 3

/** Of the bar above the list, px. */
const barHeight = 40

/** A list of any length, of which only what is in sight is drawn. What is read stays in place while others come above. */
export function VirtualList<Item>(props: ListProps<Item>) {
  const { items, keyOf, draw, height, label, chosen, newest, countNew, more } = props
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 800, around: nearby })
  const anchor = useRef<{ key: string; offset: number } | undefined>(undefined)
  const [above, setAbove] = useState(0)
  const brought = useRef('')
  /** What came up to this one isn't new. */
  const seen = useRef(newest)

  const measure = () => {
    const element = box.current
    if (element === null) return
    const { scrollTop, clientHeight } = element
    const around = Math.abs(scrollTop - view.top) > clientHeight ? 0 : nearby
    if (scrollTop !== view.top || clientHeight !== view.height || around !== view.around)
      setView({ top: scrollTop, height: clientHeight, around })
    const first = items[Math.floor(scrollTop / height)]
    anchor.current =
      scrollTop < height || first === undefined ? undefined : { key: keyOf(first), offset: scrollTop % height }
    if (scrollTop < height) countAbove(0)
  }

  const countAbove = (end: number) => {
    const count = countNew(items.slice(0, end), seen.current)
    if (count === 0) seen.current = newest
    setAbove(count)
  }
  const measured = useRef(measure)
  measured.current = measure

  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const watcher = new ResizeObserver(() => measured.current())
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [height])

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const held = anchor.current
    const index = held === undefined ? -1 : items.findIndex((item) => keyOf(item) === held.key)
    if (held !== undefined && index !== -1) element.scrollTop = index * height + Math.min(held.offset, height - 1)
    bringChosen(element)
    // From now on this is what stays in place: what comes next leaves what was brought in sight.
    measure()
    countAbove(Math.floor(element.scrollTop / height))
  }, [chosen, height, items])

  /** Where it isn't there yet it's brought when it comes; after that the list stays as it was scrolled. */
  const bringChosen = (element: HTMLElement) => {
    const wish = `${chosen} ${height}`
    if (chosen === undefined || brought.current === wish) return
    const index = items.findIndex((item) => keyOf(item) === chosen)
    if (index === -1) return
    brought.current = wish
    const top = index * height
    const { scrollTop, clientHeight } = element
    // The bar that may come covers nothing of it.
    if (top < scrollTop) element.scrollTop = top - barHeight
    else if (top + height > scrollTop + clientHeight) element.scrollTop = top + height - clientHeight
  }

  // The bar takes its room from the top of the list, whose rows stay where they were.
  const hasBar = useRef(false)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null || hasBar.current === above > 0) return
    hasBar.current = above > 0
    element.scrollTop += above > 0 ? barHeight : -barHeight
    measure()
  }, [above])

  const first = Math.max(0, Math.floor(view.top / height) - view.around)
  const last = Math.min(items.length, Math.ceil((view.top + view.height) / height) + view.around)
  const places = useRef<ReadonlyMap<string, number>>(new Map())
  const held = keyWithFocus(box.current, places.current)
  const shown = withHeld(items, first, last, (item) => keyOf(item) === held)
  places.current = placesOf(
    shown.map(({ item }) => keyOf(item)),
    places.current,
    held,
  )
  return (
    <div class="h-full min-h-0 flex flex-col">
      {above > 0 && (
        <div class="grid place-items-center border-b border-base-300" style={{ height: `${barHeight}px` }}>
          <button type="button" class="btn btn-primary btn-sm" onClick={() => box.current?.scrollTo({ top: 0 })}>
            {more(above)}
          </button>
        </div>
      )}
      <div ref={box} class="flex-1 min-h-0 overflow-y-auto overflow-x-hidden contain-strict" onScroll={measure}>
        <ul aria-label={label} class="relative" style={{ height: `${items.length * height}px` }}>
          {shown.map(({ item, index }) => (
            <li
              key={places.current.get(keyOf(item))}
              data-place={places.current.get(keyOf(item))}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              class="absolute inset-x-0 contain-strict"
              style={{ height: `${height}px`, top: `${index * height}px` }}
            >
              {draw(item)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

interface Shown<Item> {
  readonly item: Item
  readonly index: number
}

/** What is in sight, and the item that has the focus wherever it is: without its element a key that is pressed would go nowhere. */
function withHeld<Item>(
  items: readonly Item[],
  first: number,
  last: number,
  isHeld: (item: Item) => boolean,
): readonly Shown<Item>[] {
  const shown = items.slice(first, last).map((item, place) => ({ item, index: first + place }))
  if (shown.some(({ item }) => isHeld(item))) return shown
  const index = items.findIndex(isHeld)
  const item = items[index]
  if (item === undefined) return shown
  return index < first ? [{ item, index }, ...shown] : [...shown, { item, index }]
}

/**
 * Which element draws each item: its own one while it is drawn, else one whose item isn't any more. To make all anew at a leap
 * takes the browser twice as long.
 *
 * @param held one that is gone for good gives its element to no other while it has the focus: a key would act on that one
 */
function placesOf(
  keys: readonly string[],
  before: ReadonlyMap<string, number>,
  held: string | undefined,
): ReadonlyMap<string, number> {
  const now = new Set(keys)
  const free = [...before].flatMap(([key, place]) => (now.has(key) || key === held ? [] : [place]))
  let next = Math.max(-1, ...before.values()) + 1
  return new Map(keys.map((key) => [key, before.get(key) ?? free.shift() ?? next++]))
}

function keyWithFocus(box: HTMLElement | null, places: ReadonlyMap<string, number>): string | undefined {
  const { activeElement } = document
  if (box === null || !box.contains(activeElement)) return undefined
  const place = activeElement?.closest('li')?.dataset.place
  return [...places].find(([, its]) => String(its) === place)?.[0]
}
