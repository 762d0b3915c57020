import { plainOf } from '../../../text/folded/plain-digits.ts'
import { spellings } from '../../../text/hide-secrets.ts'
import { encodedForms } from '../../../text/secrets/known-secrets.ts'
import { FoldedText, foldedOf } from './folded-text.ts'

/**
 * Stand-ins of secrets: as long as they are and of the same kind, another for each, and the same for the same. None of three characters or
 * more is itself one of the secrets. Spaced, cased or spelled in another way it has the same one, spaced and cased so: a question may read
 * `73 91` as `7391`, and a screen show `ananse` as `ANANSE`, or `straße` as `STRASSE`.
 */
export class StandIns {
  /** Each as it came first, by its folded form. */
  readonly #secrets = new Map<string, string>()
  #found: ReadonlyMap<string, string> | undefined

  add(text: string): void {
    const bare = bareOf(plainOf(text))
    const folded = foldedOf(bare)
    if (!this.#secrets.has(folded)) this.#secrets.set(folded, bare)
    this.#found = undefined
  }

  /** Only when all are known it's certain that none of them is the stand-in of another. */
  of(text: string): string {
    this.#found ??= this.#find()
    const plain = plainOf(text)
    const bare = bareOf(plain)
    const folded = foldedOf(bare)
    const standIn = this.#found.get(folded)
    const first = this.#secrets.get(folded)
    if (standIn === undefined || first === undefined)
      return this.#free(text, 0, foldedOf(plain))?.standIn ?? standInOf(text)
    const shown = capitalsOf(bare) === capitalsOf(first) ? standIn : cased(standIn, bare)
    return bare === plain ? shown : spaced(shown, plain, new FoldedText(first))
  }

  #find(): ReadonlyMap<string, string> {
    const found = new Map<string, string>()
    const next = new Map<string, number>()
    for (const [secret, bare] of this.#secrets) {
      const kind = standInOf(bare)
      const free = this.#free(bare, next.get(kind) ?? 0, secret)
      if (free !== undefined) next.set(kind, free.at + 1)
      found.set(secret, free?.standIn ?? kind)
    }
    return found
  }

  /** The first stand-in of a text, from a number on, that is no secret, and not the text itself. @param secret the text, folded */
  #free(text: string, from: number, secret: string): { readonly standIn: string; readonly at: number } | undefined {
    for (let at = from; ; at++) {
      const standIn = numbered(text, at)
      if (standIn === undefined) return undefined
      if (!this.#isTaken(standIn, secret)) return { standIn, at }
    }
  }

  /** That a short one is its own stand-in tells nobody anything: each other could be it. */
  #isTaken(standIn: string, secret: string): boolean {
    return standIn === secret ? secret.length >= shortestSecret : this.#secrets.has(standIn)
  }
}

/** Where a text has capitals, in whatever normal form it is. */
function capitalsOf(bare: string): string {
  return bare
    .normalize('NFKC')
    .replaceAll(/(\p{Lu})|./gsu, (_sign, capital?: string) => (capital === undefined ? 'x' : 'X'))
}

/** A stand-in with capitals where a text has them. */
function cased(standIn: string, bare: string): string {
  // Of another length, nothing has its place: `STRASSE` for `straße`.
  if (standIn.length !== bare.length) {
    if (!/^\p{Lu}/u.test(bare)) return standIn
    const isAll = bare === bare.toUpperCase()
    return isAll ? standIn.toUpperCase() : standIn.charAt(0).toUpperCase() + standIn.slice(1)
  }
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

/** A stand-in, with what stands between the characters of a text in the same places. @param first what the stand-in is as long as */
function spaced(standIn: string, plain: string, first: FoldedText): string {
  const between = betweenIn(plain)
  let [shown, bare, at] = ['', '', 0]
  for (const sign of plain.split('')) {
    if (sign.replaceAll(between, '') !== '') {
      bare += sign
      continue
    }
    const end = first.around([{ from: 0, to: foldedOf(bare).length }])[0]?.to ?? at
    shown += standIn.slice(at, end) + sign
    at = end
  }
  return shown + standIn.slice(at)
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

/**
 * The texts of `secrets`, each in every form in which an application may write it: as JSON, pages and addresses escape it, and in
 * Base64 and hexadecimal digits.
 */
export function givenSecrets(secrets: readonly string[]): readonly string[] {
  return [...new Set(secrets.flatMap(formsOf))]
}

function formsOf(secret: string): readonly string[] {
  // In another form, two characters stand in other texts by chance.
  if (secret.length < shortestSecret) return [secret]
  return [...spellings(secret.toWellFormed()), ...encodedForms(secret)]
}
