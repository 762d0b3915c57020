import { isRecord } from '../../pushes/reading/json.ts'
import { parseJson } from '../../text/json/parse-json.ts'
import type { AttemptRecord } from '../entry.ts'

/**
 * An entry that a person asks to have erased.
 *
 * @example
 * const forgotten: EntryErasure = { id: 'deliveryReport:a1b2|delivered', payload: undefined, attempts: 1 }
 */
export interface EntryErasure {
  readonly id: string
  /**
   * What takes the place of its bytes; undefined forgets the whole entry. No phone finds it from then on, and the texts of its
   * attempts and its reason are `erasedText`.
   */
  readonly payload: Uint8Array | undefined
  /** The number of its last attempt as it was read, 0 before the first. One that was tried since stays as it is. */
  readonly attempts: number
}

/**
 * What is to be erased of one person.
 *
 * @example
 * const erasure: Erasure = { registration: 'default', entries, phoneKey: key, number: undefined }
 */
export interface Erasure {
  readonly registration: string
  /**
   * One that waits, runs or needs review stays as it is, and so does one that was tried since it was read. Identities stay known: the
   * same push is a repeat for as long as before.
   */
  readonly entries: readonly EntryErasure[]
  /** The sessions of this digest go, with their turns and what may be resumed of them. One that is open stays. */
  readonly phoneKey: string
  /** Sessions that stay too, by their `ref`. Default none. */
  readonly keep?: readonly string[] | undefined
  /** Outcomes of effects, by their `ref`: {@link erasedOutcome} takes their place. The effects stay done. Default none. */
  readonly results?: readonly string[] | undefined
  /** Default false: nothing is erased, and what would be is counted. */
  readonly isTrial?: boolean | undefined
  /** What finds and cleans the texts that stay; undefined for what is no number. */
  readonly number: ErasedNumber | undefined
}

/**
 * A number that goes out of the texts that stay: outcomes of effects, so that nothing is done twice, and notes of reviews. The trail
 * stays as it is: nothing changes a line of it.
 *
 * @example
 * const number: ErasedNumber = { digits: '000000000', without: (text) => text.replaceAll('000000000', '...') }
 */
export interface ErasedNumber {
  /** A text has the number only where it has these, once all that is no digit is taken out. */
  readonly digits: string
  /** A text without it; the same text where it isn't in it. */
  readonly without: (text: string) => string
  /** What outcomes become that are sealed: nothing can be looked for in them. Left out where none is. */
  readonly sealed?: SealedOutcomes | undefined
}

/**
 * The outcomes of effects that are sealed.
 *
 * @example
 * const sealed: SealedOutcomes = { mark: '~fmw~', clean: (outcome) => seal(number.without(open(outcome))) }
 */
export interface SealedOutcomes {
  /** What they begin with. */
  readonly mark: string
  /** One without the number; the same text where it isn't in it. */
  readonly clean: (outcome: string) => string
}

/**
 * What was erased.
 *
 * @example
 * const inWords = ({ entries, sessions }: Erased) => `${entries.length} entries, ${sessions} sessions`
 */
export interface Erased {
  /** The ids of those that were asked for and are gone, or have other bytes now. Every other stayed as it was. Of a trial: those that would be. */
  readonly entries: readonly string[]
  readonly sessions: number
  /** Outcomes that are gone. */
  readonly results: number
  /** Outcomes that stay, without the number. */
  readonly effects: number
}

/** An outcome of an effect without the number. It is JSON, and stays it. */
export function cleanOutcome(number: ErasedNumber, outcome: string): string {
  const { digits, without, sealed } = number
  if (sealed !== undefined && outcome.startsWith(sealed.mark)) return sealed.clean(outcome)
  if (!outcome.replaceAll(/\D/g, '').includes(digits)) return outcome
  const before: unknown = parseJson(outcome)
  if (before === undefined) return without(outcome)
  const after = JSON.stringify(withoutNumber(before, without))
  return after === JSON.stringify(before) ? outcome : after
}

function withoutNumber(value: unknown, without: ErasedNumber['without']): unknown {
  if (typeof value === 'string') return without(value)
  if (typeof value === 'number') return without(String(value)) === String(value) ? value : without(String(value))
  if (Array.isArray(value)) return value.map((item) => withoutNumber(item, without))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [without(name), withoutNumber(of, without)]))
}

/** Attempts without what was said and found in them. */
export function withoutTexts(attempts: readonly AttemptRecord[]): readonly AttemptRecord[] {
  return attempts.map(({ number, startedAt, ms, error, replay }) => ({
    ...{ number, startedAt, ms, replay },
    error: error === null ? null : erasedText,
  }))
}

/** Stands for what was erased. */
export const erasedText = '(erased)'
