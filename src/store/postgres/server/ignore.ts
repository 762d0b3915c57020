/** For what is told elsewhere: by the next thing that is asked, by the health, or by whoever finds out by itself. */
export function ignore(): void {
  // Nothing is to be done about it here.
}
