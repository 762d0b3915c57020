import type { SimulatedPhone } from '../gateway/simulated-phone.ts'
import { nextPage, type Offer, offersOf, promptOf } from '../phone/offers.ts'
import type { Channel, Screen } from '../phone/screen.ts'
import type { Simulator } from '../simulator.ts'

/** What a visitor saw at the end of a path. */
export interface Seen {
  readonly screen: Screen
  /** What the gateway says is wrong with it; null where nothing is. */
  readonly problem: string | null
  readonly choices: readonly Offer[]
  /** The way to the next page; undefined where this is the last. */
  readonly more: Offer | undefined
  /** The other ways: back, to the menu. */
  readonly ways: readonly Offer[]
  /** What it says beside its options, on lines of their own. */
  readonly prompt: string
}

/** New subscribers of an application, each of whom gives the answers of a path. */
export class Visitors {
  readonly #sim: Simulator
  readonly #dialled: string
  readonly #more: string | undefined
  #last = 0
  pushes = 0

  /** @param more the word or the key of the way to the next page, where the application has its own */
  constructor(sim: Simulator, dialled: string, more: string | undefined) {
    this.#sim = sim
    this.#dialled = dialled
    this.#more = more
  }

  /** Dials, and answers each screen. @param onScreen hears of each but the last, before it is answered */
  async visit(
    channel: Channel,
    path: readonly string[],
    onScreen: (seen: Seen) => void = () => undefined,
  ): Promise<Seen> {
    this.#last += 1
    const phone = this.#sim.phone(`+2330${String(this.#last).padStart(8, '0')}`, { channel })
    this.pushes += 1
    let screen = await phone.dial(this.#dialled).run()
    for (const answer of path) {
      onScreen(this.#seen(screen, phone))
      if (!phone.isOpen) break
      this.pushes += 1
      screen = await phone.reply(answer).run()
    }
    return this.#seen(screen, phone)
  }

  #seen(screen: Screen, { channel, problem }: SimulatedPhone): Seen {
    const offers = offersOf(screen, channel)
    const { choices, ways } = offers
    const more = nextPage(offers, this.#more)
    const isWay = ({ label, value }: Offer): boolean => channel !== 'ussd' && wayKeys.has(value) && label !== value
    return {
      screen,
      problem,
      choices: choices.filter((offer) => offer !== more && !isWay(offer)),
      more,
      ways: [...ways.filter((offer) => offer !== more), ...choices.filter((offer) => offer !== more && isWay(offer))],
      prompt: channel === 'ussd' ? promptOf(screen.text, offers) : screen.text.trim(),
    }
  }
}

/** On rich channels ways stand among the choices, with the keys that they have on a phone. */
const wayKeys: ReadonlySet<string> = new Set(['0', '00', '99', '#', '*0', '*00', '*99'])
