import { setImmediate as nextLoop, setTimeout as wait } from 'node:timers/promises'
import { type Kind, notificationKinds } from '../../pushes/kinds.ts'
import { type AppInbox, worksOf } from '../checkout/ledger/app-inbox.ts'
import type { Dialogue, DialogueStep } from '../dialogue/dialogue.ts'
import { Playing } from '../dialogue/playing.ts'
import type { BuiltApp } from '../dialogue/run-dialogue.ts'
import type { SimulatedPhone } from '../gateway/simulated-phone.ts'
import type { LogRow } from '../log/row.ts'
import type { Simulator } from '../simulator.ts'
import type { ConnectOptions } from '../wire/addresses.ts'
import { kindsLetIn } from '../wire/forgery/forger.ts'
import { parseJson } from '../wire/names.ts'
import type { BlockedLoop } from './blocked-loop.ts'
import {
  type Books,
  type Cause,
  type ChaosApp,
  checkBooks,
  checkBuilt,
  deliveriesOf,
  judgeMoney,
  OrderWatch,
} from './books.ts'
import { ownWords } from './next-step.ts'
import type { Violation } from './violation.ts'

/** What a story is played with. */
export interface Stage {
  readonly sim: Simulator
  readonly app: ChaosApp
  readonly loop: BlockedLoop
  /** For how long nothing else may be kept waiting, ms. */
  readonly blocked: number
  readonly headers: ConnectOptions['headers']
  /** Hears how long a step waited for what the application answers, ms: where that is long. */
  readonly onWaited: (ms: number) => void
}

/** One story, step by step, on an application that is as new: after each step everything is held to the rules. */
export class StoryRun {
  readonly #stage: Stage
  readonly #built: BuiltApp
  readonly #playing: Playing
  readonly #orders = new OrderWatch()
  readonly #rows = new RowWatch()
  readonly dialogue: Dialogue
  readonly phones: readonly (readonly [name: string, phone: SimulatedPhone])[]
  /** What the application receives. */
  readonly kinds: ReadonlySet<Kind>
  /** What each has typed that nobody else may read. */
  readonly #typed = new Map<string, Set<string>>()
  #lastRow = 0
  #answered: string | null = null

  /** @param dialogueFor the story for an application that receives these kinds */
  static async open(stage: Stage, dialogueFor: (kinds: ReadonlySet<Kind>) => Dialogue): Promise<StoryRun> {
    const { sim, app, loop, headers } = stage
    sim.reset()
    const built = checkBuilt(await app.build(sim))
    await sim.connect(built, { headers })
    await loop.longest()
    return new StoryRun(stage, built, dialogueFor)
  }

  private constructor(stage: Stage, built: BuiltApp, dialogueFor: (kinds: ReadonlySet<Kind>) => Dialogue) {
    this.#stage = stage
    this.#built = built
    this.kinds = new Set(built.merchant.urls.map(({ kind }) => kind))
    const dialogue = dialogueFor(this.kinds)
    this.dialogue = dialogue
    this.#playing = new Playing(stage.sim, dialogue, {
      secrets: new Map(),
      disguise: (text) => text,
      onTime: () => undefined,
      within: 0,
    })
    const { sim } = stage
    this.phones = Object.entries(dialogue.phones ?? {}).map(([name, { number = '', ...options }]) => [
      name,
      sim.phone(number, options),
    ])
  }

  /** What the newest invoice asks for, where nobody has paid it. */
  get invoice(): number | undefined {
    const newest = this.#stage.sim.ledger().rows.findLast(({ source }) => source === 'checkout')
    return newest?.paid === 0 ? newest.asked : undefined
  }

  /** Whether a payment is pending, whose customer may still pay. */
  get isPending(): boolean {
    return this.#stage.sim.customer.pending.length > 0
  }

  /** @returns what broke a rule; `impossible` where the step can't be done here */
  async play(step: DialogueStep): Promise<Violation | 'impossible' | undefined> {
    const [first] = this.phones
    const [name, phone] = this.phones.find(([one]) => one === step.phone) ?? first ?? []
    if (name === undefined || phone === undefined) return 'impossible'
    const before = phone.lastScreen?.text ?? null
    const isFresh = step.reply !== undefined || step.dial?.replace(/^\*\d+/, '').includes('*') === true
    this.#answered = isFresh ? withoutNumbers(before ?? '') : null
    if (step.reply !== undefined) this.#note(name, step.reply)
    const begun = performance.now()
    const { isFatal } = await this.#playing.play(this.#withoutVainForgery(step))
    if (isFatal) return 'impossible'
    await this.#settle(patience)
    const waited = performance.now() - begun
    if (waited > longWait) this.#stage.onWaited(waited)
    const rows = this.#newRows()
    const text = rows.find(({ kind }) => kind === 'inboundMessage')?.about.messageId
    if (step.texts !== undefined) this.#answered = step.texts
    const cause = { session: text ?? phone.sessionId ?? '', answered: this.#answered }
    return (
      (await this.#rows.judge(rows, this.#built.merchant.inbox)) ??
      (await this.#judgeLoop(step)) ??
      this.#judgeScreens() ??
      (await this.#judgeBooks(cause, false))
    )
  }

  /** Everything that is on its way arrives; then what is paid must be delivered. */
  async finish(): Promise<Violation | undefined> {
    const { sim } = this.#stage
    await sim.advance(untilAllIsTold)
    await this.#settle(mostTries)
    const found = await this.#rows.judge(this.#newRows(), this.#built.merchant.inbox)
    return found ?? (await this.#judgeEnd())
  }

  /** A worker of the application may deliver just after its handler returned: it gets a while to do so. */
  async #judgeEnd(): Promise<Violation | undefined> {
    const judge = () => this.#judgeBooks({ session: '', answered: null }, true)
    let found = await judge()
    for (let looks = 0; found?.rule === 'paidUndelivered' && looks < looksAtTheEnd; looks++) {
      await wait(betweenLooks)
      found = await judge()
    }
    return found
  }

  async close(): Promise<void> {
    await this.#built.close()
  }

  /** What comes from this machine's address is no forgery where that address may push. */
  #withoutVainForgery(step: DialogueStep): DialogueStep {
    if (step.faults === undefined || kindsLetIn(this.#built.merchant).size === 0) return step
    return { ...step, faults: step.faults.filter((name) => name !== 'forge') }
  }

  /** Handlers run after the answer, and scripts run again at their author's desk. @param patience how often what waits for later is looked at */
  async #settle(patience: number): Promise<void> {
    // A push that isn't answered for long is judged when its answer comes, or doesn't.
    const late = new AbortController()
    const { sim } = this.#stage
    const bound = wait(longestSettling, undefined, { signal: late.signal }).catch(() => undefined)
    await Promise.race([sim.settled(), bound])
    late.abort()
    const { inbox } = this.#built.merchant
    let before = 0
    for (let tries = 0, still = 0; tries < mostTries && still < patience; tries++) {
      const { waiting = 0, running = 0 } = (await inbox.count?.({ kinds: notificationKinds })) ?? {}
      if (waiting + running === 0) break
      still = running === 0 && waiting === before ? still + 1 : 0
      before = waiting
      await wait(tries)
    }
    for (let loops = 0; loops < loopsOfARehearsal; loops++) await nextLoop()
  }

  #note(name: string, typed: string): void {
    if (!ownWords.includes(typed)) return
    const words = this.#typed.get(name) ?? new Set()
    this.#typed.set(name, words.add(typed))
  }

  #newRows(): readonly LogRow[] {
    const rows = this.#stage.sim.log.rows({ direction: 'push' }).filter(({ id }) => id > this.#lastRow)
    this.#lastRow = rows.at(-1)?.id ?? this.#lastRow
    return rows
  }

  async #judgeLoop({ wait: passed }: DialogueStep): Promise<Violation | undefined> {
    const longest = await this.#stage.loop.longest()
    if (longest < this.#stage.blocked || passed !== undefined) return undefined
    return { rule: 'blocked', text: `nothing else could run for more than ${this.#stage.blocked} ms` }
  }

  #judgeScreens(): Violation | undefined {
    for (const [name, phone] of this.phones) {
      const text = phone.lastScreen?.text ?? ''
      for (const [other, { number }] of this.phones) {
        if (other === name) continue
        const words = [number.slice(-shownDigits), ...(this.#typed.get(other) ?? [])]
        const found = words.find((word) => text.includes(word) && this.#typed.get(name)?.has(word) !== true)
        if (found !== undefined && number !== phone.number)
          return { rule: 'screenOfAnother', text: `${name} sees '${found}', which is ${other}'s` }
      }
    }
    return undefined
  }

  async #judgeBooks(cause: Cause, isOver: boolean): Promise<Violation | undefined> {
    const { sim, app } = this.#stage
    const books: Books = app.books === undefined ? {} : checkBooks(await app.books(this.#built))
    return this.#orders.look(books.orders ?? [], cause) ?? judgeMoney(sim, await deliveriesOf(sim, books), isOver)
  }
}

function withoutNumbers(text: string): string {
  return text.replaceAll(/\d+/g, '#')
}

/** ms of the simulator's time: retries and reordered notices have come by then. */
const untilAllIsTold = 7_200_000
const shownDigits = 9
const mostTries = 20
const patience = 5
/** ms of the machine's own time. */
const longWait = 1_000
const longestSettling = 5_000
const loopsOfARehearsal = 4
/** 300 ms of the machine's own time. */
const looksAtTheEnd = 12
const betweenLooks = 25

/** Holds what the log says of a story to the rules. */
class RowWatch {
  /** Sessions in which something broke on purpose. */
  readonly #struck = new Set<string>()

  /** @param inbox of the application: it knows what the plugin itself waits for */
  async judge(rows: readonly LogRow[], inbox: AppInbox): Promise<Violation | undefined> {
    for (const { faults, about } of rows) if (faults.length > 0) this.#struck.add(about.sessionId ?? '')
    for (const row of rows) {
      const found = judgeAnswer(row) ?? this.#judgeReply(row)
      if (found === undefined) continue
      const errors = await errorsOf(row, inbox)
      if (errors?.length !== 0) return withError(found, errors)
    }
    return undefined
  }

  /** What the simulator itself calls wrong of a reply, what no subscriber may read, and what stands in the place of a reply. */
  #judgeReply({ kind, response, problem, about, timing }: LogRow): Violation | undefined {
    if (!isTurn(kind) || response === null || this.#struck.has(about.sessionId ?? '')) return undefined
    if (problem !== null) return { rule: 'wrongReply', text: `a reply to a turn of ${kind}: ${problem}` }
    const reply = Object(parseJson(response.body.toString()))
    const shown = exception.exec(String(Reflect.get(reply, 'Message') ?? Reflect.get(reply, 'message') ?? ''))?.[0]
    if (shown !== undefined)
      return { rule: 'wrongReply', text: `a reply to a turn of ${kind}: it shows an exception, '${shown}'` }
    if (timing?.thrown === undefined) return undefined
    const { line, place } = timing.thrown
    const where = place === null ? '' : ` at ${place}`
    return { rule: 'handlerFailed', text: `the handler of a turn of ${kind} failed${where}: ${line}` }
  }
}

function judgeAnswer({ kind, response, problem, faults, ms, deadline }: LogRow): Violation | undefined {
  if (faults.some((name) => excuses.has(name))) return undefined
  if (response !== null && response.status >= 500)
    return { rule: 'serverError', text: `a push of ${kind} was answered with ${response.status}` }
  if (!isTurn(kind)) return undefined
  if (response === null) return { rule: 'unanswered', text: `a turn got no answer: ${problem}` }
  return deadline !== null && ms > deadline
    ? { rule: 'unanswered', text: `a turn was answered after its limit of ${deadline} ms` }
    : undefined
}

/**
 * What handlers threw at the notices of a payment; undefined where the inbox knows nothing of it. With a store in memory the plugin
 * answers 500 until the service has a final word about a payment: then the handler wasn't called, and there is no error.
 */
async function errorsOf({ kind, response, about }: LogRow, inbox: AppInbox): Promise<readonly string[] | undefined> {
  if (isTurn(kind) || response?.status !== 500 || about.billId === undefined) return undefined
  if (Reflect.get(Object(parseJson(response.body.toString())), 'code') !== 'FMW_HANDLER') return undefined
  const works = await worksOf(inbox, about.billId)
  if (works.length === 0) return undefined
  return works.flatMap(({ attempts }) => attempts.flatMap(({ error }) => error ?? []))
}

function withError(found: Violation, errors: readonly string[] | undefined): Violation {
  const error = errors?.at(-1)
  return error === undefined ? found : { ...found, text: `${found.text}: its handler threw ${error}` }
}

function isTurn(kind: LogRow['kind']): boolean {
  return kind === 'ussd' || kind === 'programmable'
}

/** The name of a class of errors, as a thrown one is written. */
const exception = /\b[A-Z]\w{1,40}(?:Error|Exception)\b/

/** Faults that keep an answer away, whatever the application does. */
const excuses: ReadonlySet<string> = new Set([
  'drop',
  'delayPastLimit',
  'cutAfterRequest',
  'slowNetwork',
  'timeoutDuringTurn',
])
