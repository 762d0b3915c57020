import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { MoneyKind } from '../../pushes/kinds.ts'
import { isSamePayer, payerLength, type SignedAddress } from '../../pushes/money/signed-address.ts'
import { toInternational } from '../../text/phone.ts'
import { type AddressTexts, addToAddress, fromTexts, isOver, readParameters, toTexts } from './address-parameters.ts'

/** What the signature of an address turned out to be. */
export type AddressCheck =
  | { readonly signed: SignedAddress; readonly problem: undefined }
  | { readonly signed: undefined; readonly problem: 'it does not fit' | 'its time is over' }

/** The kinds whose notices come to an address that was given with the payment (reference 2.1, 2.8). */
export type CalledBackKind = Exclude<MoneyKind, 'fulfilment'>

/** Whether notices of a kind come to an address that was given with the payment. */
export function isCalledBack(kind: string): kind is CalledBackKind {
  return kind === 'checkout' || kind === 'ussdPayment'
}

/**
 * Signs the addresses that notices of payments are to come to, and knows its own again. It proves who made the address,
 * not who calls it: whoever has seen one may call it, for the payment that it was made for.
 */
export class CallbackSigner {
  readonly #registration: string
  readonly #keys: readonly [KeyObject, ...KeyObject[]]

  /** @param secrets the first signs, all of them are known again */
  constructor(registration: string, [first, ...others]: readonly [string, ...string[]]) {
    this.#registration = registration
    this.#keys = [keyOf(first), ...others.map(keyOf)]
  }

  /** The address of one payment. @param expiresAt epoch ms, counted in whole seconds */
  sign(kind: CalledBackKind, address: string, signed: SignedAddress, expiresAt: number): string {
    const texts = toTexts(signed, expiresAt)
    const [key] = this.#keys
    const made = madeOf(signed)
    return addToAddress(address, texts, version + mac(key, this.#content(kind, texts, made)) + made)
  }

  /** The digest by which the phone of a session is known again; undefined where it is none. */
  payerOf(sessionId: string, phone: string): string | undefined {
    const [key] = this.#keys
    return this.#payer(key, sessionId, phone)
  }

  /** Whether an address was made for another phone; undefined where that cannot be compared, as of a masked number. */
  isOtherPayer({ sessionId, payer }: SignedAddress, phone: string): boolean | undefined {
    if (payer === undefined || sessionId === null) return undefined
    const payers = this.#keys.flatMap((key) => this.#payer(key, sessionId, phone) ?? [])
    return payers.length === 0 ? undefined : !payers.some((one) => isSamePayer(one, payer))
  }

  /** Numbers of two countries may end alike: where the country is certain, the whole number counts too. */
  #payer(key: KeyObject, sessionId: string, phone: string): string | undefined {
    const digits = lastDigits(phone)
    if (digits === undefined) return undefined
    const of = (what: string, text: string) => mac(key, JSON.stringify([what, this.#registration, sessionId, text]))
    const whole = toInternational(phone)
    const ending = of('payer', digits).slice(0, payerLength)
    return whole === null ? ending : ending + of('whole payer', whole).slice(0, wholePayerLength)
  }

  /** What a request's query is signed for; undefined where it has no signature. @param at epoch ms */
  check(kind: CalledBackKind, query: unknown, at: number): AddressCheck | undefined {
    const read = readParameters(query)
    if (read === undefined) return undefined
    const { texts, signature } = read
    const [, given, made = '', seconds, payer] = signatureForm.exec(signature) ?? []
    if (given === undefined || !this.#isOurs(given, this.#content(kind, texts, made))) return doesNotFit
    if (isOver(texts, at)) return timeIsOver
    const issued = seconds === undefined ? {} : { issuedAt: Number.parseInt(seconds, inLetters) * second }
    return { signed: { ...fromTexts(texts), ...issued, ...(payer === undefined ? {} : { payer }) }, problem: undefined }
  }

  /** Every key is tried, so that nobody learns which of them was right. */
  #isOurs(given: string, content: string): boolean {
    const bytes = Buffer.from(given, 'latin1')
    let fitting = 0
    for (const key of this.#keys) {
      fitting |= Number(timingSafeEqual(bytes, Buffer.from(mac(key, content), 'latin1')))
    }
    return fitting === 1
  }

  /** As JSON, so that no part can be taken for another. */
  #content(kind: CalledBackKind, texts: AddressTexts, made: string): string {
    const { reference, sessionId, amountMinor, currency, expiresAt } = texts
    const terms = [version, this.#registration, kind, reference, sessionId, amountMinor, currency, expiresAt]
    return JSON.stringify(made === '' ? terms : [...terms, made])
  }
}

const doesNotFit: AddressCheck = { signed: undefined, problem: 'it does not fit' }
const timeIsOver: AddressCheck = { signed: undefined, problem: 'its time is over' }

const version = '1.'
// A service that knows of no query in an address adds its own after a second question mark.
const signatureForm = /^1\.([\w-]{22})(\.([0-9a-z]{1,9})(?:\.([\w-]{8}(?:[\w-]{4})?))?)?(?:\?|$)/

/** HMAC-SHA256, cut to 132 bits: 22 characters. */
function mac(key: KeyObject, content: string): string {
  return createHmac('sha256', key).update(content).digest('base64url').slice(0, macLength)
}

/** When an address was made and for whom, after its signature, which is over it too. */
function madeOf({ issuedAt, payer }: SignedAddress): string {
  if (issuedAt === undefined) return ''
  const made = `.${Math.floor(issuedAt / second).toString(inLetters)}`
  return payer === undefined ? made : `${made}.${payer}`
}

const macLength = 22
const wholePayerLength = 4
const inLetters = 36
// ms
const second = 1_000
const keyBytes = 32

function keyOf(secret: string): KeyObject {
  const bytes = hkdfSync('sha256', secret, 'fastify-merchant-webhooks', 'callback addresses, 1', keyBytes)
  return createSecretKey(Buffer.from(bytes))
}

/**
 * What an address was signed for, where that is the payment of this reference; else null. Whoever has seen an address may
 * name any other checkout at it, and must set neither its amount nor that somebody waits for it. A USSD payment has no
 * reference of ours (reference 2.8): its notice is joined by the address alone.
 */
export function signedFor(
  kind: CalledBackKind,
  signed: SignedAddress | null,
  clientReference: string | undefined,
): SignedAddress | null {
  return kind === 'ussdPayment' || signed?.reference === clientReference ? signed : null
}

/**
 * By what two spellings of one phone are compared where their country is not known: the last eight digits, as many as the
 * shortest numbers of the region have. Undefined for what is no number.
 */
export function lastDigits(phone: string): string | undefined {
  const digits = phone.replace(/[\s().+-]/g, '')
  return /^\d{8,15}$/.test(digits) ? digits.slice(-8) : undefined
}
