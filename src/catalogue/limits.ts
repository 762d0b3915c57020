/**
 * The limits of reference 8, as numbers with their units.
 *
 * The per-operator amount maxima of the same section have no number: the reference says that they exist
 * and shows only the codes that tell of them, `2153` and `2154` in the payment codes.
 *
 * @example
 * ```ts
 * if (state.length > limits.clientState.max) throw new RangeError('ClientState is too long')
 * ```
 */
export const limits = {
  clientReference: {
    min: 1,
    max: 32,
    unit: 'characters',
    appliesTo: 'clientReference of a checkout invoice',
    section: '8',
  },
  clientState: { max: 100, unit: 'characters', appliesTo: 'ClientState of a USSD reply', section: '8' },
  description: {
    max: 100,
    unit: 'characters',
    appliesTo: 'Description of a USSD checkout Release reply',
    section: '8',
  },
  /** A sender written as text has no spaces either. */
  senderText: { max: 11, unit: 'characters', appliesTo: 'From of a sent or scheduled message', section: '8' },
  senderNumber: { max: 16, unit: 'digits', appliesTo: 'From of a sent or scheduled message', section: '8' },
  /** Counted by the service, so it includes the network both ways. Our own 6 seconds: `registration/options/numbers.ts`. */
  applicationResponse: { max: 7000, unit: 'ms', appliesTo: 'reply to a USSD push', section: '8' },
  subscriberResponse: { max: 60_000, unit: 'ms', appliesTo: 'answer to a USSD prompt', section: '8' },
} as const satisfies Readonly<Record<string, Limit>>

/**
 * One limit, inclusive.
 *
 * @example
 * ```ts
 * const inWords = ({ max, unit, appliesTo }: Limit) => `${appliesTo}: at most ${max} ${unit}`
 * inWords(limits.clientState) // 'ClientState of a USSD reply: at most 100 characters'
 * ```
 */
export interface Limit {
  readonly min?: number
  readonly max: number
  readonly unit: 'characters' | 'digits' | 'ms'
  /** What the limit is about, in the reference's words. */
  readonly appliesTo: string
  readonly section: '8'
}
