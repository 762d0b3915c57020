import type { Channel } from '../phone/screen.ts'
import type { ApplicationMap, MapFinding, MappedScreen } from './application-map.ts'
import { nameOf, Shapes, withoutNumbers } from './shapes.ts'
import type { Seen } from './visit.ts'

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] }

/** A screen of a map while it is drawn. */
export class DraftScreen {
  readonly id: string
  readonly seen: Seen
  readonly lengths: Mutable<MappedScreen['lengths']> = {}
  readonly pages: Mutable<MappedScreen['pages']> = {}
  readonly answers: { answer: string; readonly to: string; readonly channels: Channel[] }[] = []
  /** Channels on which an answer leads back. */
  readonly back = new Set<Channel>()
  /** Channels on which something that was typed led on. */
  readonly taken = new Set<Channel>()
  readonly unsteady = new Set<Channel>()
  readonly cutOff = new Set<Channel>()

  constructor(id: string, seen: Seen) {
    this.id = id
    this.seen = seen
  }

  /** Channels write an option in their own ways: the shorter one names it. */
  lead(answer: string, { id: to }: DraftScreen, channel: Channel): void {
    const same = this.answers.find((known) => known.to === to && known.answer === answer)
    const like = this.answers.find(
      (known) =>
        known.to === to &&
        !known.channels.includes(channel) &&
        (known.answer.startsWith(answer) || answer.startsWith(known.answer)),
    )
    const known = same ?? like
    if (known === undefined) this.answers.push({ answer, to, channels: [channel] })
    else {
      if (!known.channels.includes(channel)) known.channels.push(channel)
      if (answer.length < known.answer.length) known.answer = answer
    }
  }

  measure({ screen }: Seen, channel: Channel, page: number): void {
    const whole = screen.text.length + (screen.cutOff?.length ?? 0)
    this.lengths[channel] = Math.max(this.lengths[channel] ?? 0, whole)
    this.pages[channel] = Math.max(this.pages[channel] ?? 0, page)
    if (screen.cutOff !== undefined) this.cutOff.add(channel)
  }

  get kind(): MappedScreen['kind'] {
    const { screen, choices } = this.seen
    if (screen.gatewayError !== undefined) return 'failure'
    if (screen.type === 'response') return choices.length > 0 ? 'choice' : 'input'
    return screen.payment === undefined && screen.item === undefined ? 'end' : 'payment'
  }
}

/** A map while it is drawn: the screens so far, each once. */
export class Draft {
  readonly screens: DraftScreen[] = []
  readonly #shapes = new Shapes()
  /** By channel and shape. */
  #known = new Map<string, DraftScreen>()
  readonly #seen: (readonly [seen: Seen, channel: Channel, screen: DraftScreen])[] = []

  /** What may be repeated on the screens that follow. */
  learn(labels: readonly string[]): void {
    if (!this.#shapes.learn(labels)) return
    this.#known = new Map(this.#seen.map(([seen, channel, screen]) => [`${channel} ${this.shapeOf(seen)}`, screen]))
  }

  /** What a screen is known by on its channel. */
  shapeOf(seen: Seen): string {
    const offered = seen.choices.map(({ label }) => withoutNumbers(label))
    return `${this.#promptOf(seen)}\n${offered.join('\n')}`
  }

  find(seen: Seen, channel: Channel): { readonly screen: DraftScreen; readonly isNew: boolean } {
    this.learn(seen.choices.map(({ label }) => label))
    const key = `${channel} ${this.shapeOf(seen)}`
    const known = this.#known.get(key)
    if (known !== undefined) {
      known.measure(seen, channel, 1)
      return { screen: known, isNew: false }
    }
    const screen = this.#likeOnAnother(seen, channel) ?? this.#add(seen)
    this.#keep(seen, channel, screen)
    screen.measure(seen, channel, 1)
    return { screen, isNew: true }
  }

  /** A page of a list is no screen of its own. @returns whether nobody was there before */
  addPage(screen: DraftScreen, seen: Seen, channel: Channel, page: number): boolean {
    this.learn(seen.choices.map(({ label }) => label))
    screen.measure(seen, channel, page)
    const isNew = !this.#known.has(`${channel} ${this.shapeOf(seen)}`)
    if (isNew) this.#keep(seen, channel, screen)
    return isNew
  }

  #keep(seen: Seen, channel: Channel, screen: DraftScreen): void {
    this.#seen.push([seen, channel, screen])
    this.#known.set(`${channel} ${this.shapeOf(seen)}`, screen)
  }

  /** @param channels those of which everything was seen */
  finish(channels: readonly Channel[], whole: ReadonlySet<Channel>): Pick<ApplicationMap, 'screens' | 'findings'> {
    const findings = this.screens.flatMap((screen, at) => findingsOf(screen, at === 0, channels, whole))
    return { screens: this.screens.map(mapped), findings }
  }

  /** A prompt, and what becomes of the session. */
  #promptOf({ prompt, screen: { type, payment, item, gatewayError = '' } }: Seen): string {
    const becomes = payment === undefined && item === undefined ? type : 'payment'
    return `${becomes}${gatewayError} ${this.#shapes.of(prompt)}`
  }

  /** Channels draw the options of a screen in their own ways, so there its text alone tells which it is. */
  #likeOnAnother(seen: Seen, channel: Channel): DraftScreen | undefined {
    const prompt = this.#promptOf(seen)
    return this.screens.find((one) => !(channel in one.lengths) && this.#promptOf(one.seen) === prompt)
  }

  #add(seen: Seen): DraftScreen {
    const name = nameOf(this.#shapes.of(seen.prompt))
    const same = this.screens.filter(({ id }) => id.replace(/-\d+$/, '') === name).length
    const screen = new DraftScreen(same === 0 ? name : `${name}-${same + 1}`, seen)
    this.screens.push(screen)
    return screen
  }
}

/** A question that is typed has its key on phones alone. */
const noKeyBack =
  "0 typed into a field there doesn't lead back, as it does on a phone. That is fine if the next screen leads back; if not, offer a way"

function mapped(screen: DraftScreen): MappedScreen {
  const { id, kind, lengths, pages, seen, answers } = screen
  const { text, payment, item } = seen.screen
  const sum = item?.reduce((all, { quantity, price }) => all + quantity * price, 0) ?? 0
  const what = payment === undefined ? item?.map(({ name }) => name).join(', ') : payment.description
  const pays = kind === 'payment' ? { amount: payment?.amount ?? Math.round(sum * 100) / 100, what: what ?? '' } : null
  return { id, kind, text, lengths, pages, answers, pays }
}

function findingsOf(
  screen: DraftScreen,
  isFirst: boolean,
  channels: readonly Channel[],
  whole: ReadonlySet<Channel>,
): MapFinding[] {
  const { id, kind, lengths, answers, back, seen } = screen
  const found: MapFinding[] = []
  const add = (what: MapFinding['kind'], where: readonly Channel[], text: string, isHint = false): void => {
    if (where.length > 0)
      found.push({ kind: what, screen: id, channels: where, text, ...(isHint && { isHint: true as const }) })
  }
  const here = channels.filter((channel) => channel in lengths)
  if (kind === 'failure') add('failure', here, `the session fails: ${seen.problem ?? seen.screen.text}`)
  if (kind === 'choice' || kind === 'input') {
    const known = here.filter((channel) => whole.has(channel))
    const leadsOn = (channel: Channel): boolean =>
      screen.taken.has(channel) || (kind === 'choice' && answers.some(({ channels: led }) => led.includes(channel)))
    const stuck = known.filter((channel) => !leadsOn(channel))
    if (kind === 'choice') add('deadEnd', stuck, 'nothing that it offers leads on')
    else add('unanswered', stuck, 'it took no answer that was tried: name one that it takes')
    const astray = known.filter((channel) => !back.has(channel) && (kind === 'input' || leadsOn(channel)))
    const isField = kind === 'input' && back.has('ussd')
    if (!isFirst) add('noWayBack', astray, isField ? noKeyBack : 'nothing leads back', isField)
  }
  add('cutOff', [...screen.cutOff], `the phone shows ${seen.screen.text.length} of ${lengths.ussd} characters`)
  add('unsteady', [...screen.unsteady], 'the same answers led to another screen')
  const others = channels.filter((channel) => !here.includes(channel))
  if (others.length > 0 && others.every((channel) => whole.has(channel)))
    add('oneChannel', here, `not on ${others.join(', ')}`)
  return found
}
