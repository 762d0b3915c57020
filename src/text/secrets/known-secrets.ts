import { spellings } from '../hide-secrets.ts'

/**
 * The secrets that this process was set up with, in every way in which an error may quote them. A handler that asks a page
 * about the address of a push fails with that address, and knows nothing of logs.
 */
export const knownSecrets: () => readonly string[] = () => (all ??= [...known.values()].flat())

const known = new Map<string, readonly string[]>()
let all: readonly string[] | undefined

/** From now on no described error holds it. */
export function rememberSecret(secret: string): void {
  if (known.has(secret)) return
  known.set(secret, secretForms(secret))
  all = undefined
  for (const old of [...known.keys()].slice(0, -most)) known.delete(old)
}

/** Every form of a secret that an error may quote: also in capitals or small letters, and encoded. */
export function secretForms(secret: string): readonly string[] {
  const text = secret.toWellFormed()
  return [...new Set([text, text.toLowerCase(), text.toUpperCase()].flatMap(spellings)), ...encodedForms(secret)]
}

/** An application has few. One that builds verifiers over and over must not grow. */
const most = 100

/**
 * How a text stands in Base64 and hexadecimal digits, also within those of a longer text: `Basic` is the Base64 of a name, a
 * colon and the password. There, the characters at either end depend on what is beside it, and aren't of its forms.
 * Of a text of fewer than five bytes these would stand in other texts by chance.
 *
 * @example
 * ```ts
 * encodedForms('sesame') // c2VzYW1l, of 'sesame', and 'zZXNhbW' of 'user:sesame', which is dXNlcjpzZXNhbWU=
 * ```
 */
export function encodedForms(text: string): readonly string[] {
  const bytes = Buffer.from(text)
  const hex = bytes.toString('hex')
  const whole = [bytes.toString('base64'), bytes.toString('base64').replaceAll('=', '')]
  const within = bytes.length < shortestWithin ? [] : [0, 1, 2].map((shift) => withinBase64(bytes, shift))
  const base64 = [...whole, ...within]
  return [...new Set([...base64, ...base64.map(forAddresses), hex, hex.toUpperCase()])]
}

/** @param shift how many bytes stand before it, beside whole groups of three */
function withinBase64(bytes: Buffer, shift: number): string {
  const shifted = Buffer.concat([Buffer.alloc(shift), bytes])
  const own = { from: Math.ceil((shift * 8) / 6), to: Math.floor((shifted.length * 8) / 6) }
  return shifted.toString('base64').slice(own.from, own.to)
}

function forAddresses(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_')
}

/** Bytes, of which six characters are left. */
const shortestWithin = 5
