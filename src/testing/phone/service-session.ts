import { randomUUID } from 'node:crypto'
import type { Channel } from '../../conversation/channel.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import { type Fields, isRecord } from '../../pushes/reading/json.ts'
import type { NameCasing } from '../../replies/wire/reply-settings.ts'
import { casedName } from '../../replies/wire/wire-text.ts'
import { shortestSecret } from '../../text/describe-error.ts'
import { hideSecrets } from '../../text/hide-secrets.ts'
import { trace } from '../../trace.ts'
import type { Screen } from '../screens/screen.ts'
import type { Mishap } from './mishap.ts'

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
  readonly secrets: EnteredSecrets
  isOver = false
  #mishap: Mishap | undefined
  #screen: Screen | undefined
  #sequence = 0
  #clientState: string | undefined
  #hidesNext = false
  #toldToHide: boolean | undefined

  constructor(subscriber: Subscriber, secrets: EnteredSecrets) {
    this.subscriber = subscriber
    this.secrets = secrets
  }

  /** Where it is held. */
  get channel(): Channel {
    return this.subscriber.channel
  }

  /** What went wrong in the application in its turns. */
  get mishap(): Mishap | undefined {
    return this.#mishap
  }

  /** Whether what is entered next is an answer to a sensitive screen. */
  get hidesNext(): boolean {
    return this.#hidesNext
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

  /** What the application says of the screen that it is about to send. @param hidesNext undefined of a waiting screen */
  hear(hidesNext = this.#hidesNext): void {
    this.#toldToHide = hidesNext
  }

  /** What a reply does to the session. Of another process nothing but the reply says that an answer is sensitive. */
  take(screen: Screen): void {
    const { type, clientState, mask = false, maskNext = mask } = screen
    this.#hidesNext = this.#toldToHide ?? maskNext
    this.#toldToHide = undefined
    this.#screen = screen
    this.#clientState = clientState
    if (type !== 'response') this.isOver = true
  }
}

/** What stands in the place of a text that was entered at a sensitive screen. */
export const hiddenText = '••••'

/** What was entered at the sensitive screens of a phone: from then on nothing that the phone prints shows it. */
export class EnteredSecrets {
  readonly #texts = new Set<string>()

  /** In the order in which they were entered. */
  get texts(): readonly string[] {
    return [...this.#texts]
  }

  add(entered: string): void {
    const text = entered.trim()
    if (text.length >= shortestSecret) this.#texts.add(text)
  }

  readonly hide = (text: string): string => hideSecrets(text, this.texts, hiddenText)
}

/**
 * Tells a session while it waits for a reply what the reply does not say: whether the screen asks for something sensitive.
 * An application in another process is not heard.
 *
 * @returns stops it
 */
export function hearAnswers(session: ServiceSession): () => void {
  const hear = (told: unknown): void => {
    if (!isRecord(told) || told.sessionId !== session.id) return
    session.hear(typeof told.hidesNext === 'boolean' ? told.hidesNext : undefined)
  }
  trace.answered.subscribe(hear)
  return () => trace.answered.unsubscribe(hear)
}
