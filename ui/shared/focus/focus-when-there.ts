/** ms, for a part that is loaded. */
const waitsFor = 5_000

/** Puts the focus on what may come a moment later, with its view or its part of the page. */
export function focusWhenThere(find: () => HTMLElement | null | undefined): void {
  const focus = (): boolean => {
    const found = find() ?? null
    found?.focus()
    return found !== null
  }
  if (focus()) return
  const watcher = new MutationObserver(() => focus() && watcher.disconnect())
  watcher.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => watcher.disconnect(), waitsFor)
}
