import type { Channel } from '../../src/conversation/index.ts'
import { type Act, type AnswerClass, dialled, drawnClasses, otherClasses } from './acts.ts'
import type { OpenHouse } from './house.ts'
import { lookAt } from './look.ts'
import { Visitor } from './visitor.ts'

/** A screen, and what leads a new caller to it. */
interface Place {
  readonly path: readonly Act[]
  readonly look: string
}

/** Where a class of answers led. */
interface Step {
  readonly visitor: Visitor
  readonly kind: AnswerClass
}

/** Walks an application on a channel, breadth first: every class of answers at every screen that it has not seen; screens that differ in a number alone are one. */
export class Explorer {
  readonly #house: OpenHouse
  readonly #channel: Channel
  readonly #seen = new Set<string>()
  readonly #open: Place[] = []
  #started = false
  #isCut = false
  readonly #most: number
  pushes = 0

  /** @param most pushes, about */
  constructor(house: OpenHouse, channel: Channel, most: number) {
    this.#house = house
    this.#channel = channel
    this.#most = most
  }

  get screens(): number {
    return this.#seen.size
  }

  /** Whether a screen has not been walked yet, and there are pushes for it. */
  get hasMore(): boolean {
    return !this.isWhole && this.pushes < this.#most
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
      const visitor = await this.#visit({ path, look: '' }, [])
      this.#note(visitor, path)
      visitor.leave()
      return
    }
    const place = this.#open.shift()
    if (place === undefined) return
    const there = await this.#visit(place, [])
    there.leave()
    if (there.look !== place.look) there.report('the same answers lead to another screen')
    if (there.screen?.type !== 'response') return
    const look = lookAt(there.screen, this.#channel)
    const results = new Map<string, string>()
    for (const step of await this.#takeAll(place, drawnClasses(look))) {
      results.set(enteredBy(step.kind), step.visitor.look)
      this.#checkDrawn(step, place)
      step.visitor.leave()
    }
    for (const { visitor, kind } of await this.#takeAll(place, otherClasses(look, this.#channel === 'ussd'))) {
      const same = kind.sameAs === undefined ? undefined : results.get(kind.sameAs)
      if (same !== undefined && same !== visitor.look) visitor.report(`${kind.name} is not taken for its option`)
      if (kind.isReturn === true) await this.#checkReturn(visitor, place)
      visitor.leave()
    }
  }

  async #takeAll(place: Place, kinds: readonly AnswerClass[]): Promise<readonly Step[]> {
    const steps: Step[] = []
    for (let at = 0; at < kinds.length; at += this.#atOnce) {
      if (this.pushes >= this.#most) {
        this.#isCut = true
        return steps
      }
      const taken = kinds.slice(at, at + this.#atOnce).map(async (kind) => {
        const visitor = await this.#visit(place, kind.acts)
        this.#note(visitor, [...place.path, ...kind.acts])
        return { visitor, kind }
      })
      steps.push(...(await Promise.all(taken)))
    }
    return steps
  }

  /** Where time stands still one caller calls at a time. */
  get #atOnce(): number {
    return this.#house.clock === undefined ? 8 : 1
  }

  async #visit({ path }: Place, acts: readonly Act[]): Promise<Visitor> {
    const visitor = new Visitor(this.#house, this.#channel)
    for (const act of [...path, ...acts]) await visitor.act(act)
    this.pushes += visitor.pushes
    return visitor
  }

  #note(visitor: Visitor, path: readonly Act[]): void {
    const { look, isOpen } = visitor
    const screen = withoutNumbers(look)
    if (this.#seen.has(screen)) return
    this.#seen.add(screen)
    if (isOpen) this.#open.push({ path, look })
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
    const isSame = (): boolean => {
      const text = visitor.screen?.text.replaceAll(visitor.caller.name, '@') ?? ''
      const [title = ''] = text.split('\n')
      const [, , , first = ''] = look.split('\n')
      // Without the line above it there is room for more.
      return look.endsWith(`\n${text}`) || (first !== title && look.includes(`\n${title}`))
    }
    // What is sensitive is asked, or shown, once more.
    for (let asked = 0; asked < 2 && !isSame() && isSecret.test(visitor.screen?.text ?? ''); asked++)
      await visitor.act({ do: 'good' })
    if (!isSame()) visitor.report('going on leads to another screen')
  }
}

/** What differs in a number alone, such as the amount that was entered, is one screen. What is offered is not. */
function withoutNumbers(look: string): string {
  return look
    .split('\n')
    .map((line) => (offered.test(line) ? line : line.replaceAll(/\d+/g, '#')))
    .join('\n')
}

const offered = /^(?:\d{1,3}\. |[*#0]|99)|=/
const isSecret = /PIN\?|your part is/
const isResumed = /continue\?|You did not finish/

/** Our own lines that say that an answer will not do. */
const refused =
  /^(?:Reply with a number|Please choose one|Choisissez|Répondez|Yi nɔma|Yi noma|Numbers only|Please enter|That does not look)/

function enteredBy({ acts }: AnswerClass): string {
  const [act] = acts
  return act?.do === 'enter' ? act.text : ''
}
