/**
 * An entry that a person asks to have erased.
 *
 * @example
 * const forgotten: EntryErasure = { id: 'deliveryReport:a1b2|delivered', payload: undefined }
 */
export interface EntryErasure {
  readonly id: string
  /** What takes the place of its bytes; undefined forgets the whole entry. No phone finds it from then on. */
  readonly payload: Uint8Array | undefined
}

/**
 * What is to be erased of one person.
 *
 * @example
 * const erasure: Erasure = { registration: 'default', entries, phoneKey: key, digits: '233000000000', masked: '...' }
 */
export interface Erasure {
  readonly registration: string
  /** One that waits or runs stays as it is. Identities stay known: the same push is a repeat for as long as before. */
  readonly entries: readonly EntryErasure[]
  /**
   * The sessions of this digest go, with their turns. One that is open stays, or whose end may be resumed or shown again still.
   */
  readonly phoneKey: string
  /**
   * Those of the number with its country, at least 8. They go out of the outcomes of effects, which stay, so that nothing is done
   * twice. Undefined for what is no number.
   */
  readonly digits: string | undefined
  /** What takes their place. */
  readonly masked: string
  /** What the outcomes become that are sealed: the digits can't be looked for in them. Left out where none is. */
  readonly sealed?: SealedOutcomes | undefined
}

/**
 * The outcomes of effects that are sealed.
 *
 * @example
 * const sealed: SealedOutcomes = { mark: '~fmw~', clean: (outcome) => seal(open(outcome).replace(number, masked)) }
 */
export interface SealedOutcomes {
  /** What they begin with. */
  readonly mark: string
  /** One without the number; the same text where it isn't in it. */
  readonly clean: (outcome: string) => string
}

/**
 * What was erased besides entries.
 *
 * @example
 * const inWords = ({ sessions, effects }: Erased) => `${sessions} sessions, ${effects} outcomes without the number`
 */
export interface Erased {
  readonly sessions: number
  readonly effects: number
}

/** An outcome without the number. @param digits those of the erasure */
export function cleanOutcome({ sealed, masked }: Erasure, digits: string, outcome: string): string {
  if (sealed !== undefined && outcome.startsWith(sealed.mark)) return sealed.clean(outcome)
  return outcome.replace(numberIn(digits), masked)
}

/** Where the digits of a number stand in a text, and no longer number. */
export function numberIn(digits: string): RegExp {
  return new RegExp(`(?<!\\d)\\+?${digits}(?!\\d)`, 'g')
}
