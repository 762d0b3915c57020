import { hash } from 'node:crypto'

/**
 * An identifier of the service without what differs between its spellings: they come with dashes and without, in either
 * case (field notes, "Identifiers"). The merchant's own references are compared as they are.
 */
export function withoutForm(identifier: string): string {
  return (identifier.includes('-') ? identifier.replaceAll('-', '') : identifier).toLowerCase()
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$|^[0-9a-f]{32}$/i

/**
 * An identifier of the service in one spelling: those of hexadecimal digits without dashes and in small letters, as the
 * reference writes them, since such letters have no case. Others stay as they are: their dashes and capitals may mean
 * something, and those of a number of digits alone (field notes, "Identifiers").
 */
export function inOneSpelling(identifier: string): string {
  return uuid.test(identifier) || (hexadecimal.test(identifier) && !digitsAlone.test(identifier))
    ? withoutForm(identifier)
    : identifier
}

const hexadecimal = /^[0-9a-f-]+$/i
const digitsAlone = /^[0-9-]+$/

/** What an identifier is read from; a `FieldReader`. */
interface IdentifierSource<Name extends string> {
  readonly doubted: ReadonlySet<string>
  identifier(name: Name): string | null
}

/** An identifier that may stand in either of two places; null where they differ: then neither can be relied on. */
export function identifierOfEither<Name extends string>(
  name: Name,
  one: IdentifierSource<Name>,
  other: IdentifierSource<Name>,
): string | null {
  const [first, second] = [one.identifier(name), other.identifier(name)]
  if (one.doubted.has(name) || other.doubted.has(name)) return null
  if (first === null || second === null) return first ?? second
  return withoutForm(first) === withoutForm(second) ? first : null
}

/**
 * An identifier of a message as the reference writes it, without dashes (2.9, 2.10) and in small letters, so that a
 * report and what sending returned can be joined: the letters of a UUID have no case. Other identifiers stay as they
 * are, since their dashes and capitals may mean something (field notes, "Identifiers").
 *
 * @example
 * readMessageId('00000000-0000-0000-0000-00000000000A') // '0000000000000000000000000000000a'
 */
export function readMessageId(identifier: string): string {
  return uuid.test(identifier) ? withoutForm(identifier) : identifier
}

/** A short fingerprint of any JSON value: SHA-256, hexadecimal, 32 characters. */
export function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value)).slice(0, 32)
}
