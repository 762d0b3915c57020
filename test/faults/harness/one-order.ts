import { setTimeout as sleep } from 'node:timers/promises'
import { englishWords } from '../../../src/conversation/words.ts'
import { defaultScreens } from '../../../src/turns/screens.ts'
import { hasRecover } from './orders.ts'
import { pushTurn, type TurnAnswer, type TurnPush } from './push-turn.ts'
import type { Random } from './random.ts'

/** Wants one order of the shop, and dials until they have read of it, whatever happens to the line. */
export class OneOrder {
  readonly name: string
  turns = 0
  dials = 0
  dead = 0
  /** How it ended; undefined until it has. */
  end: 'told' | 'unknown' | undefined = undefined
  readonly violations: string[] = []
  /** What they did and read. */
  readonly trace: string[] = []
  readonly #random: Random
  readonly #port: () => number
  #last: TurnPush

  /** @param port of any process that is there, asked for each push */
  constructor(name: string, random: Random, port: () => number) {
    this.name = name
    this.#random = random
    this.#port = port
    this.#last = this.#dialling()
  }

  async live(isGone: () => boolean): Promise<void> {
    let answer = await this.#send(this.#dialling())
    while (!isGone() && this.end === undefined) answer = await this.#goOn(answer)
    if (this.end === 'unknown' && hasRecover(this.name)) {
      this.violations.push(`${this.name}: an order is unknown that can be found out about`)
    }
  }

  async #goOn(answer: TurnAnswer | undefined): Promise<TurnAnswer | undefined> {
    if (answer === undefined) {
      this.dead += 1
      await sleep(this.#random.between(20, 300))
      return this.#send(this.#random.chance(repeatShare) ? this.#last : this.#dialling())
    }
    if (answer.Type === 'Response') return this.#enter('1')
    if (answer.Message === approve) this.end = 'told'
    else if (answer.Message === englishWords.unknown) this.end = 'unknown'
    else if (!apologies.includes(answer.Message)) this.violations.push(`${this.name}: ${answer.Message}`)
    if (this.end !== undefined) return undefined
    await sleep(this.#random.between(20, 300))
    return this.#send(this.#dialling())
  }

  /** Answers; sometimes the line is cut in the middle of that, and whoever was cut off sees no answer. */
  async #enter(text: string): Promise<TurnAnswer | undefined> {
    const { SessionId, ServiceCode, Sequence } = this.#last
    const push: TurnPush = { SessionId, ServiceCode, Type: 'Response', Message: text, Sequence: Sequence + 1 }
    await sleep(this.#random.between(0, 30))
    if (!this.#random.chance(cutShare)) return this.#send(push)
    const cut = this.#send(push)
    await sleep(this.#random.between(0, 40))
    const Type = this.#random.chance(0.5) ? 'Timeout' : 'Release'
    // The service tells until somebody has heard: who is not told knows nothing of it.
    while ((await this.#send({ ...push, Type, Message: '', Sequence: Sequence + 2 })) === undefined) await sleep(100)
    await cut
    return this.#send(this.#dialling())
  }

  #dialling(): TurnPush {
    this.dials += 1
    return {
      SessionId: `${this.name}-${this.dials}`,
      ServiceCode: this.name,
      Type: 'Initiation',
      Message: `*${this.name}#`,
      Sequence: 1,
    }
  }

  async #send(push: TurnPush): Promise<TurnAnswer | undefined> {
    if (push.Type === 'Initiation' || push.Type === 'Response') this.#last = push
    const port = this.#port()
    const sentAt = performance.now()
    const answer = await pushTurn(port, push)
    const [at, took] = [sentAt, performance.now() - sentAt].map(Math.round)
    if (answer !== undefined) this.turns += 1
    const { SessionId, Type, Message } = push
    this.trace.push(
      `${port} ${SessionId} ${Type} ${Message}: ${answer?.Message.slice(0, 24) ?? 'nothing'} (${took} ms, at ${at})`,
    )
    return answer
  }
}

const approve = 'Approve the prompt'
const apologies: readonly string[] = [
  defaultScreens.failed,
  defaultScreens.ended,
  defaultScreens.busy,
  englishWords.tooOften,
]
const repeatShare = 0.4
const cutShare = 0.1
