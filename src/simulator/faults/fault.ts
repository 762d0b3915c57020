import type { Kind } from '../../pushes/kinds.ts'
import type { CallAnswer } from '../api/endpoint.ts'
import { isRecord } from '../check-arguments.ts'
import type { EndpointName } from '../log/row.ts'
import type { Random } from '../random.ts'
import type { WireFields } from '../wire/names.ts'
import { type FieldChanges, withFields } from '../wire/samples.ts'
import type { Written } from '../wire/sealed.ts'

/** What a fault can strike: pushes of a kind, or calls of an endpoint. */
export type Struck = Kind | EndpointName

/**
 * The ways in which a fault strikes, by what it strikes and by their names. Where several are there and none was asked
 * for, chance takes one.
 */
export type Ways<Way> = Partial<Readonly<Record<Struck, Readonly<Record<string, Way>>>>>

/** A fault: what it does to what is on its way. */
export interface Fault<Way = unknown> {
  /** A sentence for the table of faults. */
  readonly does: string
  /** The rows of the field notes that it plays; the first word is the section. */
  readonly seen: readonly string[]
  readonly ways: Ways<Way>
}

/** The faults of a stage. */
export type FaultsOf<Way> = Readonly<Record<string, Fault<Way>>>

/** Changes what the push says, by the reference's own names. */
export type FieldsWay = (fields: WireFields, random: Random) => WireFields

/** Changes the push as it is written: form, headers, bytes. */
export type BytesWay = (written: Written, random: Random) => Written

/** Changes how often, when and over what kind of line the push goes out. */
export type SendingWay = (plan: Plan) => Plan

/** Changes what the application hears as the answer of its call, or keeps the call from being handled at all. */
export type AnswerWay = (handle: () => Promise<CallAnswer>, random: Random) => Promise<CallAnswer>

/** Changes the application's reply before the service reads it. */
export type ReplyWay = (body: Buffer) => Buffer

/** The same ways for each of these. */
export function each<Way>(struck: readonly Struck[], ways: Readonly<Record<string, Way>>): Ways<Way> {
  return Object.fromEntries(struck.map((one) => [one, ways]))
}

/** Puts other fields in the place of those that are there. */
export function put(changes: FieldChanges): FieldsWay {
  return (fields) => withFields(fields, changes)
}

/** The fields of Data, with changes. */
export function data({ Data = null }: WireFields, changes: FieldChanges) {
  return withFields(isRecord(Data) ? Data : {}, changes)
}

/** How a push goes out: what the faults of sending change. */
export interface Plan {
  /** It never leaves. */
  readonly isLost: boolean
  /** ms by which it goes out later than it should, by the simulator's clock; 0 for at once. */
  readonly delay: number
  /** The line is cut as soon as the push is out. */
  readonly isCut: boolean
  /** The bytes trickle. */
  readonly isSlow: boolean
  readonly companions: readonly Companion[]
}

/** Something that goes to the same address because this push does. */
export interface Companion {
  readonly what: 'same' | 'forged' | 'timeout' | 'get-probe' | 'head-probe'
  /** Before the push, while it waits for its answer, or so many ms after it was sent. */
  readonly when: 'before' | 'meanwhile' | number
}

/** Once, at once. */
export const plainly: Plan = { isLost: false, delay: 0, isCut: false, isSlow: false, companions: [] }

/** The same plan with one companion more. */
export function accompanied(plan: Plan, what: Companion['what'], when: Companion['when']): Plan {
  return { ...plan, companions: [...plan.companions, { what, when }] }
}
