import { createHash, timingSafeEqual } from 'node:crypto'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { TalkTurn } from '../script/talk-turn.ts'
import type { QuestionSpec } from '../steps/question-spec.ts'
import { type AnswerStep, type Asked, pagesOf, type TalkRecord } from './record.ts'
import { type Recorded, toRecorded } from './recorded.ts'

/** The answers of a record, and what the screen asks: sealed where they are sensitive. */
export class RecordedAnswers<K extends TurnKind> {
  readonly #given: TalkTurn<K>
  readonly #record: TalkRecord
  #hasWarned = false

  constructor(given: TalkTurn<K>, record: TalkRecord) {
    this.#given = given
    this.#record = record
  }

  /** The options of the question on the screen as they were drawn; undefined where nothing opens them any more. */
  optionsOf(spec: QuestionSpec, { o, s }: Asked): readonly unknown[] | undefined {
    if (s !== undefined) return this.#open(s)?.value
    return Array.isArray(o) ? o : (spec.options() ?? [])
  }

  /** The text of a question, as the question on the screen keeps it. */
  shownAs({ text, sensitive }: QuestionSpec): string {
    return sensitive ? this.seal(text) : text
  }

  /** Whether a yes would be to something else than what was shown, such as another amount. */
  isChanged({ kind, text, sensitive }: QuestionSpec, { t }: Asked): boolean {
    if (kind !== 'confirm' || t === undefined) return false
    return (sensitive ? this.#open(t)?.value : t) !== text
  }

  /** Records an answer: what was on the screen is answered. */
  keepAnswer(spec: QuestionSpec, { at }: Asked, answer: Recorded): void {
    const record = this.#record
    record.g = pagesOf(record)
    const { kind, print, sensitive } = spec
    const named = { k: kind, f: print }
    record.steps[at] = sensitive ? { ...named, s: this.seal(answer) } : { ...named, a: toRecorded(answer) }
    if (sensitive) this.#hide(answer)
    record.asked = undefined
    this.#takeBack(answer)
    if (record.w !== undefined) record.w = { ...record.w, [triesOf(spec)]: 0 }
  }

  /** What stood behind a sensitive answer that was asked again stands again, where that is the same. */
  #takeBack(answer: Recorded): void {
    const record = this.#record
    const { b } = record
    if (b === undefined) return
    record.b = undefined
    const before = this.#open(b.h)
    if (before === undefined || !isSame(before.value, toRecorded(answer))) return
    record.steps = [...record.steps, ...b.steps.slice(1)]
    record.done = b.done
  }

  /** Counts a wrong answer. @returns how many there were, also before the subscriber went back or home */
  countWrong(spec: QuestionSpec): number {
    const record = this.#record
    const name = triesOf(spec)
    const wrong = (record.w?.[name] ?? 0) + 1
    record.w = { ...record.w, [name]: wrong }
    return wrong
  }

  /** Records that a question was not answered: an ending of its own follows. */
  keepEnding({ kind, print, sensitive }: QuestionSpec, { at }: Asked, why: 'tooMany' | 'failed'): void {
    const record = this.#record
    record.steps[at] = { k: kind, f: print, x: why }
    record.asked = undefined
    record.b = undefined
    // Whoever comes back to it may try again, but never to find a secret.
    if (!sensitive) record.w = { ...record.w, [`${kind} ${print}`]: 0 }
  }

  /** A recorded answer; undefined where it was sealed and cannot be opened any more, or was none. */
  answerOf({ a, s, x }: AnswerStep): { readonly value: Recorded } | undefined {
    if (x !== undefined) return undefined
    // The script may change what it is given, and not what was recorded.
    if (s === undefined) return { value: toRecorded(a) }
    const opened = this.#open(s)
    if (opened !== undefined) this.#hide(opened.value)
    return opened
  }

  /** Keeps a value from whoever reads the store. */
  seal(value: unknown): string {
    const { host, turn } = this.#given
    if (host.isKept && host.sealer.isFleeting && !this.#hasWarned) {
      this.#hasWarned = true
      turn.log.warn(
        {},
        'a sensitive answer is sealed for this process alone: set secret, or it is asked again after a restart',
      )
    }
    return host.sealer.seal(value, this.#record.id)
  }

  /** From here on no error of this turn shows it. */
  #hide(answer: unknown): void {
    const { turn } = this.#given.work
    if (typeof answer === 'string' || typeof answer === 'number') turn.secrets = [...turn.secrets, String(answer)]
    // What was chosen, with all that belongs to it.
    if (typeof answer === 'object' && answer !== null) for (const part of Object.values(answer)) this.#hide(part)
  }

  #open(sealed: string): { readonly value: Recorded } | undefined {
    return this.#given.host.sealer.open(sealed, this.#record.id)
  }
}

/** Takes as long for what is nearly the same as for what is not. */
function isSame(one: Recorded, other: Recorded): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other))
}

function digestOf(value: Recorded): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([value]))
    .digest()
}

/** What tries are counted under, wherever the question stands. */
function triesOf({ kind, print }: QuestionSpec): string {
  return `${kind} ${print}`
}
