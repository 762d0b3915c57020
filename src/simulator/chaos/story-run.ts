import { setImmediate as nextLoop, setTimeout as wait } from 'node:timers/promises'
import type { Dialogue, DialogueStep } from '../dialogue/dialogue.ts'
import { Playing } from '../dialogue/playing.ts'
import type { BuiltApp } from '../dialogue/run-dialogue.ts'
import type { SimulatedPhone } from '../gateway/simulated-phone.ts'
import type { LogRow } from '../log/row.ts'
import type { Simulator } from '../simulator.ts'
import type { BlockedLoop } from './blocked-loop.ts'
import { type Books, type ChaosApp, deliveriesOf } from './books.ts'
import { judgeMoney } from './money.ts'
import { ownWords } from './next-step.ts'
import { OrderWatch } from './orders.ts'
import type { Violation } from './violation.ts'

/** What a story is played with. */
export interface Stage {
  readonly sim: Simulator
  readonly app: ChaosApp
  readonly loop: BlockedLoop
  /** For how long nothing else may be kept waiting, ms. */
  readonly blocked: number
}

/** One story, step by step, on an application that is as new: after each step everything is held to the rules. */
export class StoryRun {
  readonly #stage: Stage
  readonly #built: BuiltApp
  readonly #playing: Playing
  readonly #orders = new OrderWatch()
  readonly phones: readonly (readonly [name: string, phone: SimulatedPhone])[]
  /** What each has typed that nobody else may read. */
  readonly #typed = new Map<string, Set<string>>()
  #lastRow = 0
  #answered: string | null = null

  static async open(stage: Stage, dialogue: Dialogue): Promise<StoryRun> {
    const { sim, app, loop } = stage
    sim.reset()
    const built = await app.build(sim)
    await sim.connect(built)
    await loop.longest()
    return new StoryRun(stage, built, dialogue)
  }

  private constructor(stage: Stage, built: BuiltApp, dialogue: Dialogue) {
    this.#stage = stage
    this.#built = built
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

  /** @returns what broke a rule; `impossible` where the step can't be done here */
  async play(step: DialogueStep): Promise<Violation | 'impossible' | undefined> {
    const [first] = this.phones
    const [name, phone] = this.phones.find(([one]) => one === step.phone) ?? first ?? []
    if (name === undefined || phone === undefined) return 'impossible'
    const before = phone.lastScreen?.text ?? null
    const isFresh = step.reply !== undefined || step.dial?.replace(/^\*\d+/, '').includes('*') === true
    this.#answered = isFresh ? withoutNumbers(before ?? '') : null
    if (step.reply !== undefined) this.#note(name, step.reply)
    const { isFatal } = await this.#playing.play(step)
    if (isFatal) return 'impossible'
    await this.#settle()
    return (
      this.#judgeRows() ??
      (await this.#judgeLoop(step)) ??
      this.#judgeScreens() ??
      (await this.#judgeBooks({ session: phone.sessionId ?? '', isOver: false }))
    )
  }

  /** Everything that is on its way arrives; then what is paid must be delivered. */
  async finish(): Promise<Violation | undefined> {
    const { sim } = this.#stage
    await sim.advance(untilAllIsTold)
    await this.#settle()
    this.#answered = null
    return this.#judgeRows() ?? (await this.#judgeBooks({ session: '', isOver: true }))
  }

  async close(): Promise<void> {
    await this.#built.close()
  }

  /** Handlers run after the answer, and scripts run again at their author's desk. */
  async #settle(): Promise<void> {
    await this.#stage.sim.settled()
    const { inbox } = this.#built.merchant
    for (let tries = 0; tries < mostTries; tries++) {
      const { waiting = 0, running = 0 } = (await inbox.count?.()) ?? {}
      if (waiting + running === 0) break
      await wait(tries)
    }
    for (let loops = 0; loops < loopsOfARehearsal; loops++) await nextLoop()
  }

  #note(name: string, typed: string): void {
    if (!ownWords.includes(typed)) return
    const words = this.#typed.get(name) ?? new Set()
    this.#typed.set(name, words.add(typed))
  }

  #judgeRows(): Violation | undefined {
    const rows = this.#stage.sim.log.rows({ direction: 'push' }).filter(({ id }) => id > this.#lastRow)
    this.#lastRow = rows.at(-1)?.id ?? this.#lastRow
    return rows.map(judgeRow).find((found) => found !== undefined)
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

  async #judgeBooks({ session, isOver }: { readonly session: string; readonly isOver: boolean }) {
    const { sim, app } = this.#stage
    const books: Books = (await app.books?.(this.#built)) ?? {}
    const cause = { session, answered: this.#answered }
    return this.#orders.look(books.orders ?? [], cause) ?? judgeMoney(sim, await deliveriesOf(sim, books), isOver)
  }
}

function judgeRow({ kind, response, problem, faults, ms, deadline }: LogRow): Violation | undefined {
  if (faults.some((name) => excuses.has(name))) return undefined
  if (response !== null && response.status >= 500)
    return { rule: 'serverError', text: `a push of ${kind} was answered with ${response.status}` }
  const isTurn = kind === 'ussd' || kind === 'programmable'
  if (response === null && isTurn) return { rule: 'unanswered', text: `a turn got no answer: ${problem}` }
  return isTurn && deadline !== null && ms > deadline
    ? { rule: 'unanswered', text: `a turn was answered after its limit of ${deadline} ms` }
    : undefined
}

/** Faults that keep an answer away, whatever the application does. */
const excuses: ReadonlySet<string> = new Set([
  'drop',
  'delayPastLimit',
  'cutAfterRequest',
  'slowNetwork',
  'timeoutDuringTurn',
])

function withoutNumbers(text: string): string {
  return text.replaceAll(/\d+/g, '#')
}

/** ms of the simulator's time: retries and reordered notices have come by then. */
const untilAllIsTold = 7_200_000
const shownDigits = 9
const mostTries = 20
const loopsOfARehearsal = 4
