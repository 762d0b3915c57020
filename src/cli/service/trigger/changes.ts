import { parseJson, type WireFields, type WireValue } from '../../../simulator/wire/names.ts'
import type { FieldChanges } from '../../../simulator/wire/samples.ts'
import { printable } from '../../../text/clean-text.ts'
import { nearestWord } from '../../../text/nearest-word.ts'
import { UsageError } from '../../terminal.ts'

/** What is to be different in a push, as options say it: each `path=value`, or a path alone. */
export interface Wished {
  /** Fields that the push has, in any casing: `data.amount=5`. */
  readonly set: readonly string[]
  /** Fields that it doesn't have: `data.fee=0.5`. */
  readonly add: readonly string[]
  /** Fields that are left out. */
  readonly without: readonly string[]
}

/** A sample of a push as it is wished. @throws UsageError naming the field, and what may be meant */
export function wishedFields(sample: WireFields, { set, add, without }: Wished): FieldChanges {
  const wishes = [
    ...set.map((text) => readSet(sample, text)),
    ...add.map((text) => readAdded(sample, text)),
    ...without.map((path) => ({ path: find(sample, '--without', path).path, value: undefined })),
  ]
  return wishes.reduce<FieldChanges>((fields, { path, value }) => put(fields, path, value), sample)
}

interface Wish {
  readonly path: readonly string[]
  readonly value: WireValue | undefined
}

function readSet(sample: WireFields, text: string): Wish {
  const { name, value, isJson } = split('--set', text)
  const { path, held } = find(sample, '--set', name)
  if (isJson) return { path, value: readJson('--set', text, value) }
  // Of the same type as in the reference; a field that shows none takes what it is given.
  if (typeof held === 'string') return { path, value }
  if (held === null) return { path, value: parseJson(value) ?? value }
  const read = parseJson(value)
  if (typeOf(read) === typeOf(held) || read === null) return { path, value: read }
  const shown = path.join('.')
  throw new UsageError(
    `--set ${printable(text)}: ${shown} is ${typeOf(held)}, as in ${shown}=${JSON.stringify(held)}. ${shown}:=${JSON.stringify(value)} sends a text.`,
  )
}

function readAdded(sample: WireFields, text: string): Wish {
  const { name, value, isJson } = split('--add', text)
  const names = name.split('.')
  const { path } = known(sample, names)
  const read = isJson ? readJson('--add', text, value) : (parseJson(value) ?? value)
  return { path: [...path, ...names.slice(path.length)], value: read }
}

function split(option: string, text: string) {
  const at = text.indexOf('=')
  const isJson = text.charAt(at - 1) === ':'
  const name = text.slice(0, isJson ? at - 1 : at).trim()
  if (at === -1 || name === '')
    throw new UsageError(`${option} takes a path and a value, as in data.amount=5, not '${printable(text)}'.`)
  return { name, value: text.slice(at + 1), isJson }
}

/** A field by its path, as the push writes it. @throws UsageError with those that are there */
function find(sample: WireFields, option: string, written: string) {
  const names = written.split('.')
  const { path, held } = known(sample, names)
  const missing = names[path.length]
  if (missing === undefined) return { path, held }
  const there = Object.keys(Object(held))
  const nearest = nearestWord(missing, there)
  const list = `${path.length === 0 ? 'there are' : `${path.join('.')} has`} ${there.join(', ') || 'none'}`
  const hint = nearest === undefined ? list : `'${[...path, nearest].join('.')}' may be meant`
  throw new UsageError(`${option}: there is no field '${printable(written)}': ${hint}. --add puts another in.`)
}

/** How far a path leads, in the push's own names, and what is held there. */
function known(sample: WireFields, names: readonly string[]) {
  const path: string[] = []
  let held: WireValue = sample
  for (const name of names) {
    const fields: { readonly [name: string]: WireValue } = Object(typeof held === 'string' ? null : held)
    const found = Object.keys(fields).find((one) => one.toLowerCase() === name.toLowerCase())
    if (found === undefined) break
    path.push(found)
    held = fields[found] ?? null
  }
  return { path, held }
}

/** The same with another value at a path; undefined leaves it out. */
function put(held: FieldChanges, [name = '', ...inner]: readonly string[], value: WireValue | undefined): FieldChanges {
  const within = held[name]
  if (inner.length === 0) return { ...held, [name]: value }
  if (Array.isArray(within)) return { ...held, [name]: putInList(within, inner, value) }
  return { ...held, [name]: put(Object(within), inner, value) }
}

function putInList(list: readonly WireValue[], [at = '', ...inner]: readonly string[], value: WireValue | undefined) {
  const changed = inner.length === 0 ? value : put(Object(list[Number(at)]), inner, value)
  // Written and read: what is left out is gone then.
  return list.with(Number(at), JSON.parse(JSON.stringify(changed ?? null)))
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'boolean' ? 'true or false' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function readJson(option: string, text: string, value: string): WireValue {
  const read = parseJson(value)
  if (read === undefined)
    throw new UsageError(`${option} ${printable(text)}: after := stands JSON, as in data.amount:="5".`)
  return read
}
