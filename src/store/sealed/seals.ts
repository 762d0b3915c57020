import { createCipheriv, createDecipheriv, hash, hkdfSync, randomFillSync } from 'node:crypto'
import { FMW_SEALED } from '../errors.ts'

/** What is sealed, as the envelope and errors call it. The order is kept in stores: new ones go to the end. */
const parts = [
  'payload',
  'reason',
  'error',
  'note',
  'state',
  'late reply',
  'reply',
  'answer',
  'screen',
  'outcome',
] as const
export type SealedPart = (typeof parts)[number]

/** Where a value belongs: it opens nowhere else. */
export type Place = Buffer

/** The place that something has by these names. */
export function placeOf(...names: readonly (string | number)[]): Place {
  return hash('sha256', JSON.stringify(names), 'buffer').subarray(0, placeBytes)
}

/** Whether a value that was sealed for these places belongs where it was found. */
export type Fits = (places: readonly Place[]) => boolean

/**
 * Seals what a store keeps, and opens it: AES-256-GCM under keys made of the merchant's secrets. A value that is not
 * sealed is given back as it is, so what was kept before stays readable.
 *
 * A sealed value is: the mark, a byte that says so, what it is, the number of places, 4 bytes that name the key, the
 * places of 16 bytes each, 12 bytes that no other value has, the tag, and what was sealed. All before the tag is
 * authenticated. In texts the mark is written as text, and the rest in base64url.
 */
export class Seals {
  /** Whether what is kept from now on is sealed. */
  readonly isSealing: boolean
  readonly #first: SealKey | undefined
  readonly #keys = new Map<string, SealKey>()

  /** @param secrets the first seals, all of them open */
  constructor(secrets: readonly string[], isSealing: boolean) {
    const keys = secrets.map(keyOf)
    this.#first = keys[0]
    this.isSealing = isSealing && this.#first !== undefined
    for (const key of keys) this.#keys.set(key.name, key)
  }

  /** As it is to be kept. @param places asked only where it is sealed: one or two */
  keepBytes(part: SealedPart, bytes: Uint8Array, places: () => readonly Place[]): Uint8Array {
    if (this.isSealing) return this.#sealBytes(part, bytes, places())
    // It looks as if it was sealed: somebody has sent such bytes.
    return isMarked(bytes) ? Buffer.concat([mark, plain, bytes]) : bytes
  }

  /** As `keepBytes`, and sealed in any case in the place of what is. @throws FMW_SEALED without a secret */
  keepLike(
    part: SealedPart,
    before: Uint8Array | undefined,
    bytes: Uint8Array,
    places: () => readonly Place[],
  ): Uint8Array {
    const isSealed = before !== undefined && isMarked(before) && before[mark.length] === sealed
    return isSealed ? this.#sealBytes(part, bytes, places()) : this.keepBytes(part, bytes, places)
  }

  /** As `keepBytes`. */
  keepText(part: SealedPart, text: string, places: () => readonly Place[]): string {
    return this.isSealing
      ? textMark + sealedLetter + this.#sealText(part, text, places()).toString('base64url')
      : inTheClear(text)
  }

  /** @param where names the row for people. @throws FMW_SEALED */
  openBytes(part: SealedPart, bytes: Uint8Array, where: string, fits: Fits): Uint8Array {
    if (!isMarked(bytes)) return bytes
    const rest = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(mark.length)
    return rest[0] === plain[0] ? rest.subarray(1) : this.#open(part, rest, where, fits)
  }

  /** @param where names the row for people. @throws FMW_SEALED */
  openText(part: SealedPart, text: string, where: string, fits: Fits): string {
    if (!text.startsWith(textMark)) return text
    const rest = text.slice(textMark.length + 1)
    if (text[textMark.length] === plainLetter) return rest
    const bytes = Buffer.from(rest, 'base64url')
    const opened = this.#open(part, bytes, where, fits)
    return bytes[0] === sealedUtf16 ? opened.toString('utf16le') : opened.toString()
  }

  /** What takes the place of a text, wherever that stands: sealed for the same places if that was. @throws FMW_SEALED */
  changeText(part: SealedPart, text: string, where: string, change: (text: string) => string): string {
    const places: Place[] = []
    const noted: Fits = (found) => places.push(...found) > 0
    const before = this.openText(part, text, where, noted)
    const after = change(before)
    if (after === before) return text
    // It belongs to no place, so nobody would open it again if it was sealed now.
    if (places.length === 0) return inTheClear(after)
    return textMark + sealedLetter + this.#sealText(part, after, places).toString('base64url')
  }

  /** Sealed anew under the first secret, where another one sealed it; as long as it was. @throws FMW_SEALED */
  anewText(text: string): string {
    if (!text.startsWith(textMark + sealedLetter)) return text
    const bytes = Buffer.from(text.slice(textMark.length + 1), 'base64url')
    const anew = this.#anew(bytes)
    return anew === bytes ? text : textMark + sealedLetter + anew.toString('base64url')
  }

  /** As `anewText`. @throws FMW_SEALED */
  anewBytes(bytes: Uint8Array): Uint8Array {
    if (!isMarked(bytes) || bytes[mark.length] === plain[0]) return bytes
    const rest = Buffer.from(bytes).subarray(mark.length)
    const anew = this.#anew(rest)
    return anew === rest ? bytes : Buffer.concat([mark, anew])
  }

  #anew(bytes: Buffer): Buffer {
    const value = readSealed(bytes)
    if (value === undefined) throw new FMW_SEALED('value', 'a row', changed)
    if (value.keyName === this.#first?.name) return bytes
    const opened = this.#open(value.part, bytes, 'a row', () => true)
    return this.#seal(value.part, opened, value.places, bytes[0])
  }

  #sealBytes(part: SealedPart, bytes: Uint8Array, places: readonly Place[]): Uint8Array {
    return Buffer.concat([mark, this.#seal(part, bytes, places)])
  }

  /** Half a character has no UTF-8. */
  #sealText(part: SealedPart, text: string, places: readonly Place[]): Buffer {
    return text.isWellFormed()
      ? this.#seal(part, Buffer.from(text), places)
      : this.#seal(part, Buffer.from(text, 'utf16le'), places, sealedUtf16)
  }

  #seal(part: SealedPart, bytes: Uint8Array, places: readonly Place[], kind = sealed): Buffer {
    if (this.#first === undefined) throw new FMW_SEALED(part, 'a new value', noSecret)
    const { key, id } = this.#first
    const head = Buffer.concat([Buffer.from([kind, parts.indexOf(part), places.length]), id, ...places])
    const iv = nextIv()
    const cipher = createCipheriv(algorithm, key, iv).setAAD(head)
    const text = cipher.update(bytes)
    cipher.final()
    return Buffer.concat([head, iv, cipher.getAuthTag(), text])
  }

  #open(part: SealedPart, bytes: Buffer, where: string, fits: Fits): Buffer {
    const value = readSealed(bytes)
    const refuse = (why: string): Error => new FMW_SEALED(part, where, why)
    if (value === undefined) throw refuse(changed)
    const known = this.#keys.get(value.keyName)
    if (known === undefined) throw refuse(this.#keys.size === 0 ? noSecret : otherSecret)
    const opened = decipher(known.key, value)
    if (opened === undefined) throw refuse(changed)
    if (value.part !== part || !fits(value.places)) throw refuse(moved)
    return opened
  }
}

/** A sealed value in its parts. */
interface SealedValue {
  readonly part: SealedPart
  readonly keyName: string
  readonly places: readonly Place[]
  readonly head: Buffer
  readonly iv: Buffer
  readonly tag: Buffer
  readonly text: Buffer
}

/** @param bytes those behind the mark */
function readSealed(bytes: Buffer): SealedValue | undefined {
  const [kind, number = parts.length, count = 0] = bytes
  const part = parts[number]
  const headBytes = firstPlace + count * placeBytes
  if (part === undefined || (kind !== sealed && kind !== sealedUtf16)) return undefined
  if (bytes.length < headBytes + ivBytes + tagBytes) return undefined
  const places = Array.from({ length: count }, (_, index) => {
    const from = firstPlace + index * placeBytes
    return bytes.subarray(from, from + placeBytes)
  })
  const tagAt = headBytes + ivBytes
  return {
    part,
    keyName: bytes.subarray(3, firstPlace).toString('hex'),
    places,
    head: bytes.subarray(0, headBytes),
    iv: bytes.subarray(headBytes, tagAt),
    tag: bytes.subarray(tagAt, tagAt + tagBytes),
    text: bytes.subarray(tagAt + tagBytes),
  }
}

function decipher(key: Buffer, { head, iv, tag, text }: SealedValue): Buffer | undefined {
  const opening = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(head).setAuthTag(tag)
  const opened = opening.update(text)
  try {
    opening.final()
    return opened
  } catch {
    // Somebody has changed it.
    return undefined
  }
}

interface SealKey {
  readonly key: Buffer
  /** Names it in what it sealed, and tells nothing of it. */
  readonly id: Buffer
  readonly name: string
}

function keyOf(secret: string): SealKey {
  const derive = (info: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, 'fastify-merchant-webhooks', info, bytes))
  const id = derive('sealed store, name of the key, 1', idBytes)
  return { key: derive('sealed store, 1', keyBytes), id, name: id.toString('hex') }
}

/** Random ones are asked for many at a time: each question costs more than sealing. */
function nextIv(): Buffer {
  if (ivAt === ivs.length) {
    randomFillSync(ivs)
    ivAt = 0
  }
  ivAt += ivBytes
  return ivs.subarray(ivAt - ivBytes, ivAt)
}

/** As it stands unsealed: one that looks as if it was sealed says that it isn't. */
function inTheClear(text: string): string {
  return text.startsWith(textMark) ? textMark + plainLetter + text : text
}

function isMarked(bytes: Uint8Array): boolean {
  return bytes[0] === mark[0] && mark.every((byte, index) => bytes[index] === byte)
}

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const idBytes = 4
const ivBytes = 12
const tagBytes = 16
const placeBytes = 16
const firstPlace = 3 + idBytes

const ivs = Buffer.alloc(ivBytes * 256)
let ivAt = ivs.length

// No UTF-8 begins so, and no JSON.
const mark = Buffer.from([0xf5, 0x66, 0x6d, 0x77])
// No bit of it makes one of the others.
const plain = Buffer.from([0x70])
const sealed = 1
const sealedUtf16 = 2
/** What sealed texts begin with. */
export const textMark = '~fmw~'
const plainLetter = 'p'
const sealedLetter = 's'

const noSecret =
  'no secret is given. Give the one that it was sealed with: the option secret, or MERCHANT_SECRET for a command'
const otherSecret =
  'it was sealed with another secret. Give that one too: at the end of the list of the option secret, or of MERCHANT_SECRET for a command'
const changed = 'its bytes were changed. Restore it from a backup'
const moved = 'it was sealed for another place, and somebody has moved it. Restore it from a backup'
