import { types } from 'node:util'
import { type Log, logSafely } from '../log.ts'
import { visible } from './clean-text.ts'
import { type Found, findPlain, replacePlain } from './folded/plain-digits.ts'
import { hideSpans, type Span, spansThrough, stretchesOf } from './hide-secrets.ts'
import { maskPhone, separatedNumbers } from './phone.ts'
import { knownSecrets } from './secrets/known-secrets.ts'

/** An error as it goes to the log: whole, but for digits that may be a phone or a card. */
export interface DescribedError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: DescribedError
}

/**
 * Makes whatever was thrown fit for a log line, and never throws itself. A handler's error often quotes what it
 * worked on: runs of nine digits and more are masked, in any script and over spaces, dashes, dots and brackets, and so are the secrets of the verifiers and
 * `secrets`, such as the answers to sensitive screens; what steers a terminal or is invisible stands there as an escape.
 */
export function describeError(error: unknown, secrets: readonly string[] = none): DescribedError {
  // Without a prototype, because pino names the type of what it logs as an error by its constructor.
  const hidden = secrets.map((secret) => secret.trim()).filter(({ length }) => length >= shortestSecret)
  return Object.setPrototypeOf(describeSafely(error, [...new Set([...knownSecrets(), ...hidden])]), null)
}

/**
 * Logs an error, described so that it shows no secret.
 *
 * @param secrets what else it may quote and nobody may see
 */
export function logError(
  log: Log,
  level: keyof Log,
  error: unknown,
  line: string,
  details: object = {},
  secrets?: readonly string[],
): void {
  logSafely(log, level, { ...details, err: describeError(error, secrets) }, line)
}

/** An error in one line: `TypeError: …`, `Error [ENOENT]: …`; of our own the code alone: `FMW_TALK_STEP: …`. */
export function lineOfError(error: unknown, secrets: readonly string[] = none): string {
  const { type, code, message } = describeError(error, secrets)
  if (type === 'FastifyError' && code !== undefined) return `${code}: ${message}`
  return `${type}${code === undefined ? '' : ` [${code}]`}: ${message}`
}

/**
 * What was thrown, fit to be looked at: an error in its place where looking at it would throw, as with a revoked proxy. A
 * `catch` that asks `instanceof` of what somebody else threw would end the process there.
 */
export function lookable(thrown: unknown): unknown {
  return isLookable(thrown) ? thrown : new TypeError(`what was thrown cannot be read: ${describeError(thrown).message}`)
}

function isLookable(thrown: unknown): boolean {
  if (types.isProxy(thrown)) return false
  try {
    const parts = Object(thrown)
    if (parts === thrown) for (const part of looked) Reflect.get(parts, part)
    return true
  } catch {
    return false
  }
}

function describeSafely(error: unknown, secrets: readonly string[]): DescribedError {
  try {
    return describe(error, secrets, deepestCause)
  } catch {
    return { type: typeof error, message: 'something that cannot be shown' }
  }
}

function describe(error: unknown, secrets: readonly string[], causes: number): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: mask(thrownText(error), secrets) }
  const { name, message, stack, cause } = error
  return {
    type: mask(name, secrets),
    message: mask(message, secrets),
    ...('code' in error && typeof error.code === 'string' ? { code: mask(error.code, secrets) } : {}),
    ...(stack === undefined ? {} : { stack: mask(stack, secrets) }),
    ...(cause === undefined || causes === 0 ? {} : { cause: describe(cause, secrets, causes - 1) }),
  }
}

// What we and `@fastify/error` read. Reading them asks each prototype too.
const looked = ['name', 'code', 'message', 'stack', 'cause', 'isUncertain', 'errors']
const none: readonly never[] = Object.freeze([])
/** Whether a text has a sensitive answer in it. A number is one where it stands alone: 1234 is no part of 123456. */
export function holdsSecret(text: string, secrets: readonly string[]): boolean {
  return secrets.some((secret) => secret.length >= shortestSecret && standsIn(text, secret))
}

function standsIn(text: string, secret: string): boolean {
  const isNumber = digits.test(secret)
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1)) {
    if (!isNumber) return true
    if (!digits.test(text.charAt(at - 1)) && !digits.test(text.charAt(at + secret.length))) return true
  }
  return false
}

// Also in groups: `7,391`.
const digits = /^\d(?:[\d.,' \u2019\u00a0\u202f]*\d)?$/

/** What is no error, and says nothing of itself: its own fields, as far as they are short and plain. */
function thrownText(thrown: unknown): string {
  const text = String(thrown)
  if (typeof thrown !== 'object' || thrown === null || text !== '[object Object]') return text
  const fields = Object.entries(thrown)
  const shown = fields.slice(0, mostFields).map(([name, value]) => `${name}: ${fieldText(name, value)}`)
  return `{ ${[...shown, ...(fields.length > mostFields ? ['…'] : [])].join(', ')} }`
}

function fieldText(name: string, value: unknown): string {
  if (kept.test(name)) return '***'
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return `${value}`
  // Cut, it might end within what is to be hidden.
  return typeof value === 'string' && value.length <= longestField ? `'${value}'` : '…'
}

const kept = /pass|secret|token|auth|cookie|key|^pin$/i
const mostFields = 8
const longestField = 200

// No PIN is shorter, and masking each "1" would leave nothing to read of a stack.
export const shortestSecret = 3
const deepestCause = 4
// Nine digits and more, with the spaces and marks that phone numbers are written with; a date is none. Found first, so that
// it is passed over whole: a key of 32 hexadecimal digits, by which somebody may have to find out what happened.
const keyOrDigits = /\b(?=\d*[a-f])[\da-f]{32}\b|(?<!\d)(?!\d{4}-\d\d-\d\d\b)\+?\d(?:[ ().-]{0,2}\d){8,}/g
const isKey = /^[\da-f]*[a-f]/
// Longer texts are cut: a handler may put a whole response into its error.
const longestText = 8_000

/** The parts of an error are text as a rule; nothing enforces it. */
function mask(part: unknown, secrets: readonly string[]): string {
  const whole = String(part)
  const text = whole.slice(0, longestText)
  const spans = secretsIn(whole, secrets)
  if (spans === undefined) return '***'
  // Of digits with a secret among them nothing is shown.
  const mixed = [...findPlain(text, phonesIn)].filter((run) =>
    spans.some(({ from, to }) => from < run.to && to > run.from),
  )
  return visible(hideSpans(text, [...spans, ...mixed], maskDigits))
}

/** Where secrets begin in what is shown. Undefined where so many stand there that looking for each costs too much. */
function secretsIn(whole: string, secrets: readonly string[]): readonly Span[] | undefined {
  const most = secrets.reduce((length, secret) => Math.max(length, secret.length), longestText)
  let isTooMuch = false
  const spans = spansThrough(whole.slice(0, longestText + most), (read) => {
    const found = standingIn(read, secrets)
    isTooMuch ||= found === undefined
    return found ?? none
  })
  return isTooMuch ? undefined : spans.filter(({ from }) => from < longestText)
}

function standingIn(whole: string, secrets: readonly string[]): readonly Span[] | undefined {
  const spans: Span[] = []
  // Of each answer there are some spellings, and nearly none of them stands there.
  const mayStand = lookFor(whole.slice(0, longestText + probed))
  let work = 0
  for (const secret of secrets) {
    if (!mayStand(secret)) continue
    // The cut may go through it.
    const text = whole.slice(0, longestText + secret.length)
    const isThere = text.includes(secret)
    // To find that it is not there costs a fraction.
    work += isThere ? text.length : text.length / 16
    if (work > mostWork) return undefined
    if (isThere) spans.push(...stretchesOf(text, secret))
  }
  return spans
}

// Characters: an error of this size with a dozen secrets in it. A stranger's request may carry more.
const mostWork = 100_000

function maskDigits(text: string): string {
  return replacePlain(text, phonesIn)
}

/** Digits in a row that may be a phone or a card, and beside them what the operator's page takes for a phone. */
function* phonesIn(plain: string): Generator<Found> {
  let at = 0
  for (const { 0: run, index } of plain.matchAll(keyOrDigits)) {
    if (isKey.test(run)) continue
    yield* phonesBetween(plain, at, index)
    at = index + run.length
    yield { from: index, to: at, shown: maskPhone(run) }
  }
  yield* phonesBetween(plain, at, plain.length)
}

function* phonesBetween(plain: string, start: number, end: number): Generator<Found> {
  for (const { from, to, shown } of separatedNumbers(plain.slice(start, end)))
    yield { from: start + from, to: start + to, shown }
}

/**
 * Tells of nearly every text that it does not stand in another, at a cost that doesn't grow with that: which three characters
 * follow one another there is noted once.
 *
 * @param text what is looked through
 * @returns false where a text certainly does not begin there, far enough from the end for its first `probed` characters
 * @example
 * ```ts
 * const mayStand = lookFor('connect ECONNREFUSED')
 * mayStand('430971') // false
 * mayStand('ECONN') // true
 * ```
 */
function lookFor(text: string): (secret: string) => boolean {
  const seen = new Uint8Array(places)
  for (let at = 0; at + 2 < text.length; at++) seen[placeOf(text, at)] = 1
  return (secret) => {
    const end = Math.min(secret.length, probed)
    for (let at = 0; at + 2 < end; at++) if (seen[placeOf(secret, at)] === 0) return false
    return true
  }
}

/** Characters of a secret that are looked at. */
const probed = 18

// A power of two, for some thousand different triples.
const places = 16_384

function placeOf(text: string, at: number): number {
  const hash = Math.imul(Math.imul(text.charCodeAt(at), 31) + text.charCodeAt(at + 1), 1_021) + text.charCodeAt(at + 2)
  return hash & (places - 1)
}
