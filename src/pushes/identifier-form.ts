/**
 * An identifier of the service without what differs between its spellings: they come with dashes and without, in either
 * case (field notes, "Identifiers"). The merchant's own references are compared as they are.
 */
export function withoutForm(identifier: string): string {
  return identifier.replaceAll('-', '').toLowerCase()
}
