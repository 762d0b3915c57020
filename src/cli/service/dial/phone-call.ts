import { limits } from '../../../catalogue/limits.ts'
import type { SimulatedPhone } from '../../../simulator/gateway/simulated-phone.ts'
import type { LogRow } from '../../../simulator/log/row.ts'
import type { Screen } from '../../../simulator/phone/screen.ts'
import { hiddenText } from '../../../simulator/phone/secrets.ts'
import { failureOf, handlerFailed, verdictOf } from '../row-line.ts'

/** What somebody does at the phone. */
export type Act = 'dial' | 'answer' | 'hang up' | 'time out' | 'send twice' | 'dial again' | 'approve' | 'refuse'

/** One act, and what came of it. */
export interface Turn {
  readonly turn: number
  readonly act: Act
  /** What was dialled or answered; hidden where it is sensitive, null where nothing is entered. */
  readonly entered: string | null
  /** What the phone shows; null after an act that shows nothing. */
  readonly screen: Screen | null
  /** What was wrong with the application's answer; null where nothing was. */
  readonly problem: string | null
  /** From the push to its answer; null where nothing was pushed to a screen. */
  readonly ms: number | null
  /** What the phone is asked to pay after it; null where nothing. */
  readonly prompt: { readonly amount: number; readonly description: string } | null
  /** The notices of a payment, and what came of each. */
  readonly notices: readonly { readonly kind: string; readonly ms: number; readonly verdict: string }[]
  readonly isOpen: boolean
}

/** A phone that is used at a terminal. */
export class PhoneCall {
  readonly phone: SimulatedPhone
  readonly #code: string
  readonly #rows: () => readonly LogRow[]
  #turns = 0
  /** Whether the subscriber saw an error in the place of a screen that they had asked for: of the gateway, or the plugin's polite one. */
  hasFailed = false

  /** @param rows of the log: what a handler threw stands there */
  constructor(phone: SimulatedPhone, code: string, rows: () => readonly LogRow[]) {
    this.phone = phone
    this.#rows = rows
    this.#code = code
  }

  /** ms that are left for an answer; null where nothing hurries. @param now by the simulator's clock */
  left(now: number): number | null {
    return this.phone.answerBy === null ? null : Math.max(0, this.phone.answerBy - now)
  }

  async do(act: Act, text = ''): Promise<Turn> {
    this.#turns += 1
    const turn = this.#turns
    const { phone } = this
    const isHidden = phone.hidesNext
    const entered = act === 'answer' ? (isHidden ? hiddenText : text) : act === 'dial' ? this.#code : null
    const isPayment = act === 'approve' || act === 'refuse'
    const screen = await this.#step(act, text)
    const [prompt] = phone.prompts
    const thrown = isPayment ? null : this.#failure()
    if (asks.has(act) && (screen.gatewayError !== undefined || thrown !== null)) this.hasFailed = true
    return {
      turn,
      act,
      entered,
      screen: isPayment || act === 'hang up' ? null : screen,
      problem: isPayment ? null : (phone.problem ?? thrown),
      ms: isPayment ? null : screen.ms,
      prompt: prompt === undefined ? null : { amount: prompt.amount, description: prompt.description },
      notices: isPayment ? this.#notices() : [],
      isOpen: phone.isOpen,
    }
  }

  /** The subscriber gets a polite screen: a handler that threw is to be seen all the same. */
  #failure(): string | null {
    const row = this.#rows().findLast(({ kind }) => kind === this.phone.kind)
    return row === undefined || verdictOf(row) !== handlerFailed ? null : (failureOf(row)[0] ?? 'Your handler failed')
  }

  #step(act: Act, text: string): Promise<Screen> {
    const { phone } = this
    const steps: Readonly<Record<Act, () => SimulatedPhone>> = {
      dial: () => phone.dial(this.#code),
      answer: () => phone.reply(text),
      'hang up': () => phone.hangUp(),
      'time out': () => phone.timeout(),
      'send twice': () => phone.repeatLast(),
      'dial again': () => phone.redial(),
      approve: () => phone.approve(),
      refuse: () => phone.refuses(),
    }
    return steps[act]().run()
  }

  #notices(): Turn['notices'] {
    const rows = this.phone.lastPayment?.notices ?? []
    return rows.map((row) => ({ kind: row.kind, ms: row.ms, verdict: verdictOf(row) }))
  }
}

/** Who times out or hangs up asks for no screen. */
const asks: ReadonlySet<Act> = new Set<Act>(['dial', 'answer', 'send twice', 'dial again'])

/** ms within which an application must answer a turn. */
export const turnLimit = limits.applicationResponse.max
