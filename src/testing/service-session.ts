import { randomUUID } from 'node:crypto'
import type { Fields } from '../pushes/is-record.ts'
import type { TurnKind } from '../pushes/kinds.ts'
import { casedName } from '../replies/cased-name.ts'
import type { NameCasing } from '../replies/reply-settings.ts'
import type { Screen } from './screen.ts'

/** Who is at the phone, and how the service writes its pushes. */
export interface Subscriber {
  readonly kind: TurnKind
  readonly mobile: string
  readonly operator: string
  readonly serviceCode: string
  readonly names: NameCasing
}

/** A session as the service keeps it (reference 3.4): its identifier, its count of messages, and ClientState. */
export class ServiceSession {
  readonly id = randomUUID()
  isOver = false
  readonly #subscriber: Subscriber
  #sequence = 0
  #clientState: string | undefined

  constructor(subscriber: Subscriber) {
    this.#subscriber = subscriber
  }

  /** The body of the next push. ClientState goes with it and is then discarded (reference 2.7). */
  next(type: string, message: string): Fields {
    this.#sequence += 1
    const { kind, mobile, operator, serviceCode, names } = this.#subscriber
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

  /** What a reply does to the session. */
  take({ type, clientState }: Screen): void {
    this.#clientState = clientState
    if (type !== 'response') this.isOver = true
  }
}
