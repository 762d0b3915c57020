import { plainEntry } from '../../text/folded/plain-entry.ts'
import type { TalkKeys } from '../conversation-options.ts'
import type { Way, Ways } from '../screens/screen-content.ts'
import type { Words } from '../words.ts'

/** The ways of a question. A key that is itself an answer is written with a star. */
export class TalkWays implements Ways {
  readonly #open: OpenWays
  readonly #keys: WayKeys
  readonly #words: Words

  constructor(open: OpenWays, keys: WayKeys, words: Words) {
    this.#open = open
    this.#keys = keys
    this.#words = words
  }

  // Made where they are drawn: whether a key is an answer costs as much as reading one.
  get first(): readonly Way[] {
    const { canGoBack, canGoHome } = this.#open
    return this.#ways(canGoBack, canGoHome)
  }

  /** Back leads from every later page to the one before it. */
  get later(): readonly Way[] {
    return this.#ways(true, this.#open.canGoHome)
  }

  get more(): Way {
    return this.#way('more')
  }

  /** The way that was entered, where it is one that was drawn. @param page from 0 @param hasMore another page follows */
  entered(entered: string, page: number, hasMore: boolean): keyof WayKeys | undefined {
    const { isAfterStep } = this.#open
    const key = plainEntry(entered)
    if (this.#is('help', key)) return 'help'
    if (hasMore && this.#is('more', key)) return 'more'
    if ((isAfterStep || page > 0) && this.#is('back', key)) return 'back'
    return isAfterStep && this.#is('home', key) ? 'home' : undefined
  }

  /**
   * Whether what leads back, home or on elsewhere was entered where that is not open, and is no answer.
   *
   * @param page from 0: more was pressed once too often only where there were pages
   */
  isBarred(entered: string, page: number): boolean {
    const key = plainEntry(entered)
    return this.#is('back', key) || this.#is('home', key) || (page > 0 && this.#is('more', key))
  }

  #ways(hasBack: boolean, hasHome: boolean): readonly Way[] {
    const ways: Way[] = []
    if (hasBack) ways.push(this.#way('back'))
    if (hasHome) ways.push(this.#way('home'))
    const { help } = this.#keys
    if (help !== undefined) ways.push({ key: this.#keyOf(help), word: this.#words.help })
    return ways
  }

  #is(name: keyof WayKeys, entered: string): boolean {
    const key = this.#keys[name]
    if (key === undefined) return false
    // What is neither the key nor the key with a star need not be looked at closer.
    return (entered === key || entered === `*${key}`) && entered === this.#keyOf(key)
  }

  #way(name: keyof TalkKeys): Way {
    return { key: this.#keyOf(this.#keys[name]), word: this.#words[name] }
  }

  #keyOf(key: string): string {
    return this.#open.takes(key) ? `*${key}` : key
  }
}

/** The keys of the ways, and that for help where there is one. */
export type WayKeys = TalkKeys & { readonly help?: string | undefined }

/** Which ways are open on the first page of a question, and which keys are answers to it. */
export interface OpenWays {
  readonly canGoBack: boolean
  readonly canGoHome: boolean
  /** Something was answered or done before it: then their keys are no answers, also where the way is barred. */
  readonly isAfterStep: boolean
  takes(key: string): boolean
}

/** The ways of an ending: from page to page, since there is nothing else to go back to. */
export class EndingWays implements Ways {
  readonly isEnding = true
  readonly first: readonly Way[] = none
  readonly later: readonly Way[]
  readonly more: Way

  constructor(keys: TalkKeys, words: Words) {
    this.later = [{ key: keys.back, word: words.back }]
    this.more = { key: keys.more, word: words.more }
  }

  /** The page that follows on what was entered: anything else than a way stays where it is. */
  pageAfter(entered: string, page: number): number {
    const key = plainEntry(entered)
    if (key === this.more.key) return page + 1
    return key === this.later[0]?.key ? Math.max(0, page - 1) : page
  }
}

const none: readonly Way[] = Object.freeze([])
