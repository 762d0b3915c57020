import { randomUUID } from 'node:crypto'
import type { Channel } from '../conversation/channel.ts'
import type { Fields } from '../pushes/is-record.ts'
import type { TurnKind } from '../pushes/kinds.ts'
import { casedName } from '../replies/cased-name.ts'
import type { NameCasing } from '../replies/reply-settings.ts'
import type { Mishap } from './mishap.ts'
import type { Screen } from './screen.ts'

/** Who is at the phone, and how the service writes its pushes. */
export interface Subscriber {
  readonly kind: TurnKind
  readonly channel: Channel
  readonly mobile: string
  readonly operator: string
  readonly serviceCode: string
  readonly names: NameCasing
}

/** A session as the service keeps it (reference 3.4): its identifier, its count of messages, and ClientState. */
export class ServiceSession {
  readonly id = randomUUID()
  /** What the service calls the payment that the session ends with. */
  readonly paymentId = randomUUID()
  readonly openedAt = new Date()
  readonly subscriber: Subscriber
  isOver = false
  #mishap: Mishap | undefined
  #screen: Screen | undefined
  #sequence = 0
  #clientState: string | undefined

  constructor(subscriber: Subscriber) {
    this.subscriber = subscriber
  }

  /** Where it is held. */
  get channel(): Channel {
    return this.subscriber.channel
  }

  /** What went wrong in the application in its turns. */
  get mishap(): Mishap | undefined {
    return this.#mishap
  }

  /** What it shows; undefined before it shows anything. */
  get screen(): Screen | undefined {
    return this.#screen
  }

  /** The body of the next push. ClientState goes with it and is then discarded (reference 2.7). */
  next(type: string, message: string): Fields {
    this.#sequence += 1
    if (this.#mishap?.error === undefined) this.#mishap = undefined
    const { kind, mobile, operator, serviceCode, names } = this.subscriber
    const clientState = this.#clientState
    this.#clientState = undefined
    const fields: readonly (readonly [string, unknown])[] =
      kind === 'ussd'
        ? [
            ['Mobile', mobile],
            ['SessionId', this.id],
            ['ServiceCode', serviceCode],
            ['Type', type],
            ['Message', message],
            ['Operator', operator],
            ['Sequence', this.#sequence],
            ['ClientState', clientState ?? null],
          ]
        : [
            ['Type', type],
            ['Message', message],
            ['ServiceCode', serviceCode],
            ['Operator', operator],
            ['ClientState', clientState ?? ''],
            ['Mobile', mobile],
            ['SessionId', this.id],
          ]
    return Object.fromEntries(fields.map(([name, value]) => [casedName(name, names), value]))
  }

  /** An error stays: what was too late is of its own screen alone, and is not the reason where something was thrown. */
  suffer(mishap: Mishap): void {
    if (this.#mishap?.error === undefined) this.#mishap = mishap
  }

  /** What a reply does to the session. */
  take(screen: Screen): void {
    const { type, clientState } = screen
    this.#screen = screen
    this.#clientState = clientState
    if (type !== 'response') this.isOver = true
  }
}
