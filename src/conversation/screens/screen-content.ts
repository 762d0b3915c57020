import type { DataType, FieldType } from '../../replies/index.ts'

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
