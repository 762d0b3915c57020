/** ms, for a part that is loaded. */
const waitsFor = 5_000

let asked = 0

/** Asks for the focus. @returns whether nobody has asked for it since: what comes late takes it from nobody */
export function askForFocus(): () => boolean {
  const mine = ++asked
  return () => mine === asked
}

/** Puts the focus on what may come a moment later, with its view or its part of the page. */
export function focusWhenThere(find: () => HTMLElement | null | undefined): void {
  const isMine = askForFocus()
  const focus = (): boolean => {
    if (!isMine()) return true
    const found = find() ?? null
    found?.focus()
    return found !== null
  }
  if (focus()) return
  const watcher = new MutationObserver(() => focus() && watcher.disconnect())
  watcher.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => watcher.disconnect(), waitsFor)
}
