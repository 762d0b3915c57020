import type { TurnKind } from '../../pushes/kinds.ts'
import { toHundredths } from '../checkout/bills/amount.ts'
import { shownOn } from '../dialogue/compare-screens.ts'
import type { DialoguePayment, DialoguePhone, DialogueStep } from '../dialogue/dialogue.ts'
import { FMW_SIMULATOR_STATE } from '../errors.ts'
import { isFaultName } from '../faults/table.ts'
import { readShown } from '../gateway/read-answer.ts'
import { readRichRules, readUssdRules } from '../gateway/rules.ts'
import { isTaken, type LogRow, type Origin } from '../log/row.ts'
import { readCaller } from '../phone/caller.ts'
import type { Channel, Screen } from '../phone/screen.ts'
import type { WireFields } from '../wire/names.ts'
import { Doubts } from './doubts.ts'
import { Masks } from './hidden/mask.ts'
import { SessionSecrets } from './hidden/session-secrets.ts'
import { givenSecrets } from './hidden/stand-ins.ts'
import { fieldOfCall, kindOf, readPayment } from './read-row.ts'

/** One thing that happened, as a step of a dialogue tells it. Nothing is masked yet. */
export interface Told {
  readonly step: DialogueStep
  /** The row that it is told from. */
  readonly row: LogRow
  /** What the application showed; undefined where the step shows nothing, or an error of the gateway. */
  readonly shown: Screen | undefined
}

/** A phone of a story. */
export interface StoryPhone extends DialoguePhone {
  readonly name: string
  readonly number: string
  readonly channel: Channel
}

/** What rows of the log tell. */
export interface Story {
  readonly told: readonly Told[]
  readonly phones: readonly StoryPhone[]
  /** Stand-ins, by name. */
  readonly secrets: Readonly<Record<string, string>>
  /** What was asked, in its order, and what was paid of it. */
  readonly bills: readonly { readonly asked: number; readonly paid: number }[]
  readonly masks: Masks
  /** What it can't know of what is hidden: sentences. */
  readonly doubts: readonly string[]
  /** The step that tells of a row, from 1. A row without one is told by none. */
  readonly stepOf: ReadonlyMap<LogRow, number>
}

/** Reads what rows of the log tell. @throws FMW_SIMULATOR_STATE where they can't be told, naming the row */
export function storyOf(rows: readonly LogRow[], hidden: readonly string[]): Story {
  const inOrder = [...rows].sort((one, other) => one.id - other.id)
  const teller = new StoryTeller(inOrder, hidden)
  for (const row of inOrder) teller.hear(row)
  return teller.end()
}

interface HeardSession {
  readonly phone: StoryPhone
  screen: Screen | undefined
  fields: WireFields
  bill: HeardBill | undefined
}

interface HeardBill {
  readonly id: string | undefined
  readonly asked: number
  paid: number
  /** The step that told of its last payment. */
  last: { readonly at: number; readonly outcome: string; readonly times: number } | undefined
}

const rules = { ussd: readUssdRules(), rich: readRichRules() }

class StoryTeller {
  readonly #told: Told[] = []
  /** By their channels and numbers. */
  readonly #phones = new Map<string, StoryPhone>()
  readonly #sessions = new Map<string, HeardSession>()
  readonly #bills: HeardBill[] = []
  readonly #seen = new Set<Origin>()
  readonly #masks = new Masks()
  readonly #doubts = new Doubts()
  /** Their names, by what was entered. */
  readonly #secrets = new Map<string, string>()
  readonly #sent: SessionSecrets
  /** Rows that a step tells of together with a later one, by its place. */
  readonly #together = new Map<LogRow, number>()
  /** Messages on their way to phones: they may have been sent before what they thank for was told. */
  #coming: Told[] = []

  constructor(rows: readonly LogRow[], hidden: readonly string[]) {
    this.#sent = new SessionSecrets(rows, this.#doubts)
    for (const text of givenSecrets(hidden)) this.#masks.addSecret(text)
    for (const { text, row, answered } of [...this.#sent.entered, ...this.#sent.dialled])
      this.#masks.addSecret(text, row, answered)
    for (const { text, row } of this.#sent.open) this.#masks.addOpen(text, row)
  }

  hear(row: LogRow): void {
    const { origin, about, kind, attempt } = row
    if (row.direction === 'call') this.#call(row)
    // What came beside it, or again by itself, comes by itself when it's played.
    if (origin === null || attempt > 1 || (this.#seen.has(origin) && row.faults.length > 0)) return
    this.#seen.add(origin)
    if (origin.phone !== null) this.#turn(row, origin, origin.phone)
    else if (about.billId !== undefined) this.#payment(row, origin, about.billId)
    else if (kind === 'inboundMessage' && about.messageId !== undefined) this.#text(row, origin)
    // Else it's the service's own: a report of a message, the end of a session that was left.
    else if (about.messageId === undefined && about.sessionId === undefined) {
      this.#masks.addPhonesOf(origin.fields)
      this.#tell(row, { trigger: { kind: kindOf(row), fields: origin.fields } })
    }
  }

  end(): Story {
    this.#arrive()
    for (const { row, shown, step } of this.#told) {
      const text = shown?.text ?? step.receives
      if (text !== undefined && this.#masks.hidesIn(text, row)) this.#doubts.add('shown', row.id)
      const sent = step.dial ?? step.reply ?? step.texts
      if (sent !== undefined && this.#masks.hidesSent(sent, row)) this.#doubts.add('sent', row.id)
    }
    return {
      told: this.#told,
      phones: [...this.#phones.values()],
      secrets: Object.fromEntries([...this.#secrets].map(([text, name]) => [name, this.#masks.standIn(text)])),
      bills: this.#bills.map(({ asked, paid }) => ({ asked, paid: toHundredths(paid) })),
      masks: this.#masks,
      doubts: this.#doubts.sentences,
      stepOf: new Map([
        ...[...this.#together].map(([row, at]) => [row, at + 1] as const),
        ...this.#told.map(({ row }, at) => [row, at + 1] as const),
      ]),
    }
  }

  #call(row: LogRow): void {
    const { kind, about } = row
    if (!isTaken(row.response)) return
    if (kind === 'checkoutInvoice') {
      const asked = Number(fieldOfCall(row, 'totalAmount'))
      this.#bills.push({ id: about.billId, asked, paid: 0, last: undefined })
    }
    if (kind !== 'sendMessage' && kind !== 'quickSend') return
    const text = fieldOfCall(row, 'Content')
    const to = about.mobile ?? fieldOfCall(row, 'To')
    if (typeof text !== 'string' || typeof to !== 'string') return
    const phone = this.#phone({ number: to, channel: 'ussd' })
    this.#masks.addShown(text, row)
    this.#coming.push({ row, step: { receives: text, ...this.#of(phone) }, shown: undefined })
  }

  #turn(row: LogRow, { fields }: Origin, from: NonNullable<Origin['phone']>): void {
    const sessionId = String(fields.SessionId)
    const type = String(fields.Type).toLowerCase()
    const text = String(fields.Message ?? '')
    const known = this.#sessions.get(sessionId)
    const isRepeated = known?.fields === fields
    if (type === 'initiation' && !isRepeated) this.#arrive()
    else if (known === undefined) {
      throw new FMW_SIMULATOR_STATE(
        `can't tell row ${row.id}, which goes on with a session: choose its rows from the dial on, sim.log.rows({ sessionId: '${sessionId}' })`,
      )
    }
    const phone = known?.phone ?? this.#phone(from, fields)
    const isSecret = this.#sent.isSecret(row)
    if (!isSecret) this.#masks.addPhonesIn(text)
    const isLast = type === 'release' || type === 'timeout'
    const screen = isLast ? undefined : this.#screenOf(row, fields, phone)
    const asked = screen === undefined ? undefined : askedBy(screen)
    const session: HeardSession = { phone, screen, fields, bill: known?.bill }
    if (asked !== undefined && !isRepeated && known?.screen?.type !== 'release') {
      session.bill = { id: undefined, asked, paid: 0, last: undefined }
      this.#bills.push(session.bill)
    }
    const action = isRepeated ? { repeatLast: true as const } : this.#actionOf(type, text, phone, isSecret, row)
    const expected =
      screen === undefined
        ? {}
        : {
            screen: shownOn(screen, phone.channel),
            ...(screen.type !== 'response' && { ends: true }),
            ...(asked !== undefined && !isRepeated && { asks: asked }),
          }
    this.#sessions.set(sessionId, session)
    if (screen !== undefined) this.#masks.addShown(screen.text, row)
    this.#tell(row, { ...action, ...this.#of(phone), ...expected }, screen)
  }

  #actionOf(type: string, text: string, { channel }: StoryPhone, isSecret: boolean, row: LogRow): DialogueStep {
    if (type === 'initiation') return { dial: channel === 'ussd' ? text : '' }
    if (type === 'response') return isSecret && text !== '' ? { secret: this.#secret(text) } : { reply: text }
    if (type === 'release') return { hangUp: true }
    if (type === 'timeout') return { timeout: true }
    if (text === '') return { push: String(row.origin?.fields.Type) }
    throw new FMW_SIMULATOR_STATE(`can't tell row ${row.id}: a dialogue has no push of the Type ${type} with a Message`)
  }

  #screenOf(row: LogRow, { SessionId, Operator }: WireFields, { channel }: StoryPhone): Screen {
    const kind: TurnKind = row.kind === 'ussd' ? 'ussd' : 'programmable'
    const session = { id: String(SessionId), kind, operator: String(Operator), channel }
    return readShown(row, row.response, session, rules).screen
  }

  #payment(row: LogRow, { fields }: Origin, billId: string): void {
    const session = this.#sessions.get(row.about.sessionId ?? '')
    if (session === undefined && row.kind !== 'checkout') {
      throw new FMW_SIMULATOR_STATE(
        `can't tell row ${row.id}, the notice of a payment whose session isn't among the rows: choose those too, sim.log.rows({ sessionId: '${row.about.sessionId}' })`,
      )
    }
    const bill = session?.bill ?? this.#invoice(billId)
    const { outcome, amount, code } = readPayment(fields)
    if (outcome === 'refunded')
      throw new FMW_SIMULATOR_STATE(`can't tell row ${row.id}: a dialogue has no refunds. Leave it out`)
    if (outcome === 'paid') bill.paid += amount
    const how: DialoguePayment = {
      ...(outcome === 'paid' && amount !== bill.asked && { amount }),
      ...(outcome === 'cancelled' && { cancels: true as const }),
      ...(outcome === 'failed' && { fails: code }),
    }
    const of = session === undefined ? {} : this.#of(session.phone)
    if (bill.last !== undefined && row.kind !== 'checkout' && bill.last.outcome !== outcome)
      throw new FMW_SIMULATOR_STATE(`can't tell row ${row.id}: in a dialogue a prompt is answered once. Leave it out`)
    const times = bill.last?.outcome === outcome && outcome === 'paid' ? bill.last.times + 1 : 1
    const paying = times > 1 ? { ...how, times } : how
    const action: DialogueStep =
      row.kind === 'checkout' ? { pays: paying } : outcome === 'cancelled' ? { refuse: true } : { approve: paying }
    const told = toldOf(row, { ...action, ...of })
    const at = times > 1 ? (bill.last?.at ?? 0) : this.#told.length
    const earlier = this.#told[at]
    if (earlier !== undefined) this.#together.set(earlier.row, at)
    this.#told[at] = told
    bill.last = { at, outcome, times }
  }

  /** Of an invoice that was made before the rows begin nobody knows what was asked. */
  #invoice(id: string): HeardBill {
    return this.#bills.find((bill) => bill.id === id) ?? { id, asked: Number.NaN, paid: 0, last: undefined }
  }

  #text(row: LogRow, { fields }: Origin): void {
    const phone = this.#phone({ number: String(fields.from), channel: 'ussd' })
    const text = String(fields.fulltext)
    this.#masks.addPhonesIn(text)
    this.#tell(row, { texts: text, ...this.#of(phone) })
  }

  #tell(row: LogRow, step: DialogueStep, shown?: Screen): void {
    this.#told.push(toldOf(row, step, shown))
  }

  #arrive(): void {
    this.#told.push(...this.#coming)
    this.#coming = []
  }

  #secret(text: string): string {
    const known = this.#secrets.get(text)
    if (known !== undefined) return known
    const name = this.#secrets.size === 0 ? 'PIN' : `PIN_${this.#secrets.size + 1}`
    this.#secrets.set(text, name)
    return name
  }

  /** Of whom a step is, where it isn't the first. */
  #of(phone: StoryPhone): Pick<DialogueStep, 'phone'> {
    return phone.name === firstPhone ? {} : { phone: phone.name }
  }

  #phone({ number, channel }: NonNullable<Origin['phone']>, fields?: WireFields): StoryPhone {
    const key = `${channel} ${number}`
    const known = this.#phones.get(key)
    if (known !== undefined) return known
    this.#masks.addPhone(number)
    const name = this.#phones.size === 0 ? firstPhone : `phone${this.#phones.size + 1}`
    const phone = { name, number, channel, ...(fields !== undefined && unusual(channel, fields)) }
    this.#phones.set(key, phone)
    return phone
  }
}

const firstPhone = 'phone'

function toldOf(row: LogRow, step: DialogueStep, shown?: Screen): Told {
  const faults = row.faults.filter(isFaultName)
  const status = row.response?.status ?? 200
  const isRefused = shown === undefined && faults.length === 0 && (status < 200 || status > 299)
  return {
    row,
    step: { ...step, ...(faults.length > 0 && { faults }), ...(isRefused && { status }) },
    shown: shown?.gatewayError === undefined ? shown : undefined,
  }
}

/** What of a phone's pushes isn't as usual on its channel. */
function unusual(channel: Channel, fields: WireFields): Omit<DialoguePhone, 'number' | 'channel'> {
  const isProgrammable = fields.Sequence === undefined
  const usual = readCaller({ channel })
  const operator = String(fields.Operator)
  const serviceCode = String(fields.ServiceCode)
  const usualCode = usual.serviceCode ?? /^\*(\d+)/.exec(String(fields.Message))?.[1] ?? ''
  return {
    ...(channel === 'ussd' && isProgrammable && { kind: 'programmable' }),
    ...(operator !== usual.operator && { operator }),
    ...(serviceCode !== usualCode && { serviceCode }),
  }
}

function askedBy({ payment, item }: Screen): number | undefined {
  if (item !== undefined) return toHundredths(item.reduce((sum, { quantity, price }) => sum + quantity * price, 0))
  return payment !== undefined && payment.amount > 0 ? payment.amount : undefined
}
