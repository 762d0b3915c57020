import { nearestWord } from '../../text/nearest-word.ts'
import { answerFaults } from './answers.ts'
import { byteFaults } from './bytes.ts'
import type { AnswerWay, BytesWay, Fault, FieldsWay, ReplyWay, SendingWay, Struck } from './fault.ts'
import { fieldFaults } from './fields.ts'
import { envelopeFaults, moneyFaults } from './money.ts'
import { nameFaults } from './names.ts'
import { replyFaults } from './replies.ts'
import { sendingFaults } from './sending.ts'

const named = {
  ...sendingFaults,
  ...moneyFaults,
  ...fieldFaults,
  ...envelopeFaults,
  ...nameFaults,
  ...byteFaults,
  ...answerFaults,
  ...replyFaults,
}

/**
 * The name of a fault.
 *
 * @example
 * const ofMoney: FaultName[] = ['duplicate', 'drop', 'forge']
 * for (const name of ofMoney) sim.faults.set(name, { rate: 0.1 })
 */
export type FaultName = keyof typeof named

/** Every fault by its name. */
export const faultTable: Readonly<Record<FaultName, Fault>> = named

type Stage<Way> = Readonly<Partial<Record<FaultName, Fault<Way>>>>

/** The faults by where they strike. */
export const stages: {
  readonly sending: Stage<SendingWay>
  readonly fields: Stage<FieldsWay>
  readonly names: Stage<FieldsWay>
  readonly bytes: Stage<BytesWay>
  readonly answer: Stage<AnswerWay>
  readonly reply: Stage<ReplyWay>
} = {
  sending: sendingFaults,
  fields: { ...moneyFaults, ...fieldFaults, ...envelopeFaults },
  names: nameFaults,
  bytes: byteFaults,
  answer: answerFaults,
  reply: replyFaults,
}

/**
 * A fault, for those who choose one.
 *
 * @example
 * const ofCheckout = ({ ways }: KnownFault) => ways.checkout !== undefined
 * knownFaults.filter(ofCheckout).map(({ name, does }) => `${name}: ${does}`)
 */
export interface KnownFault {
  readonly name: FaultName
  /** Where it strikes: what a push says, how its names are written, its bytes, its way, the reply, a call's answer. */
  readonly stage: keyof typeof stages
  readonly does: string
  /** Where merchants see it: rows of the field notes. */
  readonly seen: readonly string[]
  /** The names of its ways, by what it strikes. */
  readonly ways: Readonly<Record<string, readonly string[]>>
}

/**
 * Every fault, in the order in which they strike.
 *
 * @example
 * console.table(knownFaults.map(({ name, does }) => ({ name, does })))
 */
export const knownFaults: readonly KnownFault[] = (
  ['sending', 'fields', 'names', 'bytes', 'answer', 'reply'] as const
).flatMap((stage) =>
  Object.entries<Fault>(stages[stage]).flatMap(([name, { does, seen, ways }]) => {
    const named = Object.entries(ways).map(([kind, own]) => [kind, Object.keys(own)])
    return isFaultName(name) ? [{ name, stage, does, seen, ways: Object.fromEntries(named) }] : []
  }),
)

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faultTable, name)
}

/** What is said to whoever named a fault that there is not. */
export function hintOfFault(name: string): string {
  const names = knownFaults.map((fault) => fault.name)
  const nearest = nearestWord(name, names)
  if (nearest !== undefined) return `'${nearest}' may be meant`
  return `there are ${names.length}, such as ${names.slice(0, 8).join(', ')}. docs/guides/simulator-faults.md lists them`
}

/**
 * A fault that is on.
 *
 * @example
 * const inWords = ({ name, rate }: ActiveFault) => `${name} ${rate * 100} %`
 * sim.faults.list().map(inWords)
 */
export interface ActiveFault {
  readonly name: FaultName
  /** How many of those that it can strike it strikes: 0 to 1. */
  readonly rate: number
  /** What it strikes: kinds of pushes, names of endpoints. */
  readonly kinds: readonly Struck[]
  /** In which of its ways; null for any of them. */
  readonly way: string | null
  /** Whether it strikes once, the very next. */
  readonly isOnce: boolean
}
