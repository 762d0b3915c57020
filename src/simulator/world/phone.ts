import type { TurnKind } from '../../pushes/kinds.ts'
import type { Channel } from '../phone/screen.ts'

/** A phone with its SIM; or where the same person uses a service otherwise: a web store, a till, the provider's app. */
export interface PhoneState {
  /** Of the SIM, in international form. */
  readonly number: string
  readonly channel: Channel
  kind: TurnKind
  /** What pushes have as Mobile: the number, on rich channels an identifier of the user. */
  mobile: string
  operator: string
  /** Null where it is the first number of what is dialled. */
  serviceCode: string | null
  /** How it is drawn. */
  skin: Skin
  /** Its last session; null before the first. */
  sessionId: string | null
}

/**
 * How a phone is drawn: as a smartphone, or as the cheapest handset.
 *
 * @example
 * const linesOf = (skin: Skin) => (skin === 'basic' ? 4 : 12)
 */
export type Skin = 'smart' | 'basic'
