import type { Channel } from '../channel.ts'
import { plainEntry } from '../questions/plain-entry.ts'
import type { ChoiceView } from '../record/record.ts'
import type { DrawnChoice } from '../screens/screen-content.ts'
import { drawnChoices } from './choice-list.ts'
import { foldLabel, matchingLabels, placeByLabel } from './labels.ts'

/** A line of a list: an option, or a group of them. */
interface ListLine {
  readonly label: string
  /** What is entered for it. */
  readonly number: string
  /** Of its option, in the whole list; undefined where it is a group. */
  readonly place: number | undefined
}

/** What an answer to a list means: an option by its place, -1 where it is none, or another part of the list to see. */
export type ListAnswer = { readonly place: number } | { readonly view: ChoiceView }

/** A long list, of which a screen may show a group or what was looked for. */
export class ChoiceList {
  readonly #options: readonly unknown[]
  readonly #choices: readonly DrawnChoice[]
  /** The numbers that options have of their own, by place. */
  readonly #own: readonly (string | undefined)[]
  readonly #groups: readonly (string | undefined)[]
  readonly #isPhone: boolean

  constructor(options: readonly unknown[], channel: Channel, isSensitive: boolean) {
    this.#options = options
    this.#choices = drawnChoices(options)
    this.#own = options.map(ownNumberOf)
    this.#isPhone = channel === 'ussd'
    // Elsewhere the channel draws the list, and where it is secret nothing is kept of what was looked at.
    this.#groups = options.map((option) => (this.#isPhone && !isSensitive ? groupOf(option) : undefined))
  }

  /** What is drawn of a part of it. */
  draw(view: ChoiceView | undefined): readonly DrawnChoice[] {
    return this.#lines(view).map(({ label, number, place }) => {
      const choice = place === undefined ? undefined : this.#choices[place]
      const isValued = choice !== undefined && choice.value !== String((place ?? 0) + 1)
      return { label, value: isValued ? choice.value : number, amount: choice?.amount, number }
    })
  }

  /** @param finds whether letters narrow it */
  read(entered: string, view: ChoiceView | undefined, finds: boolean): ListAnswer {
    const lines = this.#lines(view)
    const sent = this.#isPhone ? -1 : this.draw(undefined).findIndex(({ value }) => value === entered.trim())
    if (sent !== -1) return { place: sent }
    const number = numberOf(plainEntry(entered))
    const line =
      lines.find((known) => sameNumber(known.number) === number) ??
      lines[
        placeByLabel(
          entered,
          lines.map(({ label }) => label),
        )
      ]
    if (line !== undefined) return answerOf(line)
    const labels = this.#choices.map(({ label }) => label)
    // What has a number or a label of its own may be entered wherever it stands.
    const own = this.#own.findIndex((known) => known !== undefined && sameNumber(known) === number)
    const place = own === -1 ? placeByLabel(entered, labels) : own
    const isQuery = place === -1 && finds && matchingLabels(entered, labels).length > 0
    return isQuery ? { view: { q: foldLabel(entered) } } : { place }
  }

  /** Whether a key is the number of a line, or what a channel sends for one. */
  takes(key: string, view: ChoiceView | undefined): boolean {
    const number = sameNumber(key)
    return (
      this.#own.some((known) => known !== undefined && sameNumber(known) === number) ||
      this.draw(view).some((line) => sameNumber(line.number ?? '') === number || (!this.#isPhone && line.value === key))
    )
  }

  #lines(view: ChoiceView | undefined): readonly ListLine[] {
    const taken = new Set(this.#own.flatMap((number) => (number === undefined ? [] : [sameNumber(number)])))
    let last = 0
    const next = (): string => {
      do last += 1
      while (taken.has(String(last)))
      return String(last)
    }
    const lines: ListLine[] = []
    const seen = new Set<string>()
    for (const place of this.#placesIn(view)) {
      const group = view === undefined ? this.#groups[place] : undefined
      const { label = '' } = this.#choices[place] ?? {}
      if (group === undefined) {
        // Elsewhere what a channel sends for an option is the same wherever it is shown.
        const number = this.#own[place] ?? (this.#isPhone ? next() : String(place + 1))
        lines.push({ label, number, place })
      } else if (!seen.has(group)) {
        seen.add(group)
        lines.push({ label: group, number: next(), place: undefined })
      }
    }
    return lines
  }

  #placesIn({ g, q }: ChoiceView = {}): readonly number[] {
    const all = this.#options.map((_, place) => place)
    if (g !== undefined) return all.filter((place) => this.#groups[place] === g)
    return q === undefined
      ? all
      : matchingLabels(
          q,
          this.#choices.map(({ label }) => label),
        )
  }
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

function groupOf(option: unknown): string | undefined {
  const group = typeof option === 'object' && option !== null && 'group' in option ? option.group : undefined
  return typeof group === 'string' ? group : undefined
}

/** No case and no zeros in front make another number. */
export function sameNumber(number: string): string {
  return number.toLowerCase().replace(zeros, '')
}

/** `2.` and `2)` too. */
function numberOf(entry: string): string | undefined {
  const [, number] = numbered.exec(entry) ?? []
  return number === undefined ? undefined : sameNumber(number)
}

function answerOf({ label, place }: ListLine): ListAnswer {
  return place === undefined ? { view: { g: label } } : { place }
}

const numbered = /^([\da-z]{1,8})\s*[.)]?$/i
const zeros = /^0+(?=\d)/
