import type { DataType, FieldType } from '../../replies/index.ts'
import { type FitSettings, type Room, shortened } from './room.ts'
import { written } from './written.ts'

/** One choice of a screen. What it costs is shown by rich channels; on USSD the label says it. */
export interface DrawnChoice {
  readonly label: string
  /** What stands before it on USSD; its place in the list when not given, nothing where it is empty. */
  readonly number?: string | undefined
  /** What a rich channel sends when it is chosen; on USSD the number of its line is entered. */
  readonly value: string
  /** In major currency units. */
  readonly amount?: number | undefined
}

/** One screen as the script means it, before a channel draws it. */
export interface ScreenContent {
  /** Says what was wrong with the last answer: stands above everything. */
  readonly lead?: string | undefined
  /** The page that the lead stands on, from 0; the first when not given. */
  readonly leadPage?: number | undefined
  /** It was on a screen before, and a list says enough without its text: that makes room for the lead. */
  readonly isRead?: boolean | undefined
  /** Where pages after the first were drawn from before, as {@link startOf} says it: what leads there need not be drawn. */
  readonly starts?: readonly number[] | undefined
  /** The place of a choice that the page is to hold: it is that page or a later one. */
  readonly line?: number | undefined
  /** The title or the question; line feeds are kept. */
  readonly text: string
  readonly choices: readonly DrawnChoice[]
  readonly form: DataType
  readonly field: FieldType
  /** The title on rich channels; without it, made of the text. */
  readonly label?: string | undefined
  /** The screen itself is masked (reference 2.6, Mask). */
  readonly sensitive: boolean
  /** The answer is masked (reference 2.6, MaskNextRoute). */
  readonly maskNext: boolean
}

/** A screen that is only shown. */
export function shownContent(text: string, label?: string, sensitive = false): ScreenContent {
  return { text, choices: [], form: 'display', field: 'text', label, sensitive, maskNext: false }
}

/** A way to leave a screen without answering it, drawn as `0 Back`. */
export interface Way {
  readonly key: string
  readonly word: string
}

/** The ways that the pages of a screen offer. */
export interface Ways {
  readonly first: readonly Way[]
  /** Of the pages after the first. */
  readonly later: readonly Way[]
  /** To the next page, where there is one. */
  readonly more: Way
  /** The last page ends the session: nobody can answer it, so no way is drawn there. */
  readonly isEnding?: true
}

/** The first line of a text, in short where it is longer than its place. */
export function titleOf(text: string, characters: FitSettings['characters'], room: Room): string {
  return shortened(written(text, characters).replace(afterFirstLine, ''), room)
}

const afterFirstLine = /\n.*/s

/**
 * The title of a screen on rich channels; undefined where that of the message will do, its first line or the word that
 * stands for a masked one. An error line is no title, so under one the question keeps its own.
 *
 * @example
 * ```ts
 * labelOf({ ...content, lead: 'Numbers only, such as 20.', text: 'How many?' }) // 'How many?'
 * ```
 */
export function labelOf({ label, lead, text, sensitive }: ScreenContent): string | undefined {
  // A title is not masked, so nothing of a masked text may stand in it.
  if (label !== undefined || lead === undefined || sensitive) return label
  return titleOf(text, 'keep', longest)
}

/** As long as the titles that replies give themselves. */
const longest = { septets: 40, units: 40 }
