import { fieldOf } from './act.ts'

/** Where a phone is used next: at its prompt, its field, its first button. @see keepFocus */
export function nextAtPhone(path: readonly Element[]): HTMLElement | null | undefined {
  for (const element of path) {
    const { leadsTo, phone } = element instanceof HTMLElement ? element.dataset : {}
    if (leadsTo !== undefined) return fieldOf(leadsTo) ?? null
    if (phone === undefined || !element.isConnected) continue
    // Its answer decides what comes next.
    return element.hasAttribute('data-busy') ? null : fieldOf(phone)
  }
  return undefined
}
