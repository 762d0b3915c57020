import type { Channel } from '../phone/screen.ts'

/**
 * The screens of an application, as they were found by answering them.
 *
 * @example
 * const { screens, findings }: ApplicationMap = await mapApplication(app)
 * const paying = screens.filter(({ pays }) => pays !== null)
 */
export interface ApplicationMap {
  /** The form of this object. */
  readonly version: 1
  /** The channels that were walked. */
  readonly channels: readonly Channel[]
  /** In the order in which they were found: the first is the one after the dial. */
  readonly screens: readonly MappedScreen[]
  readonly findings: readonly MapFinding[]
  /** What the plugin warned the author of, where it could be heard: once each. */
  readonly warnings: readonly string[]
  readonly bounds: MapBounds
}

/**
 * How far the walk went.
 *
 * @example
 * const isWhole = ({ met, notWalked }: MapBounds) => met.length === 0 && notWalked.length === 0
 */
export interface MapBounds {
  /** How many pushes it took. */
  readonly pushes: number
  /** Which bounds ended it before everything was seen: none where all was. */
  readonly met: readonly ('pushes' | 'depth' | 'time')[]
  /**
   * Answers that led to a screen that looks like one already walked, and was not walked again. Each screen is walked by 6 ways
   * on each channel; until it has taken 1,000 pushes, by 24 ways that don't pass the screen itself. What is only behind one
   * of these answers isn't on the map.
   */
  readonly notWalked: readonly { readonly screen: string; readonly answer: string }[]
}

/**
 * One screen; those that differ only in numbers, or in the option that was chosen, are one, and so are the pages of a list.
 * Where an answer leads elsewhere than on one that looks the same, they are two.
 *
 * @example
 * const longest = ({ lengths }: MappedScreen) => Math.max(...Object.values(lengths))
 */
export interface MappedScreen {
  /**
   * Its first words, and a number where others begin alike: the same on every run. Where it looks like another and leads
   * elsewhere, what was chosen on the way is added: `how-much-withdraw`.
   */
  readonly id: string
  /** A question with options, one with an answer of its own, an end, an end that asks for money, or a failed session. */
  readonly kind: 'choice' | 'input' | 'end' | 'payment' | 'failure'
  /** What stands on it, as it was seen first. */
  readonly text: string
  /** The longest of its pages, in characters, by channel. */
  readonly lengths: Partial<Readonly<Record<Channel, number>>>
  /** How many pages it takes, by channel. */
  readonly pages: Partial<Readonly<Record<Channel, number>>>
  /** The answers that lead elsewhere, and the options that lead to the same screen again. */
  readonly answers: readonly MappedAnswer[]
  /** What it asks to pay, as it was seen first; null where it doesn't. */
  readonly pays: { readonly amount: number; readonly what: string } | null
}

/**
 * An answer, and the screen that it leads to.
 *
 * @example
 * const arrow = ({ answer, to }: MappedAnswer) => `${answer} -> ${to}`
 */
export interface MappedAnswer {
  /** The label of the option, or what was typed. */
  readonly answer: string
  /** The id of a screen. */
  readonly to: string
  readonly channels: readonly Channel[]
  /**
   * By some way the screen was not walked again: it looks like `to`, and may lead elsewhere. Not so where only a menu comes
   * again.
   */
  readonly notWalked?: true | undefined
}

/**
 * Something that the author may want to look at.
 *
 * @example
 * const inWords = ({ kind, screen, text }: MapFinding) => `${kind} at ${screen}: ${text}`
 */
export interface MapFinding {
  /**
   * `deadEnd`: nothing that it offers leads on. `unanswered`: no answer that was tried was taken. `noWayBack`: nothing
   * leads back. `oneChannel`: other channels have no such screen. `cutOff`: the phone doesn't show all of it. `failure`:
   * the session fails. `unsteady`: the same answers led to another screen, or an option leads to several.
   */
  readonly kind: 'deadEnd' | 'unanswered' | 'noWayBack' | 'oneChannel' | 'cutOff' | 'failure' | 'unsteady'
  /** The id of the screen. */
  readonly screen: string
  readonly channels: readonly Channel[]
  /** A sentence. */
  readonly text: string
  /** Nothing is wrong: somebody may want to know it. */
  readonly isHint?: true | undefined
}
