import type { SessionEvent } from '../pushes/session-push.ts'
import { type OwnerOf, sessionIdOf } from './session-owner.ts'

/**
 * What a subscriber reads when the handler has nothing to say. Settings; nothing of an error ever shows.
 *
 * @example
 * const screens: Partial<Screens> = { waiting: 'One moment. Reply 1 to go on', failed: 'Sorry. Please dial again' }
 * await app.register(merchantWebhooks, { verify, screens, ussd })
 */
export interface Screens {
  /** At the deadline, while your handler works on. */
  readonly waiting: string
  /** The handler threw, returned nothing, or took too long. */
  readonly failed: string
  /** The session is over: a push after its end, a release, a time-out. */
  readonly ended: string
  /** The push has an unknown type. */
  readonly unknownType: string
  /** Too many sessions at once. */
  readonly busy: string
  /** The push could not be read. */
  readonly unreadable: string
  /** Somebody has stopped the kind. */
  readonly paused: string
}

export const defaultScreens: Screens = {
  waiting: 'Please wait, we are working on it. Reply 1 to check.',
  failed: 'Sorry, something went wrong. Try later.',
  ended: 'This has ended. Please dial again.',
  unknownType: 'Sorry, this is not available. Please dial again.',
  busy: 'Sorry, we are busy. Try again soon.',
  unreadable: 'Sorry, we could not read that. Please try again.',
  paused: 'Sorry, this service is paused. Please try again later.',
}

/** What is said otherwise where nothing is dialled: in a web store, an app or at a till. */
export const richScreens: Screens = {
  ...defaultScreens,
  ended: 'This has ended. Please start again.',
  unknownType: 'Sorry, this is not available. Please start again.',
}

/** What screens are found with. */
export interface SpokenScreensSettings {
  /** What is said on the channel of a push. */
  readonly on: (event: SessionEvent) => Screens
  readonly ownerOf: OwnerOf
  /** Sessions that are remembered. */
  readonly most: number
}

/**
 * What subscribers read where no handler speaks: on the channel of their push, and in the words that their session spoke
 * last. What a session spoke is kept in its state; here it is remembered for when that is out of reach.
 */
export class SpokenScreens {
  readonly #settings: SpokenScreensSettings
  #younger = new Map<string, Partial<Screens>>()
  #older: ReadonlyMap<string, Partial<Screens>> = this.#younger
  /** Sessions speak few languages: what many say is kept once. */
  readonly #said = new Map<string, Partial<Screens>>()

  constructor(settings: SpokenScreensSettings) {
    this.#settings = settings
  }

  /** The session of a push speaks so from here on; as others do where nothing is given. */
  speak(event: SessionEvent, screens: Partial<Screens>): void {
    const isPlain = Object.keys(screens).length === 0
    if (isPlain && this.#isEmpty) return
    const id = this.#idOf(event)
    if (this.#younger.size * 2 >= this.#settings.most && !this.#younger.has(id)) {
      this.#older = this.#younger
      this.#younger = new Map()
    }
    this.#younger.set(id, isPlain ? screens : this.#once(screens))
  }

  for(event: SessionEvent): Screens {
    const screens = this.#settings.on(event)
    if (this.#isEmpty) return screens
    const id = this.#idOf(event)
    return { ...screens, ...(this.#younger.get(id) ?? this.#older.get(id)) }
  }

  get #isEmpty(): boolean {
    return this.#younger.size === 0 && this.#older.size === 0
  }

  #once(screens: Partial<Screens>): Partial<Screens> {
    const json = JSON.stringify(screens)
    const known = this.#said.get(json)
    if (known !== undefined) return known
    if (this.#said.size === languages) this.#said.clear()
    this.#said.set(json, screens)
    return screens
  }

  #idOf(event: SessionEvent): string {
    return sessionIdOf(event, this.#settings.ownerOf(event))
  }
}

const languages = 64
