/**
 * An identifier of the service without what differs between its spellings: they come with dashes and without, in either
 * case (field notes, "Identifiers"). The merchant's own references are compared as they are.
 */
export function withoutForm(identifier: string): string {
  return identifier.replaceAll('-', '').toLowerCase()
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$|^[0-9a-f]{32}$/i

/**
 * An identifier of the service in one spelling: those of 32 hexadecimal digits as the reference writes them, without dashes
 * and in small letters, since the letters of a UUID have no case. Others stay as they are: their dashes and capitals may mean
 * something (field notes, "Identifiers").
 */
export function inOneSpelling(identifier: string): string {
  return uuid.test(identifier) ? withoutForm(identifier) : identifier
}
