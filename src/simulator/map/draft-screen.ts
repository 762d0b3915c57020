import type { Channel } from '../phone/screen.ts'
import type { MappedScreen } from './application-map.ts'
import type { Seen } from './visit.ts'

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] }

interface DraftAnswer {
  answer: string
  readonly to: string
  readonly channels: Channel[]
  isWalked: boolean
  /** By one of the ways it was not walked again. */
  isLeft: boolean
  /** So it was, where the screen itself stands on the way. */
  isLeftRound: boolean
}

/** A screen of a map while it is drawn. */
export class DraftScreen {
  readonly id: string
  /** Where it looks like others, that of the first way. */
  seen: Seen
  readonly lengths: Mutable<MappedScreen['lengths']> = {}
  readonly pages: Mutable<MappedScreen['pages']> = {}
  readonly answers: DraftAnswer[] = []
  /** Channels on which an answer leads back. */
  readonly back = new Set<Channel>()
  /** Channels on which something that was typed led on. */
  readonly taken = new Set<Channel>()
  readonly unsteady = new Set<Channel>()
  /** Channels on which a way decides where an option leads, by its label: the screens. */
  readonly forks = new Map<string, { readonly to: ReadonlySet<string>; readonly channels: Channel[] }>()
  readonly cutOff = new Set<Channel>()
  /** What was typed and led on, on any channel. */
  readonly took = new Set<string>()
  /** It was found behind a screen that was walked again: on other channels it may be behind one that was not. */
  readonly isBehind: boolean

  constructor(id: string, seen: Seen, isBehind: boolean) {
    this.id = id
    this.seen = seen
    this.isBehind = isBehind
  }

  /**
   * Channels write an option in their own ways: the shorter one names it.
   *
   * @returns what it is drawn as
   */
  lead(answer: string, { id: to }: DraftScreen, channel: Channel): DraftAnswer {
    const same = this.answers.find((known) => known.to === to && known.answer === answer)
    const like = this.answers.find(
      (known) =>
        known.to === to &&
        !known.channels.includes(channel) &&
        (known.answer.startsWith(answer) || answer.startsWith(known.answer)),
    )
    const known = same ?? like
    if (known === undefined) {
      const drawn = { answer, to, channels: [channel], isWalked: false, isLeft: false, isLeftRound: false }
      this.answers.push(drawn)
      return drawn
    }
    if (!known.channels.includes(channel)) known.channels.push(channel)
    if (answer.length < known.answer.length) known.answer = answer
    return known
  }

  measure({ screen }: Seen, channel: Channel, page: number): void {
    const whole = screen.text.length + (screen.cutOff?.length ?? 0)
    this.lengths[channel] = Math.max(this.lengths[channel] ?? 0, whole)
    this.pages[channel] = Math.max(this.pages[channel] ?? 0, page)
    if (screen.cutOff !== undefined) this.cutOff.add(channel)
  }

  /** Whether it waits for an answer. */
  get isOpen(): boolean {
    return this.seen.screen.type === 'response'
  }

  get kind(): MappedScreen['kind'] {
    const { screen, choices } = this.seen
    if (screen.gatewayError !== undefined) return 'failure'
    if (screen.type === 'response') return choices.length > 0 ? 'choice' : 'input'
    return screen.payment === undefined && screen.item === undefined ? 'end' : 'payment'
  }
}
