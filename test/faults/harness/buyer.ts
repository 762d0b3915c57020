import { englishWords } from '../../../src/conversation/words.ts'
import { defaultScreens } from '../../../src/turns/screens.ts'
import type { TurnAnswer, TurnPush } from './push-turn.ts'

/**
 * Came for one order, and dials until they have read of it. Whatever is on the screen they answer so that the order is made:
 * where the shop begins anew they buy again, as anybody would who has heard of none.
 */
export class Buyer {
  readonly #name: string
  readonly #send: (push: TurnPush) => Promise<TurnAnswer | undefined>
  #sessions = -1
  #last: TurnPush
  /** The last screen of a purchase that they have read. */
  told: string | undefined = undefined

  /** @param name their service code: what they are known by */
  constructor(name: string, send: (push: TurnPush) => Promise<TurnAnswer | undefined>) {
    this.#name = name
    this.#send = send
    this.#last = this.#dialling()
  }

  /** The yes to what is on the screen, as it goes out. */
  get yes(): TurnPush {
    return this.#answering('1')
  }

  /** Dials and answers up to the last question. @returns the session */
  async comeToYes(): Promise<string> {
    for (let dials = 0; dials < mostDials; dials++) {
      let answer = await this.dial()
      // An answer that was lost on a busy machine is a session to go on with.
      for (let turns = 0; turns < mostTurns && answer?.Type === 'Response'; turns++) {
        if (answer.Message.startsWith('Buy ')) return this.#last.SessionId
        answer = await this.enter('1')
      }
    }
    throw new Error(`${this.#name}: the shop has no question`)
  }

  dial(): Promise<TurnAnswer | undefined> {
    this.#last = this.#dialling()
    return this.#send(this.#last)
  }

  enter(text: string): Promise<TurnAnswer | undefined> {
    this.#last = this.#answering(text)
    return this.#send(this.#last)
  }

  isFirstScreen(answer: TurnAnswer | undefined): boolean {
    return answer?.Type === 'Response' && answer.Message.startsWith("Ama's shop")
  }

  /**
   * Dials until an order is told of, and buys where the shop offers nothing else.
   *
   * @param hasSeen asked after the first dial: a last screen that had gone out before it
   */
  async redialUntilTold(hasSeen: (sessionId: string) => string | undefined = () => undefined): Promise<void> {
    for (let dials = 0; dials < mostDials; dials++) {
      let answer = await this.dial()
      if (dials === 0) this.told = hasSeen(this.#last.SessionId)
      if (this.told !== undefined) return
      for (let turns = 0; turns < mostTurns && answer?.Type === 'Response'; turns++) answer = await this.enter('1')
      if (answer?.Type === 'Release' && !noEnds.includes(answer.Message)) {
        this.told = answer.Message
        return
      }
    }
  }

  #dialling(): TurnPush {
    this.#sessions += 1
    return {
      SessionId: `${this.#name}-${this.#sessions}`,
      ServiceCode: this.#name,
      Type: 'Initiation',
      Message: `*${this.#name}#`,
      Sequence: 1,
    }
  }

  #answering(text: string): TurnPush {
    const { SessionId, ServiceCode, Sequence } = this.#last
    return { SessionId, ServiceCode, Type: 'Response', Message: text, Sequence: Sequence + 1 }
  }
}

const noEnds: readonly string[] = [defaultScreens.ended, defaultScreens.failed, englishWords.tooOften]
const mostDials = 40
const mostTurns = 12
