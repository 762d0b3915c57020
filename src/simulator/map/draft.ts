import type { Channel } from '../phone/screen.ts'
import type { ApplicationMap, MapBounds, MapFinding, MappedScreen } from './application-map.ts'
import { DraftScreen } from './draft-screen.ts'
import { nameOf, Shapes, withoutNumbers } from './shapes.ts'
import type { Seen } from './visit.ts'
import { isRound, type Step, type Walk, waysOf } from './ways.ts'

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

  /** @param isBehind whether a screen that was walked again led there */
  find(seen: Seen, channel: Channel, isBehind: boolean): { readonly screen: DraftScreen; readonly isNew: boolean } {
    this.learn(seen.choices.map(({ label }) => label))
    const key = `${channel} ${this.shapeOf(seen)}`
    const known = this.#known.get(key)
    if (known !== undefined) {
      known.measure(seen, channel, 1)
      return { screen: known, isNew: false }
    }
    const screen = this.#likeOnAnother(seen, channel) ?? this.#add(seen, isBehind)
    this.#keep(seen, channel, screen)
    screen.measure(seen, channel, 1)
    return { screen, isNew: true }
  }

  /** A page of a list is no screen of its own. @returns false where it looks like another screen */
  addPage(screen: DraftScreen, seen: Seen, channel: Channel, page: number): boolean {
    this.learn(seen.choices.map(({ label }) => label))
    screen.measure(seen, channel, page)
    const known = this.#known.get(`${channel} ${this.shapeOf(seen)}`)
    if (known === undefined) this.#keep(seen, channel, screen)
    return known === undefined || known === screen
  }

  #keep(seen: Seen, channel: Channel, screen: DraftScreen): void {
    this.#seen.push([seen, channel, screen])
    this.#known.set(`${channel} ${this.shapeOf(seen)}`, screen)
  }

  /**
   * Draws what was walked. A screen that was walked several times, and where an answer led elsewhere than before, is drawn
   * several times.
   *
   * @param left what led to places that look like a screen that was walked, and were not walked
   */
  finish(
    channels: readonly Channel[],
    walks: readonly Walk[],
    left: readonly Step[],
    whole: WholeChannels,
  ): Pick<ApplicationMap, 'screens' | 'findings'> & Pick<MapBounds, 'notWalked'> {
    const walked = new Set(walks)
    const variants = waysOf(walks, (walk, answer) => this.#add(walk.seen, true, nameOfVariant(walk.screen, answer)))
    for (const walk of walks) {
      const here = variants.get(walk) ?? walk.screen
      if (here !== walk.screen) here.measure(walk.seen, walk.channel, walk.pages.size)
      if (walk.isBack) here.back.add(walk.channel)
      if (walk.isTaken) here.taken.add(walk.channel)
      if (walk.isUnsteady) here.unsteady.add(walk.channel)
      for (const { answer, how, to, next } of walk.leads) {
        const there = (next === undefined ? undefined : variants.get(next)) ?? to
        // What is typed, or leads back, is asked again: an option was meant to lead there.
        if (there === here && how !== 'chosen') continue
        const drawn = here.lead(answer, there, walk.channel)
        if (next === undefined) continue
        if (!next.isAgain || walked.has(next)) drawn.isWalked = true
        else if (isRound(next)) drawn.isLeftRound = true
        else drawn.isLeft = true
      }
    }
    noteForks(walks, variants)
    const places = left.map(({ walk, answer }) => ({ screen: (variants.get(walk) ?? walk.screen).id, answer }))
    const notWalked = [...new Map(places.map((one) => [`${one.screen} ${one.answer}`, one])).values()]
    const findings = this.screens.flatMap((screen, at) => findingsOf(screen, at === 0, channels, whole))
    return { screens: this.screens.map(mapped), findings, notWalked }
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

  #add(seen: Seen, isBehind: boolean, name = nameOf(this.#shapes.of(seen.prompt))): DraftScreen {
    const same = this.screens.filter(({ id }) => id.replace(counted, '') === name).length
    const screen = new DraftScreen(same === 0 ? name : `${name}-${same + 1}`, seen, isBehind)
    this.screens.push(screen)
    return screen
  }
}

function nameOfVariant({ id }: DraftScreen, answer: string): string {
  return answer === '' ? id.replace(counted, '') : `${id}-${answer}`
}

/** What counts screens that begin alike. */
const counted = /-\d+$/

/** Channels of which each screen was seen, and of those the ones where none was left as one that looked like another. */
export interface WholeChannels {
  readonly screens: ReadonlySet<Channel>
  readonly ways: ReadonlySet<Channel>
}

/** A question that is typed has its key on phones alone. */
const noKeyBack =
  "0 typed into a field there doesn't lead back, as it does on a phone. That is fine if the next screen leads back; if not, offer a way"

function mapped(screen: DraftScreen): MappedScreen {
  const { id, kind, lengths, pages, seen } = screen
  const answers = screen.answers.map(({ answer, to, channels, isLeft, isLeftRound, isWalked }) => ({
    answer,
    to,
    channels,
    ...((isLeft || (isLeftRound && !isWalked)) && { notWalked: true as const }),
  }))
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
  whole: WholeChannels,
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
    // Where the same answers led elsewhere, what was not reached may lead on.
    const known = here.filter((channel) => whole.screens.has(channel) && !screen.unsteady.has(channel))
    const leadsOn = (channel: Channel): boolean =>
      screen.taken.has(channel) ||
      (kind === 'choice' && answers.some(({ to, channels: led }) => to !== id && led.includes(channel)))
    const stuck = known.filter((channel) => !leadsOn(channel))
    if (kind === 'choice') add('deadEnd', stuck, 'nothing that it offers leads on')
    else add('unanswered', stuck, 'it took no answer that was tried: name one that it takes')
    const astray = known.filter((channel) => !back.has(channel) && (kind === 'input' || leadsOn(channel)))
    const isField = kind === 'input' && back.has('ussd')
    if (!isFirst) add('noWayBack', astray, isField ? noKeyBack : 'nothing leads back', isField)
  }
  add('cutOff', [...screen.cutOff], `the phone shows ${seen.screen.text.length} of ${lengths.ussd} characters`)
  add('unsteady', [...screen.unsteady], 'the same answers led to another screen')
  for (const [answer, { to, channels: where }] of screen.forks)
    add('unsteady', where, `'${answer}' leads to ${[...to].join(' or ')}: the way there may decide, or chance`, true)
  const others = channels.filter((channel) => !here.includes(channel))
  const isSeen = (channel: Channel): boolean => (screen.isBehind ? whole.ways : whole.screens).has(channel)
  if (others.length > 0 && others.every(isSeen)) add('oneChannel', here, `not on ${others.join(', ')}`, true)
  return found
}

/**
 * Notes options that lead one walk of a screen to other screens than another walk that was drawn as the same. Labels that stand
 * twice on a screen are no such options, and neither is what was not walked: it may be each of those that look alike.
 *
 * @param variants the walks that are no walk of their own screen
 */
function noteForks(walks: readonly Walk[], variants: ReadonlyMap<Walk, DraftScreen>): void {
  const walked = new Set(walks)
  const drawnOf = (walk: Walk): DraftScreen => variants.get(walk) ?? walk.screen
  for (const [here, same] of Map.groupBy(walks, drawnOf)) {
    for (const [channel, onChannel] of Map.groupBy(same, (walk) => walk.channel)) {
      const led = new Map<string, Set<string>[]>()
      for (const { leads } of onChannel) {
        const sure = leads.filter(
          ({ how, isBack, next }) => how === 'chosen' && !isBack && (next === undefined || walked.has(next)),
        )
        for (const [answer, all] of Map.groupBy(sure, (lead) => lead.answer)) {
          const ids = all.map(({ next, to }) => (next === undefined ? to : drawnOf(next)).id)
          led.set(answer, [...(led.get(answer) ?? []), new Set(ids)])
        }
      }
      for (const [answer, targets] of led) {
        const [first = new Set<string>()] = targets
        if (targets.every((others) => [...others].some((id) => first.has(id)))) continue
        const known = here.forks.get(answer)
        const to = new Set([...(known?.to ?? []), ...targets.flatMap((ids) => [...ids])])
        here.forks.set(answer, { to, channels: [...(known?.channels ?? []), channel] })
      }
    }
  }
}
