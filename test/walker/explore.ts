import type { Channel } from '../../src/conversation/index.ts'
import { Shapes } from '../../src/simulator/map/shapes.ts'
import { type Act, type AnswerClass, dialled, drawnClasses, otherClasses } from './acts.ts'
import type { OpenHouse } from './house.ts'
import { type Look, lookAt } from './look.ts'
import { Visitor } from './visitor.ts'

/** A screen, and what leads a new caller to it. */
interface Place {
  readonly path: readonly Act[]
  readonly look: string
  /** A page of a list after its first. */
  readonly isLater: boolean
  /** Only what it offers is new: the other classes were taken at a page like it. */
  readonly isLikeAnother: boolean
}

/** Pushes that several explorers share. */
export interface Budget {
  left: number
}

/** Where a class of answers led. */
interface Step {
  readonly visitor: Visitor
  readonly kind: AnswerClass
}

/**
 * Walks an application on a channel, breadth first: every class of answers at every screen that it has not seen. Screens
 * that differ in a number alone are one, and so are those that name another option that was chosen. At the pages of a list
 * that follow its second one only what is drawn is taken.
 */
export class Explorer {
  readonly #house: OpenHouse
  readonly #channel: Channel
  readonly #seen = new Set<string>()
  readonly #open: Place[] = []
  readonly #shapes = new Shapes()
  /** Of options that were offered. */
  readonly #labels = new Set<string>()
  #started = false
  #isCut = false
  readonly #budget: Budget
  pushes = 0
  /** Screens that were seen. */
  screens = 0
  /** Classes of answers at the screens that were seen, and how many of them were taken. */
  classes = 0
  taken = 0
  /** Screens at which every class was taken, or that take no answer. */
  walked = 0

  constructor(house: OpenHouse, channel: Channel, budget: Budget) {
    this.#house = house
    this.#channel = channel
    this.#budget = budget
  }

  /** Whether a screen has not been walked yet, and there are pushes for it. */
  get hasMore(): boolean {
    return !this.isWhole && this.#budget.left > 0
  }

  /** Whether every class of answers was taken at every screen that was seen. */
  get isWhole(): boolean {
    return this.#started && this.#open.length === 0 && !this.#isCut
  }

  /** Takes every class of answers at the next screen. */
  async next(): Promise<void> {
    if (!this.#started) {
      this.#started = true
      const path: readonly Act[] = [{ do: 'dial', message: dialled }]
      const visitor = await this.#visit(path)
      this.#note(visitor, path, false)
      visitor.leave()
      return
    }
    const place = this.#open.shift()
    if (place === undefined) return
    const there = await this.#visit(place.path)
    there.leave()
    if (there.look !== place.look) there.report('the same answers lead to another screen')
    if (there.screen?.type !== 'response') return
    const look = lookAt(there.screen, this.#channel)
    const results = new Map<string, string>()
    const { drawn, others } = this.#classesOf(look, place.isLikeAnother)
    for (const step of await this.#takeAll(place, drawn)) {
      results.set(enteredBy(step.kind), step.visitor.look)
      this.#checkDrawn(step, place)
      step.visitor.leave()
    }
    for (const { visitor, kind } of await this.#takeAll(place, others)) {
      const same = kind.sameAs === undefined ? undefined : results.get(kind.sameAs)
      if (same !== undefined && same !== visitor.look) visitor.report(`${kind.name} is not taken for its option`)
      if (kind.isReturn === true) await this.#checkReturn(visitor, place)
      visitor.leave()
    }
    if (!this.#isCut) this.walked += 1
  }

  async #takeAll(place: Place, kinds: readonly AnswerClass[]): Promise<readonly Step[]> {
    const steps: Step[] = []
    for (let at = 0; at < kinds.length; at += this.#atOnce) {
      if (this.#budget.left <= 0) {
        this.#isCut = true
        return steps
      }
      const taken = kinds.slice(at, at + this.#atOnce).map(async (kind) => {
        const path = [...place.path, ...kind.acts]
        const visitor = await this.#visit(path)
        const entered = enteredBy(kind)
        this.#note(visitor, path, entered === '99' || (place.isLater && entered !== '0'))
        return { visitor, kind }
      })
      steps.push(...(await Promise.all(taken)))
      this.taken += taken.length
    }
    return steps
  }

  /** Where time stands still one caller calls at a time. */
  get #atOnce(): number {
    return this.#house.clock === undefined ? 8 : 1
  }

  async #visit(path: readonly Act[]): Promise<Visitor> {
    const visitor = new Visitor(this.#house, this.#channel)
    for (const act of path) await visitor.act(act)
    this.pushes += visitor.pushes
    this.#budget.left -= visitor.pushes
    return visitor
  }

  /** @param isBehind it was come to from the first page of a list, or a later one */
  #note({ look, screen, isOpen }: Visitor, path: readonly Act[], isBehind: boolean): void {
    if (screen === undefined) return
    const offers = lookAt(screen, this.#channel)
    const isPage = this.#channel === 'ussd' && isPageOfList(offers)
    const isLater = isPage && isBehind
    const offer = offers.options.map(({ label, value }) => `${value} ${label}`).join('\n')
    const labels = offers.options.map(({ label }) => label)
    this.#shapes.learn(labels)
    for (const label of labels) this.#labels.add(label)
    const shape = this.#shapeOf(isPage ? withoutOptions(look, offers, isLater) : look)
    const isLikeAnother = this.#seen.has(shape)
    // Under an error line a page holds a part of one that is walked.
    const isNew = isLater && !shape.includes('\n!') && !this.#seen.has(offer)
    if (isLikeAnother && !isNew) return
    this.#seen.add(shape)
    if (isLater) this.#seen.add(offer)
    this.screens += 1
    if (!isOpen) {
      this.walked += 1
      return
    }
    const { drawn, others } = this.#classesOf(offers, isLikeAnother)
    this.classes += drawn.length + others.length
    this.#open.push({ path, look, isLater, isLikeAnother })
  }

  /** What is drawn is not entered once more because it would be wrong elsewhere. */
  #classesOf(look: Look, isLikeAnother: boolean): Record<'drawn' | 'others', readonly AnswerClass[]> {
    const drawn = drawnClasses(look)
    if (isLikeAnother) return { drawn, others: [] }
    const entered = new Set(drawn.map(enteredBy))
    const isOther = (kind: AnswerClass): boolean =>
      kind.sameAs !== undefined || kind.acts.length > 1 || !entered.has(enteredBy(kind))
    return { drawn, others: otherClasses(look, this.#channel === 'ussd').filter(isOther) }
  }

  /** What is said of an option that was chosen, of a number, or above a question that is asked again, is as of any other. */
  #shapeOf(look: string): string {
    return look
      .split('\n')
      .map((line) => (offered.test(line) ? line : this.#shapes.of(line.replace(asksAgain, '!'))))
      .map((line, at, lines) => (lines[at - 1] === '!' && this.#labels.has(line) ? '~' : line))
      .join('\n')
      .replace(cutTitle, '\n!')
  }

  #checkDrawn({ visitor, kind }: Step, { look }: Place): void {
    if (visitor.look === look) visitor.report(`what is drawn leads nowhere: ${kind.name}`)
    const { text = '' } = visitor.screen ?? {}
    // The page that an answer was refused on keeps its line for who turns back to it.
    const isSeen = visitor.story.split(text.replaceAll(/^/gm, '  ')).length > 2
    if (refused.test(text) && !isSeen) visitor.report(`what is drawn is refused: ${kind.name}`)
  }

  /** Whoever was cut off comes back to the same screen, by the PIN where there is one. */
  async #checkReturn(visitor: Visitor, { look, path }: Place): Promise<void> {
    if (path.length < 2 || isResumed.test(look) || !isResumed.test(visitor.story)) return
    const isSame = (): boolean => isSamePage(look, visitor.screen?.text.replaceAll(visitor.caller.name, '@') ?? '')
    // What is sensitive is asked, or shown, once more.
    for (let asked = 0; asked < 2 && !isSame() && isSecret.test(visitor.screen?.text ?? ''); asked++)
      await visitor.act({ do: 'good' })
    if (!isSame()) visitor.report('going on leads to another screen')
  }
}

/** Whether a page is the one that was shown, with or without a line above it that says what was wrong. */
function isSamePage(look: string, text: string): boolean {
  if (look.endsWith(`\n${text}`)) return true
  const [, ...below] = look.split('\n').slice(3)
  const lines = text.split('\n')
  const first = lines.findIndex((line) => option.test(line))
  // In a list that line may stand in the place of the title.
  if (first !== -1 && look.endsWith(`\n${lines.slice(first).join('\n')}`)) return true
  // Elsewhere the page follows, whole: below the line there is as much of it as there is room for.
  const isFollowed = /(?:^| )\*?99(?: |$)/.test(below.at(-1) ?? '')
  return isFollowed && text.startsWith(below.slice(0, -1).join('\n'))
}

/** A list takes several pages: another one follows, or its numbers begin behind the first. */
function isPageOfList({ options, ways }: Look): boolean {
  const [first] = options
  return first !== undefined && (ways.some(({ value }) => value === '99') || first.value !== '1')
}

/** The pages in the middle of a list are one, and so are lists of one kind: how they count is what tells them apart. */
function withoutOptions(look: string, { options: [first, second] }: Look, isLater: boolean): string {
  const step = Number(second?.value) - Number(first?.value)
  const counts = `${Number(first?.value) > 100 ? 'codes' : 'numbers'}${step > 1 ? ' with gaps' : ''}`
  const lines = look.split('\n').filter((line) => !option.test(line))
  return `${isLater ? 'a later' : 'the first'} page of ${counts}\n${lines.join('\n')}`
}

const option = /^\d{1,3}\. /

const offered = /^(?:\d{1,3}\. |[*#0]|99)|=/
/** Our lines above a question that was answered wrongly. */
const asksAgain =
  /^(?:Reply with a|Please (?:choose one|enter|type)|Choisissez|Répondez|Yi n[ɔo]|Numbers only|That does not look|Too (?:long|short)|Digits after|Phone number, such|Nothing found|Entrez|Tapez|Trop (?:court|long)|Des chiffres seulement|Nɔma nko).*/
/** What is left of a title below such a line. */
const cutTitle = /\n!\n[^\n]*\.\.\.(?=\n)/
const isSecret = /PIN\?|your part is/
const isResumed = /continue\?|You did not finish/

/** Our own lines that say that an answer will not do. */
const refused =
  /^(?:Reply with a|Please choose one|Choisissez|Répondez|Yi nɔ|Yi no|Numbers only|Please enter|That does not look)/

function enteredBy({ acts }: AnswerClass): string {
  const [act] = acts
  return act?.do === 'enter' ? act.text : ''
}
