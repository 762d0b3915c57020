import { computed, signal } from '@preact/signals'
import { isWide } from './width.ts'

/** What the address's hash may hold: it survives a reload, and shows somebody else the same. */
export interface Place {
  /** `desk` shows phones, log and detail beside each other; narrow screens show one of them. */
  readonly view: View
  /** What the log is searched for. */
  readonly q: string
  /** The chosen row; 0 for none, and below 0 a push that waits for its answer, by its `pendingAs`. */
  readonly row: number
  /** Every row by itself, the newest first. */
  readonly flat: boolean
  /** The tab of the detail. */
  readonly tab: string
  /** Numbers of pinned rows, with commas. */
  readonly pins: string
}

export type View = 'phones' | 'log' | 'ledger' | 'faults' | 'map'

const views: readonly View[] = ['phones', 'log', 'ledger', 'faults', 'map']

/** Whether a view takes the place of the log. */
export function isWholeView(view: View): boolean {
  return view === 'ledger' || view === 'faults' || view === 'map'
}

const hash = signal(location.hash)
addEventListener('hashchange', () => {
  hash.value = location.hash
})

export const place = computed<Place>(() => {
  const given = new URLSearchParams(hash.value.slice(1))
  const q = given.get('q') ?? ''
  const row = Number(given.get('row')) || 0
  return {
    view: views.find((one) => one === given.get('view')) ?? usualView(q, row),
    q,
    row,
    flat: given.get('flat') === '1',
    tab: given.get('tab') ?? 'story',
    pins: given.get('pins') ?? '',
  }
})

/** Parts of it that much is drawn from: a letter more in the search is no other row. */
export const question = computed(() => place.value.q)
export const chosenRow = computed(() => place.value.row)
export const isFlat = computed(() => place.value.flat)

/** What is shown where the address names no view: on a narrow screen a phone, which is where everything begins. */
function usualView(q: string, row: number): View {
  return isWide.value || q !== '' || row !== 0 ? 'log' : 'phones'
}

/** Goes to another place. A new view can be gone back from; the rest only changes what is seen. */
export function go(change: Partial<Place>): void {
  const { q, row, flat, tab, pins, ...wished } = { ...place.value, ...change }
  const view = change.view ?? viewOf(wished.view, change.row ?? 0)
  const parameters = new URLSearchParams()
  if (view !== usualView(q, row)) parameters.set('view', view)
  if (q !== '') parameters.set('q', q)
  if (row !== 0) parameters.set('row', String(row))
  if (flat) parameters.set('flat', '1')
  if (tab !== 'story') parameters.set('tab', tab)
  if (pins !== '') parameters.set('pins', pins)
  const next = `#${parameters}`
  if (next === hash.value) return
  const isStep = view !== place.value.view
  history[isStep ? 'pushState' : 'replaceState'](null, '', next)
  hash.value = next
}

/** Where a screen that isn't wide shows phones alone, a row that is chosen there stands in the log. */
function viewOf(view: View, chosen: number): View {
  return view === 'phones' && chosen !== 0 && !isWide.value ? 'log' : view
}

/** The rows that are kept in sight, the one that was pinned first in front. */
export const pins = computed(() => [...new Set(place.value.pins.split(',').map(Number))].filter((id) => id > 0))

export function togglePin(id: number): void {
  const others = pins.value.filter((one) => one !== id)
  go({ pins: (others.length < pins.value.length ? others : [...others, id]).join(',') })
}
