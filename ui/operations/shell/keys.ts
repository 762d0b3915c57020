import { go } from '../address.ts'
import { askFor } from '../entry/entry-actions.tsx'

/** What a key does where nothing is typed into. */
export function onKey(event: KeyboardEvent, showKeys: () => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null) return
  const { target, key } = event
  if (target instanceof HTMLElement && target.matches('input, textarea, select')) {
    if (key === 'Escape') target.blur()
    return
  }
  const work = works[key] ?? (key === '?' ? showKeys : undefined)
  if (work === undefined) return
  event.preventDefault()
  work()
}

const works: Readonly<Record<string, () => void>> = {
  '/': () => document.getElementById('search')?.focus(),
  j: () => move(1),
  k: () => move(-1),
  r: () => askFor('replay'),
  s: () => askFor('settle'),
  n: () => askFor('addNote'),
  Escape: () => go({ entry: '' }),
}

/** The focus goes along the list, from the open entry where it is elsewhere. */
function move(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('li > a[data-row]')]
  const focused = rows.findIndex((row) => row.matches(':focus'))
  const at = focused === -1 ? rows.findIndex((row) => row.getAttribute('aria-current') === 'true') : focused
  rows[Math.min(rows.length - 1, Math.max(0, at + by))]?.focus()
}
