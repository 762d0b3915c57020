import type { SignedAddress } from '../../pushes/money/signed-address.ts'
import { isRecord } from '../../pushes/reading/json.ts'

/**
 * What a signed address carries in its query. Short, because the address travels in a reply to a phone; with a letter
 * before them, because a service may add parameters of its own, and a verifier has one too.
 */
export const addressParameters = {
  reference: 'mref',
  sessionId: 'mses',
  amountMinor: 'mamt',
  currency: 'mcur',
  /** Epoch seconds. */
  expiresAt: 'mexp',
  signature: 'msig',
} as const

/** The parameters as text, as they stand in the address: null where one is not there. */
export type AddressTexts = Readonly<Record<Exclude<keyof typeof addressParameters, 'signature'>, string | null>>

/** The names, to take them out of what a push says. */
export const addressParameterNames: readonly string[] = Object.values(addressParameters)

/** What is signed, as text. @param expiresAt epoch ms */
export function toTexts(
  { reference, sessionId, amountMinor, currency }: SignedAddress,
  expiresAt: number,
): AddressTexts {
  return {
    reference,
    sessionId,
    amountMinor: amountMinor === null ? null : String(amountMinor),
    currency,
    expiresAt: String(Math.floor(expiresAt / second)),
  }
}

/** Adds the parameters to an address, the signature last. */
export function addToAddress(address: string, texts: AddressTexts, signature: string): string {
  const { reference, sessionId, amountMinor, currency, expiresAt } = addressParameters
  const written =
    write(reference, texts.reference) +
    write(sessionId, texts.sessionId) +
    write(amountMinor, texts.amountMinor) +
    write(currency, texts.currency) +
    write(expiresAt, texts.expiresAt)
  return `${address}${address.includes('?') ? '&' : '?'}${written}${addressParameters.signature}=${signature}`
}

function write(name: string, text: string | null): string {
  return text === null ? '' : `${name}=${encodeURIComponent(text)}&`
}

/**
 * The parameters of an address that somebody signed, or undefined where nobody did. One that came twice, or as anything
 * else than text, is the empty text, which nobody signs.
 */
export function readParameters(
  query: unknown,
): { readonly texts: AddressTexts; readonly signature: string } | undefined {
  if (!isRecord(query)) return undefined
  const signature = textOf(query[addressParameters.signature])
  if (signature === null) return undefined
  return {
    texts: {
      reference: textOf(query[addressParameters.reference]),
      sessionId: textOf(query[addressParameters.sessionId]),
      amountMinor: textOf(query[addressParameters.amountMinor]),
      currency: textOf(query[addressParameters.currency]),
      expiresAt: textOf(query[addressParameters.expiresAt]),
    },
    signature,
  }
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null
  return typeof value === 'string' ? value : ''
}

/** What texts whose signature fits say. */
export function fromTexts({ reference, sessionId, amountMinor, currency }: AddressTexts): SignedAddress {
  return { reference, sessionId, amountMinor: amountMinor === null ? null : Number(amountMinor), currency }
}

/** Whether the time of texts whose signature fits is over. @param at epoch ms */
export function isOver({ expiresAt }: AddressTexts, at: number): boolean {
  return at >= Number(expiresAt) * second
}

// ms
const second = 1_000
