/** What of a JSON schema counts here: that of a kind, as the plugin's own routes have it. */
export interface Schema {
  readonly type?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** A kind of push, as `/_simulator/kinds` lists it. */
export interface KnownKind {
  readonly kind: string
  readonly schema: Schema
}

/** Names come in any casing. */
export function isSameName(one: string, other: string): boolean {
  return fold(one) === fold(other)
}

function fold(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}

/** The schema of a field, whatever its casing; undefined where the reference has no such name. */
export function fieldOf(schema: Schema | undefined, name: string): Schema | undefined {
  const found = Object.entries(schema?.properties ?? {}).find(([known]) => isSameName(known, name))
  return found?.[1]
}

/** The types that a value may have; empty for any. */
export function typesOf({ type, anyOf }: Schema): readonly string[] {
  if (anyOf !== undefined) return anyOf.flatMap(typesOf)
  return type === undefined ? [] : [type]
}
