import { fieldOf } from './act.ts'

/** Where a phone is used next: at its prompt, its field, its first button. @see keepFocus */
export function nextAtPhone(path: readonly Element[]): HTMLElement | null | undefined {
  for (const element of path) {
    const { leadsTo, phone } = element instanceof HTMLElement ? element.dataset : {}
    if (leadsTo === undefined && (phone === undefined || !element.isConnected)) continue
    const key = leadsTo ?? phone ?? ''
    // Its answer decides what comes next.
    if (document.querySelector(`[data-phone="${key}"][data-busy]`) !== null) return null
    // At a button the page's keys work: who has answered a payment reads the log next, or dials again.
    const marked = document.querySelector<HTMLElement>(`[data-phone="${key}"] [data-next]:enabled:not([inert] *)`)
    return marked ?? fieldOf(key) ?? (leadsTo === undefined ? undefined : null)
  }
  return undefined
}
