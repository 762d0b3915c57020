import type { Recorded } from '../../store/effects/recorded.ts'
import { plainEntry } from '../../text/folded/plain-entry.ts'
import type { Channel } from '../channel.ts'
import type { ShownOption } from '../record/long-list.ts'
import type { ChoiceView, SeenLines } from '../record/record.ts'
import type { DrawnChoice } from '../screens/screen-content.ts'
import {
  drawnChoices,
  foldLabel,
  hasLabel,
  isSeen,
  labelOf,
  matchingLabels,
  ownValues,
  placeByLabel,
  signed,
} from './choice-list.ts'

/** An option as it was drawn. */
interface DrawnOption {
  readonly choice: DrawnChoice
  readonly place: number
  /** The number that it has of its own. */
  readonly own: string | undefined
  readonly group: string | undefined
}

/** A line of a list. What is entered for it is its number. */
type ListLine = DrawnChoice & {
  readonly number: string
  /** What it leads to. */
  readonly answer: ListAnswer
}

/** What an answer to a list means: an option by its place, -1 where it is none, or a part of the list to see. */
export type ListAnswer = { readonly place: number } | ListPart

/** A part of a list to see, or the page with a line of it. */
export interface ListPart {
  /** The same part where it is left out. */
  readonly view?: ChoiceView
  readonly line?: number
}

/** A long list, of which a screen may show a group or what was looked for. */
export class ChoiceList {
  readonly #options: readonly DrawnOption[]
  readonly #labels: readonly string[]
  readonly #isPhone: boolean
  /** Rich channels send values of the options' own. */
  readonly #sendsValues: boolean
  /** Numbers that options have of their own: no other line has one of them. */
  readonly #taken: ReadonlySet<string>
  /** What was drawn last: a turn asks for it for every key. */
  #drawn: { readonly view: ChoiceView | undefined; readonly lines: readonly ListLine[] } | undefined

  constructor(options: readonly unknown[], channel: Channel, isSensitive: boolean) {
    this.#isPhone = channel === 'ussd'
    this.#sendsValues = !this.#isPhone && ownValues(options) !== undefined
    // Elsewhere the channel draws the list, and where it is secret nothing is kept of what was looked at.
    const isGrouped = this.#isPhone && !isSensitive
    this.#options = drawnChoices(options).map((choice, place) => ({
      choice,
      place,
      own: ownNumberOf(options[place]),
      group: isGrouped ? groupOf(options[place]) : undefined,
    }))
    this.#labels = this.#options.map(({ choice }) => choice.label)
    this.#taken = new Set(this.#options.flatMap(({ own }) => (own === undefined ? [] : [sameNumber(own)])))
  }

  /** What is drawn of a part of it. */
  draw(view: ChoiceView | undefined): readonly ListLine[] {
    if (this.#drawn === undefined || this.#drawn.view !== view) this.#drawn = { view, lines: this.#linesOf(view) }
    return this.#drawn.lines
  }

  #linesOf(view: ChoiceView | undefined): readonly ListLine[] {
    const next = this.#counter()
    const lines: ListLine[] = []
    const seen = new Set<string>()
    for (const { choice, place, own, group } of this.#optionsIn(view)) {
      if (group === undefined || view !== undefined) {
        const number = own ?? next()
        lines.push({ ...choice, value: this.#sendsValues ? choice.value : number, number, answer: { place } })
      } else if (!seen.has(group)) {
        seen.add(group)
        const number = next()
        lines.push({ label: group, value: number, number, answer: { view: { g: group } } })
      }
    }
    return lines
  }

  /**
   * What nobody has seen is not chosen by its place, nor by the beginning of its label: it is shown.
   *
   * @param finds whether letters narrow it
   * @param seen undefined where it need not be seen
   */
  read(entered: string, view: ChoiceView | undefined, finds: boolean, seen: SeenLines | undefined): ListAnswer {
    const lines = this.draw(view)
    const sent = this.#isPhone ? undefined : lines.find(({ value }) => value === entered.trim())
    if (sent !== undefined) return sent.answer
    const number = this.#numberIn(entered)
    const counted = lines.findIndex((line) => sameNumber(line.number) === number)
    const line = counted === -1 ? placeByLabel(entered, lines.map(labelOf)) : counted
    const { answer } = lines[line] ?? {}
    const isFree = seen === undefined || isSeen(seen, line) || hasLabel(entered)(lines[line])
    if (answer !== undefined && isFree) return answer
    // What has a number or a label of its own may be entered wherever it stands.
    const own = this.#options.findIndex((option) => option.own !== undefined && sameNumber(option.own) === number)
    const named = own === -1 ? this.#labels.findIndex(hasLabel(entered)) : own
    if (named !== -1) return { place: named }
    const place = placeByLabel(entered, this.#labels)
    if (seen === undefined && place !== -1) return { place }
    if (finds && matchingLabels(entered, this.#labels).length > 0) return { view: { q: foldLabel(entered) } }
    if (answer !== undefined) return { line }
    const { group: g } = this.#options[place] ?? {}
    return g === undefined
      ? { place: -1 }
      : { view: { g }, line: this.#optionsIn({ g }).findIndex((known) => known.place === place) }
  }

  /** Whether a key is the number of a line, or what a channel sends for one. */
  takes(key: string, view: ChoiceView | undefined): boolean {
    const number = sameNumber(key)
    return this.draw(view).some((line) => sameNumber(line.number) === number || (!this.#isPhone && line.value === key))
  }

  /** A label that is written as a number is what was meant: `+5`. */
  #numberIn(entered: string): string | undefined {
    const plain = plainEntry(entered)
    const isLabel = signed.test(plain) && this.#labels.some(hasLabel(entered))
    return isLabel ? undefined : numberOf(plain)
  }

  /** Counts from 1, past the numbers that options have of their own. */
  #counter(): () => string {
    let last = 0
    return () => {
      do last += 1
      while (this.#taken.has(String(last)))
      return String(last)
    }
  }

  #optionsIn(view: ChoiceView | undefined): readonly DrawnOption[] {
    const { g, q } = view ?? {}
    if (g !== undefined) return this.#options.filter(({ group }) => group === g)
    if (q === undefined) return this.#options
    const found = new Set(matchingLabels(q, this.#labels))
    return this.#options.filter(({ place }) => found.has(place))
  }
}

/** Which of the options that were on a screen is meant, by its number or its whole label. */
export function shownOption(entered: string, shown: readonly ShownOption[]): Recorded | undefined {
  const plain = plainEntry(entered)
  const [number, label] = [numberOf(plain), foldLabel(entered)]
  const named = shown.find(([, option]) => foldLabel(labelOf(option)) === label)
  const counted = shown.find(([own]) => sameNumber(own) === number)
  const found = signed.test(plain) ? (named ?? counted) : (counted ?? named)
  return found?.[1]
}

/** Whether a list has more to it than its lines. */
export function isSpecialList(options: readonly unknown[]): boolean {
  return options.some((option) => ownNumberOf(option) !== undefined || groupOf(option) !== undefined)
}

/** The number that an option has of its own. */
export function ownNumberOf(option: unknown): string | undefined {
  const number = typeof option === 'object' && option !== null && 'number' in option ? option.number : undefined
  return typeof number === 'number' || typeof number === 'string' ? String(number) : undefined
}

/** The group that an option is in. */
export function groupOf(option: unknown): string | undefined {
  const group = typeof option === 'object' && option !== null && 'group' in option ? option.group : undefined
  return typeof group === 'string' ? group : undefined
}

/** No case and no zeros in front make another number. */
export function sameNumber(number: string): string {
  return number.toLowerCase().replace(zeros, '')
}

/** `2.`, `2)`, `(2)` and `+2` too. */
function numberOf(entry: string): string | undefined {
  const [, number] = numbered.exec(entry) ?? []
  return number === undefined ? undefined : sameNumber(number)
}

const numbered = /^[+(]?([\da-z]{1,8})\s*[.,):]?$/i
const zeros = /^0+(?=\d)/
