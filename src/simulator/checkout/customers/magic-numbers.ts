import { paymentCodes } from '../../../catalogue/payment-codes.ts'

/**
 * A phone whose payments always go one way, on the page, by USSD and in tests.
 *
 * @example
 * const slow: MagicNumber | undefined = magicNumbers.find(({ takes }) => takes !== undefined)
 */
export interface MagicNumber {
  /** International, with a plus. */
  readonly mobile: string
  readonly meaning: string
  /** The code that its payments end with. */
  readonly code?: string
  /** It cancels each payment. */
  readonly cancels?: true
  /** Nothing ever comes of its payments: they stay pending. */
  readonly hangs?: true
  /** The part of what was asked that it pays. */
  readonly share?: number
  /** How many times it pays. */
  readonly times?: number
  /** How long a payment takes, ms. */
  readonly takes?: number
  /** Its money goes back after so long, ms. */
  readonly reversedAfter?: number
}

/**
 * The phones whose payments always go one way. Every other phone pays at once, and in full.
 *
 * @example
 * await sim.customer.pays(invoice, { mobile: '+233010002101' }) // an invalid PIN, always
 */
export const magicNumbers: readonly MagicNumber[] = [
  { mobile: '+233010009000', meaning: 'pays at once, and in full' },
  { mobile: '+233010009001', meaning: 'never answers the prompt: the payment stays pending', hangs: true },
  { mobile: '+233010009002', meaning: 'pays half of what was asked', share: 0.5 },
  { mobile: '+233010009003', meaning: 'pays twice', times: 2 },
  { mobile: '+233010009004', meaning: 'pays after 30 seconds', takes: 30_000 },
  { mobile: '+233010009005', meaning: 'pays after 10 minutes', takes: 600_000 },
  { mobile: '+233010009006', meaning: 'cancels', cancels: true },
  { mobile: '+233010009007', meaning: 'pays, and has its money back after a minute', reversedAfter: 60_000 },
  ...paymentCodes
    .filter(({ result }) => result !== 'success')
    .map(({ code, meaning }) => ({ mobile: `+23301000${code}`, meaning: `ends with ${code}: ${meaning}`, code })),
]

/** What a phone always does; nothing for a phone that is like any other. It may be written with or without plus, or nationally. */
export function magicOf(mobile: string | null): Partial<MagicNumber> {
  return byLast.get(lastDigits(mobile ?? '')) ?? {}
}

// A national number has nine digits behind its 0, so all ways to write one end alike.
function lastDigits(mobile: string): string {
  return mobile.replaceAll(/\D/g, '').slice(-9)
}

const byLast: ReadonlyMap<string, MagicNumber> = new Map(magicNumbers.map((row) => [lastDigits(row.mobile), row]))
