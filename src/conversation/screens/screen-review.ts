import type { Log } from '../../log.ts'
import { printable } from '../../text/clean-text.ts'
import { describeError } from '../../text/describe-error.ts'
import { type FindingKind, findings, type ShownScreen } from './findings.ts'

/** Where a screen was written. */
export interface ScreenPlace {
  /** As it is written: `talk.choose`. */
  readonly step: string
  /** Its file and line, where they are known. */
  readonly place: string | undefined
}

/** Tells an author, in development, what subscribers do not see as it was written: once for each step and kind. */
export class ScreenReview {
  readonly #told = new Set<string>()
  readonly #kinds = new Set<'ussd' | 'programmable'>()

  /** The conversation is held over this kind of turns. */
  serve(kind: 'ussd' | 'programmable'): void {
    this.#kinds.add(kind)
  }

  serves(kind: 'ussd' | 'programmable'): boolean {
    return this.#kinds.has(kind)
  }

  /** @param secrets are hidden where they stand in a text */
  tell(screen: Omit<ShownScreen, 'isRichToo'>, at: ScreenPlace, secrets: readonly string[], log: Log): void {
    const { step, place } = at
    for (const { kind, text, found, fix } of findings({ ...screen, isRichToo: this.serves('programmable') })) {
      const known = `${kind} ${place ?? step}`
      if (this.#told.has(known) || this.#told.size >= mostTold) continue
      this.#told.add(known)
      // Hidden before it is cut: of a secret that was cut nothing would be known.
      const whole = printable(describeError(text, secrets).message)
      const shown = whole.length > longestText ? `${whole.slice(0, longestText - dots.length)}${dots}` : whole
      const problem = { problem: kind, step, place, text: shown, found: printable(found), fix: printable(fix) }
      log.warn(problem, `${findingLines[kind]}: ${problem.fix}`)
    }
  }
}

/** What each kind of finding says first. */
export const findingLines: Readonly<Record<FindingKind, string>> = {
  hiddenPayment: 'a payment stands behind "More"',
  hiddenOption: 'an option stands behind "More"',
  shortened: 'a title or a label was shortened',
  folded: 'characters were folded or dropped',
  halfPage: 'a letter outside GSM 7-bit takes more than half of the page',
  noCountry: 'a phone number as it is dialled at home cannot be read',
  oneChannel: 'a screen is not shown in whole on every channel',
}

const longestText = 40
const dots = '...'
const mostTold = 128
