import { setTimeout as sleep } from 'node:timers/promises'
import { englishWords } from '../../../src/conversation/words.ts'
import { defaultScreens } from '../../../src/turns/screens.ts'
import { hasRecover, type Order, referenceOf } from './orders.ts'
import { pushTurn, type TurnAnswer, type TurnPush } from './push-turn.ts'
import type { Random } from './random.ts'

/** Where subscribers are. */
export interface Shop {
  /** Of any process that is there, asked for each push. */
  readonly port: () => number
  /** Asked before each errand: one that was begun is brought to its end. */
  readonly goesOn: () => boolean
  /** Nobody will answer any more. */
  readonly isGone: () => boolean
  /** What was ordered so far. */
  readonly orders: () => readonly Order[]
  readonly onAnswer: () => void
}

export interface SubscriberCounts {
  turns: number
  sessions: number
  /** Pushes that nobody answered, or only with an apology. */
  dead: number
  resumed: number
  waited: number
  paid: number
  /** Told that nobody knows. */
  unknown: number
  /** Ended in a turn whose answer never came. */
  unseen: number
  /** Told of the purchase before once more, in place of a new shop. */
  again: number
}

/** What somebody came for: the choice, the quantity and the yes of one purchase. */
interface Errand {
  readonly quantity: number
  /** As the screen said that was answered. */
  item: string
  price: number
  /** Questions that a screen has shown to be answered: it is of a later one. */
  acknowledged: number
  /** Questions that an answer was sent to. */
  sent: number
}

/**
 * Buys again and again, whatever happens to the line: redials, pushes again, goes on. Notices when an answer is
 * forgotten, and when something else is to be paid than was answered.
 */
export class Subscriber {
  readonly serviceCode: string
  readonly counts: SubscriberCounts = {
    turns: 0,
    sessions: 0,
    dead: 0,
    resumed: 0,
    waited: 0,
    paid: 0,
    unknown: 0,
    unseen: 0,
    again: 0,
  }
  /** Purchases that were said yes to: there is at most one order for each. */
  confirmed = 0
  readonly violations: string[] = []
  readonly #random: Random
  readonly #shop: Shop
  #sessions = 0
  #last: TurnPush

  constructor(serviceCode: string, random: Random, shop: Shop) {
    this.serviceCode = serviceCode
    this.#random = random
    this.#shop = shop
    this.#last = this.#dialling()
  }

  async live(): Promise<void> {
    while (this.#shop.goesOn()) await this.#buy()
  }

  async #buy(): Promise<void> {
    const errand: Errand = {
      quantity: this.#random.between(1, 20),
      item: '',
      price: 0,
      acknowledged: 0,
      sent: 0,
    }
    let answer = await this.#send(this.#dialling())
    while (!this.#shop.isGone()) {
      const next = this.#read(errand, answer)
      if (next === 'over') return
      answer = await (next === undefined ? this.#afterDeadLine() : this.#enter(next))
    }
  }

  /** @returns what to enter; undefined where the line is dead */
  #read(errand: Errand, answer: TurnAnswer | undefined): string | 'over' | undefined {
    if (answer === undefined) return undefined
    const { Message: text, Type: type } = answer
    if (type === 'Release') return this.#readEnd(errand, answer)
    if (text === defaultScreens.waiting) {
      this.counts.waited += 1
      return '1'
    }
    if (text.startsWith(englishWords.resume)) {
      this.counts.resumed += 1
      return '1'
    }
    const question = questions.findIndex((begin) => text.startsWith(begin))
    if (question === -1) {
      this.#violate(`a screen of no question: ${JSON.stringify(text)}`)
      return 'over'
    }
    if (question === 0 && this.#endedUnseen(errand)) return 'over'
    if (question < errand.acknowledged) this.#violate(`forgot: ${errand.acknowledged} were answered, and ${text} came`)
    if (question > errand.sent) this.#violate(`skipped: ${errand.sent} were answered, and ${text} came`)
    if (question === 2 && errand.sent < 3) this.confirmed += 1
    errand.acknowledged = question
    errand.sent = question + 1
    if (question === 0) return this.#choose(errand, text)
    if (question === 1) return String(errand.quantity)
    const sum = errand.price * errand.quantity
    if (text.split('\n')[0] !== `Pay ${sum}?`) this.#violate(`${sum} is to be paid, and the screen says ${text}`)
    return '1'
  }

  #readEnd(
    errand: Errand,
    { Message: text, Amount: amount, Description: description = '' }: TurnAnswer,
  ): 'over' | undefined {
    // Nobody can tell that the last screen of the purchase before was seen: then it comes once more.
    if (errand.sent === 0 && (text === approve || text === englishWords.unknown)) {
      this.counts.again += 1
      return undefined
    }
    if (text === englishWords.unknown) {
      this.counts.unknown += 1
      if (errand.sent < 3) this.#violate('an order is unknown that nobody said yes to')
      if (hasRecover(this.serviceCode)) this.#violate('an order is unknown that can be found out about')
      return 'over'
    }
    if (text !== approve) return undefined
    this.counts.paid += 1
    const sum = errand.price * errand.quantity
    if (amount !== sum) this.#violate(`${sum} was said yes to, and ${amount} is to be paid`)
    const orders = this.#own().filter((order) => description.endsWith(`, ${referenceOf(order)}`))
    if (orders.length !== 1) this.#violate(`${orders.length} orders for ${description}`)
    for (const { item, quantity, price } of orders) {
      if (item !== errand.item || quantity !== errand.quantity || price !== errand.price) {
        this.#violate(`${quantity} ${item} at ${price} were ordered for ${JSON.stringify(errand)}`)
      }
    }
    return 'over'
  }

  /** The yes was sent, its answer was lost on the way, and a new purchase begins: then the order is there. */
  #endedUnseen({ sent, quantity, item }: Errand): boolean {
    if (sent < 3) return false
    this.counts.unseen += 1
    const isThere = this.#own().some((order) => order.item === item && order.quantity === quantity)
    if (!isThere && hasRecover(this.serviceCode)) this.#violate('a purchase is over and nothing was ordered')
    return true
  }

  /** Any of them, as it is on the screen now. */
  #choose(errand: Errand, text: string): string {
    const lines = text.split('\n').slice(1, 4)
    const place = this.#random.between(1, 3)
    const [, item = '', price = ''] = /^\d\. (\w+), (\d+)$/.exec(lines[place - 1] ?? '') ?? []
    if (item === '') this.#violate(`nothing to choose on ${JSON.stringify(text)}`)
    errand.item = item
    errand.price = Number(price)
    return String(place)
  }

  /** Nobody answered: the service pushes again, or the subscriber dials again. */
  async #afterDeadLine(): Promise<TurnAnswer | undefined> {
    this.counts.dead += 1
    await sleep(this.#random.between(20, 200))
    return this.#send(this.#random.chance(repeatShare) ? this.#last : this.#dialling())
  }

  /** Answers; sometimes the line is cut in the middle of it, and sometimes the push comes twice. */
  async #enter(text: string): Promise<TurnAnswer | undefined> {
    const { SessionId, ServiceCode, Sequence } = this.#last
    const push: TurnPush = { SessionId, ServiceCode, Type: 'Response', Message: text, Sequence: Sequence + 1 }
    if (this.#random.chance(cutShare)) {
      const cut = this.#send(push)
      await sleep(this.#random.between(0, 30))
      await this.#send({ ...push, Type: 'Timeout', Message: '', Sequence: Sequence + 2 })
      await cut
      return this.#send(this.#dialling())
    }
    if (!this.#random.chance(twinShare)) return this.#send(push)
    const [one, other] = await Promise.all([this.#send(push), this.#send(push)])
    if (isShown(one) && isShown(other) && one.Message !== other.Message) {
      this.#violate(`one push was answered with ${one.Message} and with ${other.Message}`)
    }
    return isShown(one) ? one : other
  }

  #dialling(): TurnPush {
    this.#sessions += 1
    return {
      SessionId: `${this.serviceCode}-${this.#sessions}`,
      ServiceCode: this.serviceCode,
      Type: 'Initiation',
      Message: `*${this.serviceCode}#`,
      Sequence: 1,
    }
  }

  async #send(push: TurnPush): Promise<TurnAnswer | undefined> {
    if (push.Type === 'Initiation' && push.SessionId !== this.#last.SessionId) this.counts.sessions += 1
    if (push.Type !== 'Timeout') this.#last = push
    const answer = await pushTurn(this.#shop.port(), push)
    if (answer === undefined) return undefined
    this.counts.turns += 1
    this.#shop.onAnswer()
    return answer
  }

  #own(): readonly Order[] {
    return this.#shop.orders().filter(({ serviceCode }) => serviceCode === this.serviceCode)
  }

  #violate(line: string): void {
    this.violations.push(`${this.serviceCode}: ${line}`)
  }
}

/** The script's own. */
function isShown(answer: TurnAnswer | undefined): answer is TurnAnswer {
  return (
    answer !== undefined && (answer.Message === approve || questions.some((begin) => answer.Message.startsWith(begin)))
  )
}

const approve = 'Approve the prompt'
const questions = ["Ama's shop", 'How many?', 'Pay '] as const
const repeatShare = 0.4
const cutShare = 0.05
const twinShare = 0.1
