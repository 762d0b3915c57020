/** Where the focus is for a row: its line in the log, or its detail where that lies over the log. @param row left out: the chosen one */
export function rowLine(row?: number): HTMLElement | null {
  const line = row === undefined ? '[data-row][aria-current=true]' : `[data-row="${row}"]`
  return document.querySelector(`${line}:not([inert] *), [data-over]`)
}
