import { type MessageStatus, messageStatuses } from '../../catalogue/message-statuses.ts'
import { gsm7Length } from '../../text/gsm7.ts'
import type { Endpoint } from '../api/endpoint.ts'
import { aboveZero, aText, type Checks, checkFields, checkValue } from '../check-arguments.ts'
import { FMW_SIMULATOR_STATE, wrongIn } from '../errors.ts'
import type { LogRow } from '../log/row.ts'
import type { Service } from '../service.ts'
import { mobileOf, networkOf } from './addresses.ts'
import { messageEndpoints } from './endpoints.ts'
import { MessageLife } from './life.ts'
import { type PhoneMessage, phoneMessages } from './phone-messages.ts'
import { writeMinute } from './read-message.ts'
import { unitsOf } from './units.ts'

/**
 * Messages between the application and phones: `sim.messages`.
 *
 * @example
 * const messages: SimulatedMessages = sim.messages
 * await client.messages.send({ from: 'Shop', to: '+233000000000', content: 'Ready' })
 * await sim.advance(1_000)
 * messages.to('+233000000000')[0]?.text // 'Ready'
 */
export class SimulatedMessages {
  /** @internal */
  readonly endpoints: readonly Endpoint[]
  readonly #service: Service
  readonly #life: MessageLife

  /** @internal */
  constructor(service: Service) {
    this.#service = service
    this.#life = new MessageLife(service)
    this.endpoints = messageEndpoints(service, this.#life)
  }

  /**
   * What arrived on a phone, the oldest first. The number may be written in any way that the service takes.
   *
   * @throws FMW_SIMULATOR_ARGUMENT
   */
  to(mobile: string): PhoneMessage[] {
    return this.thread(mobile).filter(({ direction }) => direction === 'in')
  }

  /** What a phone received and sent, the oldest first. @throws FMW_SIMULATOR_ARGUMENT */
  thread(mobile: string): PhoneMessage[] {
    checkValue('the number', mobile, aText, wrong)
    const { settings, world } = this.#service
    return phoneMessages(world.messages.values(), mobileOf(mobile, settings.messages.country))
  }

  /**
   * A subscriber sends a message to the application's short code, which is told (reference 4.11).
   *
   * @returns the push, with its reply
   * @throws FMW_SIMULATOR_APP where no application is connected, or none that receives messages; FMW_SIMULATOR_ARGUMENT
   */
  async from(mobile: string, text: string, options: InboundOptions = {}): Promise<LogRow> {
    checkValue('the number', mobile, aText, wrong)
    checkValue('the text', text, aText, wrong)
    checkFields(options, inboundChecks, wrong)
    const { clock, random, sender, settings, world } = this.#service
    const rules = settings.messages
    const { to = rules.shortCode, account = rules.account, campaign = rules.campaign } = options
    const from = mobileOf(mobile, rules.country)
    const { network = networkOf(from, rules.country) } = options
    const now = clock.now()
    const id = random.uuid().replaceAll('-', '')
    const type = gsm7Length(text) === undefined ? 2 : 0
    world.messages.set(id, {
      id,
      direction: 'in',
      type,
      from,
      to,
      content: text,
      udh: null,
      clientReference: null,
      registeredDelivery: false,
      isFlash: false,
      networkId: network,
      units: unitsOf(type, text, null) ?? 1,
      rate: 0,
      time: now,
      updatedAt: now,
      status: 'Received',
      arrivedAt: null,
      nextJob: null,
    })
    const [, keyword = '', rest = ''] = /^\s*(\S*)\s*(.*)$/s.exec(text) ?? []
    const { row } = await sender.send({
      kind: 'inboundMessage',
      fields: { from, to, fulltext: text, keyword, text: rest, account, campaign, date: writeMinute(now), network },
      url: null,
      about: { messageId: id, mobile: from },
    })
    return row
  }

  /**
   * Gives a message a status now, whatever would become of it: nothing else does afterwards. It is reported where that
   * was asked for.
   *
   * @throws FMW_SIMULATOR_STATE where there is no such message, or no such status in reference 3.2; FMW_SIMULATOR_ARGUMENT
   */
  async settle(messageId: string, status: MessageStatus): Promise<void> {
    checkValue('the message', messageId, aText, wrong)
    const message = this.#service.world.messages.get(messageId.replaceAll('-', '').toLowerCase())
    if (message === undefined) throw new FMW_SIMULATOR_STATE(`has no message '${messageId}'`)
    if (!messageStatuses.some((row) => row.status === status)) {
      const known = messageStatuses.map((row) => row.status).join(', ')
      throw new FMW_SIMULATOR_STATE(`knows no status '${status}' of a message: there are ${known}`)
    }
    this.#life.stop(message)
    await this.#life.become(message, status)
  }

  /** What is left of the messaging credit. */
  get balance(): number {
    return this.#service.settings.messages.balance - this.#service.world.messagesCost
  }

  /** Adds to the messaging credit. @throws FMW_SIMULATOR_ARGUMENT for what isn't a number above 0 */
  topUp(amount: number): void {
    checkValue('the amount', amount, aboveZero, wrong)
    this.#service.world.messagesCost -= amount
  }
}

/**
 * What is unusual about an inbound message; the rest is as the option `messages` says.
 *
 * @example
 * const options: InboundOptions = { to: '1000', campaign: 'harvest' }
 * await sim.messages.from('+233000000000', 'STOP', options)
 */
export interface InboundOptions {
  /** The short code. */
  readonly to?: string
  readonly account?: string
  readonly campaign?: string
  /** Country code and network code, together. Default: those of the number. */
  readonly network?: string
}

const inboundChecks: Checks<InboundOptions> = { to: aText, account: aText, campaign: aText, network: aText }

const wrong = wrongIn('sim.messages')
