/** Whether two screens read the same: a page that is drawn again may have another space at the end of a line. */
export function readsAs(one: string, other: string): boolean {
  return one === other || plain(one) === plain(other)
}

function plain(screen: string): string {
  return screen.replaceAll(/\s+/g, ' ').trim()
}
