import { countries } from '../text/countries.ts'

/**
 * Masks for identifiers and phone numbers that keep what a reader needs: length, casing, separators, hexadecimal or
 * decimal, calling codes. One value has one mask for as long as the object lives, and two values have two where
 * their length allows it, so identities still agree. Nothing of the value is in its mask: masks are counted, not
 * computed from what they hide.
 */
export class ShapeMasks {
  readonly #known = new Map<string, string>()
  /** How many masks of one shape were given. */
  readonly #given = new Map<string, number>()

  /** An identifier, a reference, a number of any kind. */
  identifier(text: string): string {
    return this.#mask(`id:${text}`, text, (count) => drawIdentifier(text, count))
  }

  /** A phone number however it is written: the part that belongs to a person goes. */
  phone(text: string): string {
    const digits = text.replaceAll(/\D/g, '')
    const kept = prefixOf(digits).length
    const subscriber = digits.slice(kept)
    const masked = this.#mask(`phone:${subscriber}`, subscriber, (count) => drawSubscriber(subscriber.length, count))
    const all = digits.slice(0, kept) + masked
    let position = 0
    return text.replaceAll(/\d/g, () => all.charAt(position++))
  }

  #mask(key: string, original: string, draw: (count: number) => string): string {
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const shape = draw(0)
    let count = this.#given.get(shape) ?? 0
    // What looks like its own mask gets another, so that nobody has to wonder whether it was masked.
    if (draw(count) === original) count += 1
    this.#given.set(shape, count + 1)
    const masked = draw(count)
    this.#known.set(key, masked)
    return masked
  }
}

/** Whether a text is written like a phone number: 7 to 15 digits, and nothing but what stands between them. */
export function looksLikePhone(text: string): boolean {
  return /^\+?[\d ().-]+$/.test(text) && /^\d{7,15}$/.test(text.replaceAll(/\D/g, ''))
}

/** What of a number is no person's: the calling code, or the trunk prefix. */
function prefixOf(digits: string): string {
  if (/^0[^0]/.test(digits)) return '0'
  const dialled = digits.startsWith('00') ? '00' : ''
  const code = callingCodes.find((candidate) => digits.startsWith(dialled + candidate)) ?? ''
  return digits.length - dialled.length - code.length < shortestSubscriber ? dialled : dialled + code
}

const callingCodes = Object.values(countries).map(({ callingCode }) => callingCode)
const shortestSubscriber = 7

function drawSubscriber(length: number, count: number): string {
  return String(count).padStart(length, '0').slice(-length)
}

/** Counts in what may be changed of a text, from its end: `order-5cb2ee7a` is drawn as `xxxxx-0aa0aa0a`, then `…b`. */
function drawIdentifier(text: string, count: number): string {
  const isHex = isHexadecimal(text.replaceAll(/[^\p{L}\p{N}]/gu, ''))
  let rest = count
  const runs = text.split(/([\p{L}\p{N}]+)/u).reverse()
  const drawn = runs.map((run, position) => {
    if (position % 2 === 0) return run
    const [masked, over] = drawRun(run, rest, isHex || isHexadecimal(run) ? 'abcdef' : 'xyz')
    rest = over
    return masked
  })
  return drawn.reverse().join('')
}

/** One run of letters and digits with a number counted into it, and what of the number did not fit. */
function drawRun(run: string, count: number, letters: string): [masked: string, rest: number] {
  const fixed = fixedDigits(run)
  let rest = count
  let masked = ''
  for (let at = run.length - 1; at >= 0; at--) {
    if (at < fixed.length) return [fixed + masked, rest]
    const wheel = wheelOf(run.charAt(at), letters)
    masked = wheel.charAt(rest % wheel.length) + masked
    rest = Math.floor(rest / wheel.length)
  }
  return [masked, rest]
}

/** Letters alone may be a name. */
function isHexadecimal(run: string): boolean {
  return /^[0-9a-f]+$/i.test(run) && /\d/.test(run)
}

/** Leading zeros are part of a number's shape, and so is it that there are none. */
function fixedDigits(run: string): string {
  const [, zeros] = /^(0*)[1-9]\d+$/.exec(run) ?? []
  return zeros === undefined ? '' : `${zeros}1`
}

function wheelOf(character: string, letters: string): string {
  if (/\d/.test(character)) return '0123456789'
  if (/[a-z]/.test(character)) return letters
  if (/[A-Z]/.test(character)) return letters.toUpperCase()
  // A letter beyond ASCII stays one: it decides how a text is read. Half of a pair is as wide as any other.
  return 'é'
}
