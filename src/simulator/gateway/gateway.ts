import { createHash } from 'node:crypto'
import { networkMessages, ussdErrorCodes } from '../../catalogue/ussd-error-codes.ts'
import { ownOptions } from '../../own-options.ts'
import { type TurnKind, turnKinds } from '../../pushes/kinds.ts'
import { anything, aText, aWholeNumber, aWordOf, type Checks, checkFields } from '../check-arguments.ts'
import type { Checkout } from '../checkout/checkout.ts'
import { FMW_SIMULATOR_STATE, wrongIn } from '../errors.ts'
import { mobileOf } from '../messages/addresses.ts'
import type { SimulatedMessages } from '../messages/messages.ts'
import { readCaller } from '../phone/caller.ts'
import type { Channel } from '../phone/screen.ts'
import type { Service } from '../service.ts'
import type { PhoneState, Session, Skin } from '../world/world.ts'
import { nextPush, typeWords } from './session-pushes.ts'
import { SimulatedHandset, SubscriberLimit } from './simulated-handset.ts'
import { SimulatedPhone } from './simulated-phone.ts'

/**
 * Options of `sim.phone`: what is given counts from then on.
 *
 * @example
 * const till: SimulatedPhoneOptions = { channel: 'pos', operator: 'POS-ios' }
 */
export interface SimulatedPhoneOptions {
  /** Where the service is used. Default `ussd`. */
  readonly channel?: Channel | undefined
  /** The kind of its pushes: on USSD `ussd`, or `programmable` if a programmable service serves your code. Default `ussd`. */
  readonly kind?: TurnKind | undefined
  /** Operator of its pushes. Default `network`; on rich channels their name, such as `webstore` or `POS-Android`. */
  readonly operator?: string | undefined
  /** Mobile of its pushes. Default: the number; on rich channels an identifier of the user. */
  readonly mobile?: string | undefined
  /** ServiceCode of its pushes. Default: the first number of the dialled code; on rich channels `service`. */
  readonly serviceCode?: string | undefined
  /** How it is drawn: as a smartphone, or as the cheapest handset. Default `smart`. */
  readonly skin?: Skin | undefined
  /** Where a new one stands among the phones, from 0. Default: behind them. */
  readonly place?: number | undefined
}

/** Phones, and what the service does between them and the application. */
export class Gateway {
  readonly #service: Service
  readonly #checkout: Checkout
  readonly #messages: SimulatedMessages
  readonly #limit: SubscriberLimit
  readonly #watched: unknown
  readonly #handsets = new Map<string, SimulatedHandset>()
  readonly #phones = new Map<string, SimulatedPhone>()

  /** @param watched what must not be closed before the steps of its phones ran */
  constructor(service: Service, checkout: Checkout, messages: SimulatedMessages, watched: unknown) {
    this.#service = service
    this.#checkout = checkout
    this.#messages = messages
    this.#watched = watched
    this.#limit = new SubscriberLimit(service, (session) => this.#timeOut(session))
  }

  /** The phone of a number: the same one each time, on each channel. @throws FMW_SIMULATOR_STATE, FMW_PHONE_CHANNEL */
  phone(written: string, given: SimulatedPhoneOptions = {}): SimulatedPhone {
    checkFields(given, phoneChecks, wrongIn('sim.phone'))
    const { place, ...options } = ownOptions(given)
    const number = this.#numberOf(written)
    const { channel = 'ussd', skin } = options
    const key = phoneKey(number, channel)
    const { kind, operator, mobile, serviceCode } = readCaller({ mobile: userOf(number, channel), ...options, channel })
    const known = this.#service.world.phones.get(key)
    const usual: PhoneState = {
      number,
      channel,
      kind,
      operator,
      mobile,
      serviceCode: serviceCode ?? null,
      skin: skin ?? 'smart',
      sessionId: null,
    }
    if (known === undefined) {
      insert(this.#service.world.phones, key, usual, place)
      this.#service.changes.tell('phones')
    } else {
      const { kind, operator, mobile, serviceCode, skin } = { ...known, ...options }
      Object.assign(known, { kind, operator, mobile, serviceCode, skin })
    }
    const phone = this.#phones.get(key) ?? this.#make(key, usual)
    this.#phones.set(key, phone)
    return phone
  }

  /** Every phone that there is, in the order in which they came. */
  get phones(): readonly SimulatedPhone[] {
    return [...this.#service.world.phones.values()].map(({ number, channel }) => this.phone(number, { channel }))
  }

  /** Takes a phone away. @returns what `phone` takes to have it again @throws FMW_SIMULATOR_STATE */
  async remove(written: string, channel: Channel): Promise<SimulatedPhoneOptions> {
    const number = this.#numberOf(written)
    const key = phoneKey(number, channel)
    const state = this.#service.world.phones.get(key)
    if (state === undefined) throw new FMW_SIMULATOR_STATE(`can't take ${number} away: it has no phone on '${channel}'`)
    const place = [...this.#service.world.phones.keys()].indexOf(key)
    const phone = this.phone(number, { channel })
    if (phone.isOpen) await phone.hangUp()
    this.#service.world.phones.delete(key)
    this.#phones.delete(key)
    this.#handsets.delete(key)
    this.#service.changes.tell('phones')
    const { kind, operator, mobile, serviceCode, skin } = state
    return { channel, kind, operator, mobile, serviceCode: serviceCode ?? undefined, skin, place }
  }

  /** What subscribers see in place of the application (reference 7.2); null where nothing is out of order. */
  get error(): string | null {
    return this.#service.world.gatewayError
  }

  set error(code: string | null) {
    const known = [...ussdErrorCodes, ...networkMessages].map((row) => row.code)
    if (code !== null && !known.includes(code))
      throw new FMW_SIMULATOR_STATE(`can't show '${code}': there are ${known.join(', ')}`)
    this.#service.world.gatewayError = code
    this.#service.changes.tell('gateway')
  }

  #numberOf(written: string): string {
    const number = mobileOf(String(written), this.#service.settings.messages.country)
    if (/^\+\d{7,17}$/.test(number)) return number
    throw new FMW_SIMULATOR_STATE(`has no phone '${written}': write its number in international form, +233000000000`)
  }

  #make(key: string, usual: PhoneState): SimulatedPhone {
    let own = usual
    let { world } = this.#service
    const state = (): PhoneState => {
      // It was taken away: what still holds it must not bring it back.
      if (this.#handsets.get(key) !== handset) return own
      // After a reset it's as new, and there again once somebody dials.
      if (world !== this.#service.world) own = { ...usual, sessionId: null }
      world = this.#service.world
      own = world.phones.get(key) ?? own
      return own
    }
    const use = (): PhoneState => {
      const used = state()
      if (this.#handsets.get(key) === handset) world.phones.set(key, used)
      return used
    }
    const { bills, customer } = this.#checkout
    const handset: SimulatedHandset = new SimulatedHandset(
      { service: this.#service, bills, customer, limit: this.#limit, state, use },
      undefined,
    )
    this.#handsets.set(key, handset)
    return new SimulatedPhone(handset, this.#watched, () => this.#messages.thread(usual.number))
  }

  /** The subscriber didn't answer in time. */
  async #timeOut(session: Session): Promise<void> {
    const holder = [...this.#service.world.phones.values()].find(({ sessionId }) => sessionId === session.id)
    if (holder === undefined) return this.#abandon(session)
    const { number, channel } = holder
    this.phone(number, { channel })
    await this.#handsets.get(phoneKey(number, channel))?.timeout()
  }

  /** A session whose phone dialled again: nobody sees how it ends, but the application is told. */
  async #abandon(session: Session): Promise<void> {
    session.ended = 'timeout'
    const { kind, id: sessionId, mobile } = session
    const fields = nextPush(session, typeWords[kind].timeout, '')
    this.#limit.stop(session)
    await this.#service.sender.tell({ kind, fields, url: null, about: { sessionId, mobile } })
  }
}

const phoneChecks: Checks<SimulatedPhoneOptions> = {
  // FMW_PHONE_CHANNEL says it.
  channel: anything,
  kind: aWordOf(turnKinds),
  operator: aText,
  mobile: aText,
  serviceCode: aText,
  skin: aWordOf(['smart', 'basic'] satisfies Skin[]),
  place: aWholeNumber(0),
}

/** Under what the world has a phone. */
function phoneKey(number: string, channel: Channel): string {
  return `${number} ${channel}`
}

/** Mobile of a phone's pushes: on rich channels an identifier that says nothing of the number (reference 2.5). */
function userOf(number: string, channel: Channel): string {
  return channel === 'ussd' ? number : createHash('sha256').update(`${number} ${channel}`).digest('hex').slice(0, 16)
}

/** Puts a phone into its place, and those that stand there behind it. */
function insert(phones: Map<string, PhoneState>, key: string, phone: PhoneState, place = phones.size): void {
  const behind = [...phones].slice(place)
  for (const [one] of behind) phones.delete(one)
  for (const [one, state] of [[key, phone] as const, ...behind]) phones.set(one, state)
}
