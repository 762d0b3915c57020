import { PushProblem } from './push-problem.ts'

/** A plain object of unknown values, as JSON gives. */
export type Fields = { readonly [name: string]: unknown }

/** Whether a value has named fields: an object that is not an array. */
export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value's named fields; none where it has none. */
export function recordOf(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

/** Deeper bodies are refused: no push of the reference nests more than four levels. */
export const maxDepth = 32

/**
 * Reads a JSON body so that nothing is lost and nothing is poisoned: integers too long for a number stay
 * exact, as strings of their digits (field notes, "Identifiers"), and numbers too large for one stay as they were written,
 * because an infinite one would be kept as null; names that reach a prototype and bodies
 * nested too deep are refused.
 *
 * @param field where the text stands; null for the body itself
 * @throws PushProblem
 */
export function readJson(text: string, field: string | null = null): unknown {
  return look(text, field).value
}

/** What a text is, and what was seen of it on the way. */
function look(text: string, field: string | null): Look {
  const value = parse(text, field)
  const seen: Seen = { names: 0, hasLostDigits: false }
  inspect(value, 0, field, seen)
  return { value: seen.hasLostDigits ? parseExactly(text) : value, names: seen.names }
}

interface Look {
  readonly value: unknown
  /** Names in all of its objects. */
  readonly names: number
}

function parse(text: string, field: string | null): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new PushProblem({
      field,
      expected: 'valid JSON',
      received: text.length === 0 ? 'an empty body' : 'text that is not JSON',
    })
  }
}

const wholeNumber = /^-?\d{16,}$/

/** The third argument of a reviver, which its type does not know yet. */
interface Source {
  readonly source?: string
}

/** Parses once more, for the digits that a number has lost: a reviver takes six times as long. */
function parseExactly(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown, context?: Source) => {
    const source = context?.source
    if (typeof value !== 'number' || source === undefined) return value
    const isLong = wholeNumber.test(source) && !Number.isSafeInteger(value)
    return isLong || !Number.isFinite(value) ? source : value
  })
}

// Of sixteen digits and more: some of these are no longer what was written.
const longNumber = 1e15

/** What is seen in a value: how many names it has, and whether a number among its values may have lost digits. */
interface Seen {
  names: number
  hasLostDigits: boolean
}

/** Looks at every name and value once. */
function inspect(value: unknown, depth: number, field: string | null, seen: Seen): void {
  if (typeof value === 'number') {
    if (!(value < longNumber && value > -longNumber)) seen.hasLostDigits = true
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (depth === maxDepth) {
    throw new PushProblem({ field, expected: `nested at most ${maxDepth} deep`, received: 'a deeper one' })
  }
  if (isRecord(value)) inspectFields(value, depth + 1, field, seen)
  else for (const child of Object.values(value)) inspect(child, depth + 1, field, seen)
}

function inspectFields(fields: Fields, depth: number, field: string | null, seen: Seen): void {
  for (const name in fields) {
    if (name === '__proto__' || name === 'constructor') {
      throw new PushProblem({ field: name, expected: 'left out: the name is not allowed', received: 'it' })
    }
    seen.names += 1
    inspect(fields[name], depth, field, seen)
  }
}

/** Most names of a body that may stand twice: no push of the reference has one, and each is kept. */
export const maxRepeatedNames = 16

/**
 * Reads JSON as `readJson` does, and tells of names that stand twice in one object. Turns, whose service tells nobody's
 * money, are read without it.
 *
 * @throws PushProblem as `readJson` and `tellRepeatedNames` do
 */
export function readWholeJson(text: string, field: string | null = null): unknown {
  const { value, names } = look(text, field)
  // An escape may spell the mark of a repeated name.
  if (names === mostNames(text) && !text.includes(mark) && !text.includes('\\')) return value
  const told = tellRepeatedNames(text, field)
  return told === text ? value : readJson(told, field)
}

/**
 * As many names as a JSON text can have: each ends with a quote and a colon, and so may a part of a value. Where the value
 * has as many, none stood twice, and nobody has to look at each character.
 */
function mostNames(text: string): number {
  let count = 0
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1
    while (isBlank(text.charCodeAt(before))) before--
    if (text.charCodeAt(before) === quote) count++
  }
  return count
}

/** What may stand between a name and its colon. */
function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d
}

const quote = 0x22

/**
 * Makes names that stand twice in one object two names: `JSON.parse` would keep the last of them and say nothing,
 * and a forged `Status` beside a true one would decide (field notes, "who says paid"). The second becomes
 * `Status (repeated 1)`, which `unmarkedName` takes back: a reader that looks for `Status` finds both, and that they
 * differ. No name that came holds such a mark, so nothing in a body can stand where a repeated name is kept.
 *
 * @param text valid JSON
 * @throws PushProblem where more than `maxRepeatedNames` are repeated, or a name holds the mark itself
 */
export function tellRepeatedNames(text: string, field: string | null = null): string {
  const told: string[] = []
  let from = 0
  let count = 0
  for (const end of repeatedNames(text, field)) {
    count += 1
    if (count > maxRepeatedNames) throw tooMany(field)
    told.push(text.slice(from, end), `${mark}${count})`)
    from = end
  }
  return count === 0 ? text : told.join('') + text.slice(from)
}

/** The name that came, of one that may be marked as repeated. */
export function unmarkedName(name: string): string {
  const at = name.indexOf(mark)
  return at === -1 ? name : name.slice(0, at)
}

const mark = ' (repeated '

function tooMany(field: string | null): PushProblem {
  const expected = `an object in which no name stands twice: at most ${maxRepeatedNames} such names are taken`
  return new PushProblem({ field, expected, received: 'more of them' })
}

function marked(field: string | null): PushProblem {
  return new PushProblem({ field, expected: `without names that hold "${mark}"`, received: 'one' })
}

/** Where the repeated names end, before their closing quote. */
function* repeatedNames(text: string, field: string | null): Generator<number> {
  // The names of each object that is open; null for a list.
  const open: (Set<string> | null)[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '{') open.push(new Set())
    else if (character === '[') open.push(null)
    else if (character === '}' || character === ']') open.pop()
    else if (character === '"') {
      const end = endOfText(text, at + 1)
      const names = open.at(-1)
      if (names && isName(text, end)) {
        const name = nameIn(text, at, end)
        if (name.includes(mark)) throw marked(field)
        if (names.has(name)) yield end
        names.add(name)
      }
      at = end
    }
  }
}

/** Where the closing quote of a text stands. */
function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text[at - 1 - slashes] === '\\') slashes++
  return slashes % 2 === 1
}

function isName(text: string, end: number): boolean {
  let at = end + 1
  while (isBlank(text.charCodeAt(at))) at++
  return text[at] === ':'
}

/** Escapes may spell one name in two ways. */
function nameIn(text: string, start: number, end: number): string {
  const written = text.slice(start + 1, end)
  return written.includes('\\') ? String(JSON.parse(text.slice(start, end + 1))) : written
}
