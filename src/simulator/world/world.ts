import type { ActiveFault } from '../faults/active.ts'
import type { Profile } from '../wire/profiles.ts'
import type { Bill } from './bill.ts'
import type { Message } from './message.ts'
import type { PhoneState } from './phone.ts'
import type { Session } from './session.ts'
import type { Transaction } from './transaction.ts'

/**
 * Everything that the service knows: plain data, without a function or a connection in it, so that it can be copied,
 * kept in a file, and put back.
 */
export interface World {
  /** By their identifier. */
  readonly bills: Map<string, Bill>
  /** By TransactionId. */
  readonly transactions: Map<string, Transaction>
  /** By SessionId. */
  readonly sessions: Map<string, Session>
  /** By number and channel: see `phoneKey`. */
  readonly phones: Map<string, PhoneState>
  /** What subscribers see in place of the application; null where nothing is out of order. */
  gatewayError: string | null
  /** By MessageId. */
  readonly messages: Map<string, Message>
  /** What messages have cost. */
  messagesCost: number
  /** What is to be done, in no order. */
  readonly jobs: Map<number, Job>
  /** The number of the last job. */
  lastJob: number
  /** How far the clock was moved on, ms. */
  moved: number
  /** What the random numbers began with. */
  seed: number
  /** Where the random numbers stand. */
  random: number
  /** What is broken on purpose. */
  readonly faults: ActiveFault[]
  /** How the sender behaves. */
  profile: Profile
  /** What the application received before counts for nothing, epoch ms by the machine's own clock: 0 before the first reset. */
  handledSince: number
}

/** A service that nothing has happened to yet. */
export function newWorld({ seed, profile }: { readonly seed: number; readonly profile: Profile }): World {
  return {
    bills: new Map(),
    transactions: new Map(),
    sessions: new Map(),
    phones: new Map(),
    gatewayError: null,
    messages: new Map(),
    messagesCost: 0,
    jobs: new Map(),
    lastJob: 0,
    moved: 0,
    seed,
    random: seed,
    faults: [],
    profile,
    handledSince: 0,
  }
}

/** Work that is due at a time: it is state, so that a snapshot keeps it. */
interface Job {
  readonly id: number
  /** Epoch ms by the simulator's clock. */
  readonly due: number
  /** Who does it: the name of a doer. */
  readonly name: string
  /** What the doer needs to know: JSON. */
  readonly data: unknown
}
