/** A text as part of another: every line of it two spaces in. */
export function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}
