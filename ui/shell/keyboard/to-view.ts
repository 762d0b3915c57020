import { focusWhenThere } from '../../shared/focus/focus-when-there.ts'
import { go, type View } from '../../state/address.ts'

/** Goes to a view, and the focus with it: what Tab reaches next is its first control. */
export function toView(view: View): void {
  go({ view })
  focusWhenThere(() => document.querySelector<HTMLElement>(`[data-view=${view}]`))
}
