import { batch, computed, signal } from '@preact/signals'
import { addressOf, ask } from '../api.ts'
import { refresh } from '../simulator.ts'
import type { Row } from '../types.ts'
import { StoryRoots } from './stories.ts'

/** As many as the simulator keeps by default. */
const most = 10_000

/** The rows of the log, the oldest first. */
export const rows = signal<readonly Row[]>([])
/** Pushes that wait for their answer, the oldest first. */
export const pending = signal<readonly Row[]>([])
/** Whether rows come as they happen. */
export const stream = signal<'opening' | 'open' | 'down'>('opening')

const storyRoots = new StoryRoots()

/** The story of each row. */
export const roots = computed(() => storyRoots.of(rows.value))

export function rowOf(id: number): Row | undefined {
  const all = rows.value
  let [from, to] = [0, all.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (Number(all[middle]?.id) < id) from = middle + 1
    else to = middle
  }
  const row = all[from]
  return row?.id === id ? row : undefined
}

/** By what a row is chosen: one that waits for its answer has no number yet. */
export function placeOf({ id, pendingAs = 0 }: Pick<Row, 'id' | 'pendingAs'>): number {
  return id === 0 ? -pendingAs : id
}

/** The row that a push became which waited; undefined while it waits. @param waited its place */
export function cameOf(waited: number): Row | undefined {
  return rows.value.findLast(({ pendingAs }) => pendingAs === -waited)
}

let waiting: Row[] = []
let waitingPending: readonly Row[] | undefined
let source: EventSource | undefined
/** Counts how often everything was asked for: what is still on its way for an earlier time is of another log. */
let time = 0

/** Shows the rows that are there, and those that come. */
export async function watch(): Promise<void> {
  time += 1
  const own = time
  try {
    let page = await ask<Page>(`log?limit=${pageSize}`)
    if (own !== time) return
    rows.value = page.rows
    waiting = []
    waitingPending = undefined
    pending.value = []
    open(`after=${page.last}`)
    // The rest of the log, a page at a time: between two of them the page does what somebody asks of it.
    for (let [first] = page.rows; first !== undefined && page.found > page.rows.length; [first] = page.rows) {
      page = await ask<Page>(`log?limit=${pageSize}&before=${first.id}`)
      if (own !== time) return
      rows.value = [...page.rows, ...rows.value].slice(-most)
    }
  } catch {
    if (own !== time) return
    stream.value = 'down'
    setTimeout(watch, 1_000)
  }
}

interface Page {
  /** As many as there are up to the page's end. */
  readonly found: number
  readonly rows: readonly Row[]
  readonly last: number
}

/** As many as are read at once without a moment in which nothing else goes. */
const pageSize = 1_000

/** @param from where in the log */
function open(from: string): void {
  source?.close()
  source = new EventSource(addressOf(`log/events?${from}`))
  source.addEventListener('row', ({ data, lastEventId }) => {
    read = lastEventId
    take(JSON.parse(data))
  })
  source.addEventListener('pending', ({ data }) => {
    const { rows }: { rows: readonly Row[] } = JSON.parse(data)
    soon()
    waitingPending = rows
  })
  source.addEventListener('changed', ({ data, lastEventId }) => {
    read = lastEventId
    const { what }: { what: string } = JSON.parse(data)
    stream.value = 'open'
    // What waits is told again on each line.
    if (what === 'watching') pending.value = []
    // The simulator was started anew, or a part is gone: what is shown here is of another log.
    if (/^(restart|forgotten|\/?reset|\/log\/clear)$/.test(what)) void watch()
    refresh()
  })
  source.addEventListener('error', () => {
    stream.value = 'down'
    // What becomes of these is told by nobody.
    pending.value = []
    // The browser tries again by itself and asks for what it missed; where it gave up, so do we.
    if (source?.readyState === EventSource.CLOSED) setTimeout(watch, 1_000)
  })
}

/** The id of the last event, which says where in which log it was. */
let read = ''
let leaving: ReturnType<typeof setTimeout> | undefined

/** A browser has six lines to a host for all its tabs: one that nobody looks at gives its own back. */
document.addEventListener('visibilitychange', () => {
  clearTimeout(leaving)
  if (document.hidden) leaving = setTimeout(() => source?.close(), 5_000)
  else if (source?.readyState === EventSource.CLOSED && read !== '') open(`lastEventId=${read}`)
})

/** Many rows that come at once are drawn once. */
function take(row: Row): void {
  soon()
  waiting.push(row)
}

function soon(): void {
  if (waiting.length === 0 && waitingPending === undefined) setTimeout(flush, 50)
}

function flush(): void {
  const last = rows.value.at(-1)?.id ?? 0
  // Taken first: whatever goes wrong with these, those that follow are drawn.
  const came = waiting.filter(({ id }) => id > last)
  waiting = []
  batch(() => {
    // A push and its row are never both there.
    const ended = new Set(came.map(({ pendingAs }) => pendingAs))
    const left = (waitingPending ?? pending.value).filter(({ pendingAs }) => !ended.has(pendingAs))
    if (left.length + pending.value.length > 0) pending.value = left
    if (came.length > 0) rows.value = [...rows.value, ...came].slice(-most)
  })
  waitingPending = undefined
  refresh()
}
