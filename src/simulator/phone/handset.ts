import { nextPush, typeWords } from '../gateway/session-pushes.ts'
import type { PhonePush, Session } from '../world/world.ts'
import { FMW_PHONE_CHOICE, FMW_PHONE_SESSION } from './errors.ts'
import { findOffers, nextPage, type Offer, offersOf } from './offers.ts'
import type { Screen } from './screen.ts'
import { EnteredSecrets, hearAnswers, hiddenText } from './secrets.ts'
import { blame, drawScreen, type Mishap, storyOf, Transcript } from './transcript.ts'

/** The steps of a phone, each done at once: it pushes what a subscriber does and keeps what came back. */
export abstract class Handset<S extends Session = Session> {
  readonly #transcript = new Transcript()
  readonly #secrets = new EnteredSecrets()
  readonly #more: string | undefined

  /** @param more the word or the key of the way to the next page */
  constructor(more: string | undefined) {
    this.#more = more
  }

  /** The last session; undefined before the first. */
  abstract get session(): S | undefined

  abstract get lastScreen(): Screen | undefined

  /** What went wrong in the last session. */
  abstract get mishap(): Mishap | undefined

  /** Opens a session, which takes the place of the last. */
  protected abstract open(dialled: string): S

  /** Whether a code is dialled, or a service opened where there are no keys: then how that is written. */
  protected abstract get opens(): string | undefined

  /**
   * Brings a push to the application, and what the answer does to the session.
   *
   * @param heard what the application said of the next answer, where it is heard
   * @returns what the phone shows
   */
  protected abstract carry(push: PhonePush, session: S, heard: () => boolean | undefined): Promise<Screen>

  get transcript(): string {
    return this.#transcript.toString()
  }

  /** What was entered at sensitive screens. */
  get secrets(): readonly string[] {
    return this.#secrets.texts
  }

  /** A text without what was entered at sensitive screens. */
  get hide(): (text: string) => string {
    return this.#secrets.hide
  }

  /** How the error of a step ends. */
  get story(): string {
    return storyOf(this.mishap, this.transcript)
  }

  dial(message: string): Promise<Screen> {
    return this.#begin('dial', message)
  }

  redial(): Promise<Screen> {
    const dialled = this.session?.dialled ?? null
    if (dialled === null) throw this.noSession('redial', 'nothing was dialled')
    return this.#begin('redial', dialled)
  }

  reply(message: string): Promise<Screen> {
    // Without the message: it may be meant for a sensitive screen that was never reached.
    const session = this.#opened('reply')
    return this.#push('reply', session, typeWords[session.kind].response, message)
  }

  /** Pages on from a screen until it offers what is to be chosen, and chooses it. */
  async choose(label: string | RegExp, from: Screen): Promise<Screen> {
    const session = this.#opened(`choose ${label}`)
    const offered = new Set<string>()
    for (let [screen, page] = [from, 1]; ; page += 1) {
      const offers = offersOf(screen, session.channel)
      const [found, ...others] = findOffers(label, offers)
      if (found !== undefined && others.length === 0) return this.#enter(found, session)
      const next = nextPage(offers, this.#more)
      for (const offer of [...offers.choices, ...offers.ways]) offered.add(shownOffer(offer))
      if (found !== undefined) throw this.#noChoice(label, 'is on the screen more than once', offered)
      if (next === undefined) throw this.#noChoice(label, 'is not on the screen', offered)
      // Pages may read alike, so only their number tells a long list from one that leads around.
      if (page === mostPages) throw this.#noChoice(label, `is not on ${mostPages} pages`, offered)
      screen = await this.#enter(next, session)
    }
  }

  hangUp(): Promise<Screen> {
    return this.#leave('hang up', 'subscriber', 'release')
  }

  timeout(): Promise<Screen> {
    return this.#leave('time out', 'timeout', 'timeout')
  }

  push(type: string, message: string): Promise<Screen> {
    const session = this.session ?? this.open(message)
    const word = type.trim().toLowerCase()
    if (word === 'release' || word === 'timeout') session.ended ??= 'subscriber'
    return this.#push(`push ${type}`, session, type, message)
  }

  repeatLast(): Promise<Screen> {
    const { session } = this
    const push = session?.lastPush ?? null
    if (session === undefined || push === null) throw this.noSession('repeatLast', 'nothing was pushed')
    return this.#deliver({ ...push, label: 'repeat the last push' }, session)
  }

  /** @throws FMW_PHONE_SESSION when there is none, naming the step that needs it */
  shown(step: string): Screen {
    if (this.lastScreen === undefined) throw this.noSession(step, 'no screen was shown')
    return this.lastScreen
  }

  /** Notes something in the transcript; the result notes what it led to. */
  protected note(label: string): (shown: string) => void {
    return this.#transcript.open(label)
  }

  protected noSession(step: string, why: string): Error {
    return blame(new FMW_PHONE_SESSION(step, why, this.story), this.mishap)
  }

  #begin(step: string, dialled: string): Promise<Screen> {
    // Steps that are the same on every channel dial on all of them; rich ones are opened, with no keys to dial.
    const message = this.opens === undefined ? dialled : ''
    const session = this.open(message)
    session.dialled = dialled
    return this.#push(step, session, typeWords[session.kind].initiation, message, this.opens ?? dialled)
  }

  #opened(step: string): S {
    const { session } = this
    if (session === undefined) throw this.noSession(step, 'there is none')
    if (session.ended !== null) throw this.noSession(step, 'the last one has ended')
    return session
  }

  #enter({ label, value }: Offer, session: S): Promise<Screen> {
    const [step, shown] = label === '' ? ['reply', value] : ['choose', `${label} (${value})`]
    return this.#push(step, session, typeWords[session.kind].response, value, shown)
  }

  #noChoice(label: string | RegExp, problem: string, offered: ReadonlySet<string>): Error {
    const list = this.hide([...offered].join(', '))
    return blame(new FMW_PHONE_CHOICE(`${label}`, problem, list === '' ? 'nothing' : list, this.story), this.mishap)
  }

  /** @param entered what the transcript shows of the message, unless a sensitive screen asked for it */
  #push(step: string, session: S, type: string, message: string, entered = message): Promise<Screen> {
    const isHidden = session.masksNext && message !== ''
    if (isHidden) this.#secrets.add(message)
    const label = `${step} ${isHidden ? hiddenText : this.hide(entered)}`.trimEnd()
    return this.#deliver(
      {
        label,
        fields: nextPush(session, type, message),
        isSensitive: isHidden,
        ...(session.isUntold === true && message !== '' && { isUntold: true as const }),
        isLast: false,
      },
      session,
    )
  }

  #leave(label: string, end: 'subscriber' | 'timeout', word: 'release' | 'timeout'): Promise<Screen> {
    const session = this.#opened(label)
    session.ended = end
    return this.#deliver(
      { label, fields: nextPush(session, typeWords[session.kind][word], ''), isSensitive: false, isLast: true },
      session,
    )
  }

  async #deliver(push: PhonePush, session: S): Promise<Screen> {
    session.lastPush = push
    const show = this.note(push.label)
    let told: boolean | undefined
    const stopHearing = hearAnswers(session.id, (hidesNext = session.masksNext) => {
      told = hidesNext
    })
    const screen = await this.carry(push, session, () => told).finally(stopHearing)
    show(push.isLast && screen.gatewayError === undefined ? '' : this.hide(drawScreen(screen, session.channel)))
    return screen
  }
}

// More than anybody pages through.
const mostPages = 50

function shownOffer({ label, value }: Offer): string {
  return `${label} (${value})`.trimStart()
}
