import { plainOf } from '../../../text/folded/plain-digits.ts'

/**
 * Stand-ins of secrets: as long as they are and of the same kind, another for each, and the same for the same. None of three characters or
 * more is itself one of the secrets. Spaced or cased in another way it has the same one, spaced and cased so: a question may read `73 91` as
 * `7391`, and a screen show `ananse` as `ANANSE`.
 */
export class StandIns {
  /** Each as it came first, by its form without case. */
  readonly #secrets = new Map<string, string>()
  #found: ReadonlyMap<string, string> | undefined

  add(text: string): void {
    const bare = bareOf(plainOf(text))
    const folded = caseless(bare)
    if (!this.#secrets.has(folded)) this.#secrets.set(folded, bare)
    this.#found = undefined
  }

  /** Only when all are known it's certain that none of them is the stand-in of another. */
  of(text: string): string {
    this.#found ??= this.#find()
    const plain = plainOf(text)
    const bare = bareOf(plain)
    const folded = caseless(bare)
    const standIn = this.#found.get(folded)
    if (standIn === undefined) return standInOf(text)
    return spaced(bare === this.#secrets.get(folded) ? standIn : cased(standIn, bare), plain)
  }

  #find(): ReadonlyMap<string, string> {
    const found = new Map<string, string>()
    const next = new Map<string, number>()
    for (const secret of this.#secrets.keys()) {
      const kind = standInOf(secret)
      let at = next.get(kind) ?? 0
      let standIn = numbered(secret, at)
      while (standIn !== undefined && this.#isTaken(standIn, secret)) standIn = numbered(secret, ++at)
      next.set(kind, at + 1)
      found.set(secret, standIn ?? kind)
    }
    return found
  }

  /** That a short one is its own stand-in tells nobody anything: each other could be it. */
  #isTaken(standIn: string, secret: string): boolean {
    return this.#secrets.has(standIn) && (standIn !== secret || secret.length >= shortestSecret)
  }
}

/** The form in which two spellings of a secret are equal, with each character in its place. */
export function caseless(plain: string): string {
  return plain.replaceAll(/\p{Lu}/gu, (letter) => {
    const small = letter.toLowerCase()
    return small.length === letter.length ? small : letter
  })
}

/** A stand-in with capitals where a text has them. */
function cased(standIn: string, bare: string): string {
  return standIn.replaceAll(/[a-z]/g, (letter, at: number) =>
    /\p{Lu}/u.test(bare.charAt(at)) ? letter.toUpperCase() : letter,
  )
}

/** A secret as a question may read it: digits without what stands between them, other texts without their spaces. */
export function bareOf(plain: string): string {
  return plain.replaceAll(betweenIn(plain), '') || plain
}

function betweenIn(plain: string): RegExp {
  return spacedDigits.test(plain) ? betweenDigits : space
}

/** A stand-in, with what stands between the characters of a text in the same places. */
function spaced(standIn: string, plain: string): string {
  if (standIn.length === plain.length) return standIn
  const between = betweenIn(plain)
  let next = 0
  return plain
    .split('')
    .map((sign) => (sign.replaceAll(between, '') === '' ? sign : standIn.charAt(next++)))
    .join('')
}

const spacedDigits = /^[\d\s()./-]+$/
const betweenDigits = /[\s()./-]/g
const space = /\s/g

/** Characters. A shorter one stands in other texts by chance. */
export const shortestSecret = 3

/** As long, and of the same kind. Of ones: `0` and `00` are keys that lead back, and most questions take a 1. */
export function standInOf(text: string): string {
  return text.replaceAll(/\d/g, '1').replaceAll(/[^\d\s]/g, 'x')
}

/** The stand-ins of a kind in their order: 1111, 1112 to 1119, 1121. Undefined behind the last. */
function numbered(text: string, number: number): string | undefined {
  let rest = number
  const signs = text.split('').reverse()
  const shown = signs.map((sign) => {
    if (/\s/.test(sign)) return sign
    const row = /\d/.test(sign) ? digits : letters
    const place = rest % row.length
    rest = Math.floor(rest / row.length)
    return row.charAt(place)
  })
  return rest > 0 ? undefined : shown.reverse().join('')
}

const digits = '123456789'
const letters = 'xyzabcdefghijklmnopqrstuvw'
