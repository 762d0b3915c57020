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
  /** As the reference shows it, with all its fields. */
  readonly sample: unknown
}

/** A kind's schema. Where it lets every field be missing, those that the reference shows are expected of somebody who writes one. */
export function schemaOf({ schema, sample }: KnownKind): Schema {
  return schema.required === undefined ? expecting(schema, sample) : schema
}

function expecting(schema: Schema, shown: unknown): Schema {
  const { properties } = schema
  if (properties === undefined || typeof shown !== 'object' || shown === null) return schema
  const values = new Map<string, unknown>(Object.entries(shown))
  const required = Object.keys(properties).filter((name) => values.has(name))
  const within = Object.entries(properties).map(([name, field]) => [name, expecting(field, values.get(name))] as const)
  return { ...schema, required, properties: Object.fromEntries(within) }
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
