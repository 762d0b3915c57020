import type { Payment } from '../checkout/customers/customer.ts'
import type { Face } from '../control/face.ts'
import { FMW_SIMULATOR_STATE } from '../errors.ts'
import type { Struck } from '../faults/fault.ts'
import { type ActiveFault, faultTable, isFaultName } from '../faults/table.ts'
import type { SimulatedPhone } from '../gateway/simulated-phone.ts'
import { isTaken, type LogRow } from '../log/row.ts'
import type { PhoneMessage } from '../messages/phone-messages.ts'
import { compareScreens, type Seen, seenOn } from './compare-screens.ts'
import {
  type ActionName,
  actionOf,
  type Dialogue,
  type DialogueEnding,
  type DialoguePayment,
  type DialogueStep,
  turnActions,
  usualNumber,
} from './dialogue.ts'

/** What came of a step. */
export interface Played {
  /** Undefined where the step shows nothing. */
  readonly seen: Seen | undefined
  /** Null where all is as expected. */
  readonly problem: string | null
  /** Whether it could not be done, so that nothing can come after it. */
  readonly isFatal: boolean
}

/** What a dialogue is played with. */
export interface PlayingParts {
  /** What is entered, by name. */
  readonly secrets: ReadonlyMap<string, string>
  /** A text with stand-ins for them. */
  readonly disguise: (text: string) => string
  /** Is called when time was moved on. */
  readonly onTime: () => void
  /** ms of the machine's own time that the application has to send a message. */
  readonly within: number
}

/** Does what the steps of a dialogue say, on a simulator, and compares what comes. */
export class Playing {
  readonly #sim: Face
  readonly #parts: PlayingParts
  readonly #phones: ReadonlyMap<string, SimulatedPhone>
  readonly #received = new Set<string>()
  /** The faults that it switched on, with what they took the place of. */
  readonly #armed = new Map<ActiveFault, ActiveFault | undefined>()
  /** Calls that sent a message, and for which time was moved on. */
  #carried = 0

  constructor(sim: Face, dialogue: Dialogue, parts: PlayingParts) {
    this.#sim = sim
    this.#parts = parts
    const { phones = { phone: {} }, faults = {} } = dialogue
    this.#phones = new Map(
      Object.entries(phones).map(([name, { number, ...options }], at) => [
        name,
        sim.phone(number ?? usualNumber(at), options),
      ]),
    )
    for (const [name, fault] of Object.entries(faults)) {
      if (!isFaultName(name)) continue
      const find = () => sim.faults.list().find((one) => one.name === name && !one.isOnce)
      const before = find()
      sim.faults.set(name, fault)
      const own = find()
      if (own !== undefined) this.#armed.set(own, before)
    }
  }

  /** Takes away the faults that it switched on, as far as they are still on. */
  takeFaultsBack(): void {
    this.#takeBack(() => true)
  }

  #takeBack(isMeant: (fault: ActiveFault) => boolean): void {
    for (const [fault, before] of [...this.#armed].filter(([one]) => isMeant(one))) {
      this.#sim.faults.takeBack(fault, before)
      this.#armed.delete(fault)
    }
  }

  async play(step: DialogueStep): Promise<Played> {
    const before = new Set(this.#armed.keys())
    try {
      const action = actionOf(step)
      const phone = this.#phoneOf(step)
      this.#breakAt(step, action, phone)
      const prompts = new Set(phone.prompts.map(({ id }) => id))
      const problem = await this.#do(action, step, phone)
      if (!turns.has(action)) return { seen: undefined, problem, isFatal: false }
      const seen = seenOn(phone, prompts, this.#parts.disguise)
      return { seen, problem: compareScreens(step, seen, this.#sim.gatewayError), isFatal: false }
    } catch (error) {
      // What can't be done, as a choice that isn't there: the phone says why. Its faults would strike a later step.
      this.#takeBack((fault) => !before.has(fault))
      return { seen: undefined, problem: error instanceof Error ? error.message : String(error), isFatal: true }
    }
  }

  #phoneOf({ phone: name }: DialogueStep): SimulatedPhone {
    const phone = name === undefined ? [...this.#phones.values()][0] : this.#phones.get(name)
    if (phone === undefined) throw new FMW_SIMULATOR_STATE(`has no phone '${name ?? 'phone'}' in this dialogue`)
    return phone
  }

  /** What breaks once, at this step: where it can, what the step itself pushes. */
  #breakAt({ faults = [] }: DialogueStep, action: ActionName, phone: SimulatedPhone): void {
    const kind = kindOf(action, phone)
    for (const written of faults) {
      const [name = '', way] = written.split('.')
      if (!isFaultName(name)) continue
      const canStrike = kind !== undefined && Object.hasOwn(faultTable[name].ways, kind)
      this.#sim.faults.next(name, { kind: canStrike ? kind : undefined, way })
      const own = this.#sim.faults.list().at(-1)
      if (own !== undefined) this.#armed.set(own, undefined)
    }
  }

  /** @returns what is wrong with what it led to, but for the screen */
  async #do(action: ActionName, step: DialogueStep, phone: SimulatedPhone): Promise<string | null> {
    const sim = this.#sim
    const text = String(step[action])
    switch (action) {
      case 'dial':
        return done(await phone.dial(text))
      case 'redial':
        return done(await phone.redial())
      case 'reply':
        return done(await phone.reply(text))
      case 'secret':
        return done(await phone.reply(this.#parts.secrets.get(text) ?? ''))
      case 'choose':
        return done(await phone.choose(text))
      case 'hangUp':
        return done(await phone.hangUp())
      case 'timeout':
        return done(await phone.timeout())
      case 'repeatLast':
        return done(await phone.repeatLast())
      case 'push':
        return done(await phone.push(text))
      case 'approve':
        await phone.approve(optionsOf(step.approve))
        return noticed(step, phone.lastPayment)
      case 'refuse':
        await phone.refuses()
        return noticed(step, phone.lastPayment)
      case 'pays':
        return noticed(step, await sim.customer.pays(this.#invoiceOf(step.pays), optionsOf(step.pays)))
      case 'finishes':
        return noticed(step, await sim.customer.finishes(this.#pendingOf(step.finishes), optionsOf(step.finishes)))
      case 'texts':
        return answered(step, [await sim.messages.from(phone.number, text)])
      case 'receives':
        return await this.#receive(text, phone)
      case 'wait':
        await sim.advance(step.wait ?? 0)
        return done(this.#parts.onTime())
      case 'trigger':
        return answered(step, step.trigger ? [await sim.trigger(step.trigger.kind, step.trigger.fields)] : [])
      case 'gateway':
        sim.gatewayError = text === 'none' ? null : text
        return null
    }
  }

  #invoiceOf({ reference }: DialoguePayment = {}): string {
    if (reference !== undefined) return reference
    const newest = this.#sim.ledger().rows.findLast(({ source }) => source === 'checkout')?.bill
    if (newest === undefined || newest === null)
      throw new FMW_SIMULATOR_STATE('has no invoice to be paid: the application made none')
    return newest
  }

  #pendingOf({ reference }: DialogueEnding = {}): string {
    const bill = reference ?? this.#sim.customer.pending.at(-1)?.id
    if (bill === undefined) throw new FMW_SIMULATOR_STATE('has no payment that is pending')
    return bill
  }

  /**
   * A message that the application sends takes its time: that of the simulator is moved on once for each, and the
   * application has a while of the machine's to send it.
   */
  async #receive(expected: string, phone: SimulatedPhone): Promise<string | null> {
    const end = performance.now() + this.#parts.within
    for (;;) {
      const sent = this.#sim.log.rows({ direction: 'call' }).filter(isSending).length
      if (sent > this.#carried) {
        this.#carried = sent
        await this.#sim.advance(deliveryTime)
        this.#parts.onTime()
      }
      const waiting = phone.messages.filter(
        ({ direction, messageIds }) => direction === 'in' && !this.#received.has(messageIds.join()),
      )
      const found = waiting.find(({ text }) => text.trim() === expected.trim())
      if (found !== undefined) {
        this.#received.add(found.messageIds.join())
        return null
      }
      const left = end - performance.now()
      if (left <= 0) return notReceived(expected, waiting)
      await nextRow(this.#sim, left)
    }
  }
}

const turns: ReadonlySet<ActionName> = new Set(turnActions)

function kindOf(action: ActionName, phone: SimulatedPhone): Struck | undefined {
  if (turns.has(action)) return phone.kind
  if (action === 'approve' || action === 'refuse') return phone.kind === 'ussd' ? 'ussdPayment' : 'fulfilment'
  if (action === 'pays') return 'checkout'
  return action === 'texts' ? 'inboundMessage' : undefined
}

function done(_result: unknown): null {
  return null
}

function optionsOf({ reference: _, ...options }: DialoguePayment = {}) {
  return options
}

function noticed(step: DialogueStep, payment: Payment | undefined): string | null {
  return answered(step, payment?.notices ?? [])
}

/** Whether the application took what it was told. What breaks on purpose may be refused. */
function answered({ status, faults }: DialogueStep, rows: readonly LogRow[]): string | null {
  if (status === undefined && faults !== undefined) return null
  for (const { kind, response, problem } of rows) {
    if (response === null) return `the ${kind} got no answer: ${problem}`
    const isRight = status === undefined ? isTaken(response) : response.status === status
    if (isRight) continue
    const body = response.body.toString().slice(0, 300)
    return `the ${kind} was answered with ${response.status}, not ${status ?? '2xx'}: ${body}`
  }
  return null
}

function isSending({ kind, response }: LogRow): boolean {
  return (kind === 'quickSend' || kind === 'sendMessage') && isTaken(response)
}

function notReceived(expected: string, others: readonly PhoneMessage[]): string {
  const got = others.length === 0 ? 'no other message' : others.map(({ text }) => `'${text}'`).join(', ')
  return `the message '${expected}' didn't come. There came ${got}`
}

/** ms of the simulator's time from sending to arrival, unless a setting says otherwise. */
const deliveryTime = 1_000

async function nextRow(sim: Face, within: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, within)
  const stop = sim.log.onRow(() => resolve())
  await promise
  clearTimeout(timer)
  stop()
}
