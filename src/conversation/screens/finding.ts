/** What an author is told of a screen, or of a text that stands on one. */
export type FindingKind =
  | 'hiddenPayment'
  | 'hiddenOption'
  | 'hiddenQuestion'
  | 'shortened'
  | 'folded'
  | 'halfPage'
  | 'oneChannel'
  | 'noCountry'

/** One thing that a subscriber does not see as the author wrote it. */
export interface Finding {
  readonly kind: FindingKind
  /** What of the step it is about, where that is not its screen: `words.more`. */
  readonly of?: string | undefined
  /** What it is about, as it was written; a word in its place where the screen is sensitive. */
  readonly text: string
  /** In numbers, where there are some: `shown 31 of 44 characters`. */
  readonly found: string
  /** What to do. */
  readonly fix: string
}

/** What each kind of finding says first. */
export const findingLines: Readonly<Record<FindingKind, string>> = {
  hiddenPayment: 'a payment stands behind "More"',
  hiddenOption: 'an option stands behind "More"',
  hiddenQuestion: 'under a line that tells of a wrong answer its question stands behind "More"',
  shortened: 'a text was shortened',
  folded: 'characters were folded or dropped',
  halfPage: 'a letter outside GSM 7-bit takes more than half of the page',
  noCountry: 'a phone number as it is dialled at home cannot be read',
  oneChannel: 'a screen is not shown in whole on every channel',
}

/** @param shown how many of its characters are shown */
export function shortening(text: string, shown: number, fix: string): Finding {
  return { kind: 'shortened', text, found: `shown ${shown} of ${text.length} characters`, fix }
}

/** The characters of a text that was shortened, without the points that say so. */
export function lengthShown(shortened: string): number {
  return shortened.replace(dots, '').length
}

/** What nobody may read in a log has a word in its place. */
export function masked(findings: readonly Finding[], isSensitive: boolean): readonly Finding[] {
  return isSensitive ? findings.map((finding) => ({ ...finding, text: 'Private' })) : findings
}

const dots = /\.{3}$/
