import { withoutForm } from './identifier-form.ts'

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
