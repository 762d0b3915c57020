import { HeldState } from '../../turns/state.ts'
import { type BegunStep, describeStep } from '../steps/begun-step.ts'
import { jsonLengthAtMost } from './long-list.ts'
import type { Asked, TalkRecord } from './record.ts'
import type { Step } from './steps.ts'

/** The steps that a turn has begun, by their places in the record: in development they have lines. */
export type BegunSteps = ReadonlyMap<number, BegunStep>

/** A record as the state of its session: a turn that reads it in this process works on a copy, and never parses it. */
export class HeldRecord extends HeldState {
  readonly #record: TalkRecord
  readonly #begun: BegunSteps | undefined
  /** Each turn asks for it several times. */
  #lengthAtMost: number | undefined

  /** @param record is changed no more */
  constructor(record: TalkRecord, begun?: BegunSteps) {
    super()
    this.#record = record
    this.#begun = begun
  }

  copy(): TalkRecord {
    return copyOf(this.#record)
  }

  override toJSON(): TalkRecord {
    return this.#record
  }

  override get lengthAtMost(): number {
    this.#lengthAtMost ??= jsonLengthAtMost(this.#record)
    return this.#lengthAtMost
  }

  override get largest(): string {
    return largestOf(this.#record, this.#begun)
  }
}

/** Which step of a record is the longest, and what to do about that. */
export function largestOf({ steps, asked, from, b, o = [], s }: TalkRecord, begun?: BegunSteps): string {
  const others = [...(from?.steps ?? []), ...(b?.steps ?? []), ...o.flatMap((left) => left.steps)]
  const sized = (step: Step | Asked, known?: BegunStep): readonly [string, number] => [
    known === undefined ? nameOf(step, s === true) : describeStep(known),
    JSON.stringify(step).length,
  ]
  const all = [...others.map((step) => sized(step)), ...steps.map((step, place) => sized(step, begun?.get(place)))]
  if (asked !== undefined) all.push(sized(asked, begun?.get(asked.at)))
  const [name, length] = all.reduce((longest, one) => (one[1] > longest[1] ? one : longest), ['nothing', 0])
  return `most of it is ${name}, ${length} characters. Keep what the rest of the script needs, and look up the rest`
}

/** @param mayQuote behind a secret the letters of a text may be its own */
function nameOf(step: Step | Asked, mayQuote: boolean): string {
  if ('n' in step) return `talk.${step.k}('${step.n}')`
  const name = `talk.${step.k.replace(/:.*/, '')}`
  return mayQuote && !step.f.startsWith('#') ? name : `${name} ${step.f}`
}

/** Steps, words and options are replaced and never changed, so the copy shares them. */
function copyOf(record: TalkRecord): TalkRecord {
  const { steps, asked, from } = record
  const copy = { ...record, steps: [...steps] }
  if (asked !== undefined) copy.asked = { ...asked }
  if (from !== undefined) copy.from = copyOf(from)
  return copy
}
