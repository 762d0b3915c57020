import { createHash, timingSafeEqual } from 'node:crypto'
import { logSafely } from '../../log.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import { type Recorded, toRecorded } from '../../store/effects/recorded.ts'
import { quotesOfEntry } from '../../text/secrets/quotes-of-entry.ts'
import type { TalkTurn } from '../script/talk-turn.ts'
import type { QuestionSpec } from '../steps/specs.ts'
import { type LongList, longListOf, type ShownOption, shownOf } from './long-list.ts'
import { quotesOf } from './quotes.ts'
import {
  type Asked,
  type Behind,
  beginOther,
  effectsOf,
  openEffectsOf,
  openIn,
  pagesOf,
  plainPrint,
  secretsIn,
  type TalkRecord,
  yesBefore,
} from './record.ts'
import type { AnswerStep, EffectStep } from './steps.ts'

/** The options of the question on the screen. */
export interface DrawnOptions {
  readonly options: readonly unknown[]
  /** What was shown of a list that is another by now. */
  readonly before?: readonly ShownOption[]
}

interface KeptList extends DrawnOptions {
  readonly asked: Asked
  readonly options: readonly Recorded[]
  /** Undefined where it is short by now. */
  readonly long: LongList | undefined
}

/** The answers of a record, and what the screen asks: sealed where they are sensitive. */
export class RecordedAnswers<K extends TurnKind> {
  readonly #given: TalkTurn<K>
  readonly #record: TalkRecord
  /** The list on the screen, where that was not kept whole. */
  #list: KeptList | undefined
  #hasWarned = false

  constructor(given: TalkTurn<K>, record: TalkRecord) {
    this.#given = given
    this.#record = record
  }

  /** Keeps the options of a question that is opened, and drawn in this turn. */
  keepOptions(asked: Asked, options: readonly Recorded[], isSensitive: boolean): void {
    const long = longListOf(options)
    if (long !== undefined) this.#list = { asked, options, long }
    this.#put(asked, long ?? options, isSensitive)
  }

  /** Keeps of a list that is not kept whole what the screen shows. */
  keepShown(asked: Asked, isSensitive: boolean, shown: () => readonly ShownOption[]): void {
    if (this.#list?.asked !== asked) return
    const { options, long } = this.#list
    this.#put(asked, long === undefined ? options : shownOf(long, shown()), isSensitive)
  }

  /** How many options the question on the screen has, where they are too many to be kept whole. */
  longList(asked: Asked): number | undefined {
    return this.#list?.asked === asked ? this.#list.long && this.#list.options.length : undefined
  }

  /** The options of the question on the screen; undefined where nothing opens those that were drawn any more. */
  optionsOf(spec: QuestionSpec, asked: Asked): DrawnOptions | undefined {
    if (this.#list?.asked === asked) return this.#list
    const { o, s } = asked
    const kept: Asked['o'] = s === undefined ? o : this.#open(s)?.value
    if (kept !== undefined && !('d' in kept)) return { options: kept }
    if (kept === undefined && s !== undefined) return undefined
    const now = spec.options() ?? []
    if (kept === undefined) return { options: now }
    const options = now.map(toRecorded)
    const long = longListOf(options)
    this.#list = { asked, options, long }
    return long?.d === kept.d ? { options } : { options, before: kept.o }
  }

  #put(asked: Asked, kept: Asked['o'], isSensitive: boolean): void {
    if (isSensitive) asked.s = this.seal(kept)
    else asked.o = kept
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

  /**
   * Records an answer: what was on the screen is answered.
   *
   * @param entered for it
   * @returns the place of a yes before it that somebody else gave: it is asked again
   */
  keepAnswer(spec: QuestionSpec, { at }: Asked, answer: Recorded, entered: string): number | undefined {
    const record = this.#record
    record.g = pagesOf(record)
    const { kind, print, sensitive } = spec
    const named = { k: kind, f: print }
    record.steps[at] = sensitive
      ? { ...named, s: this.seal(answer), y: this.#sealEntered(kind, answer, entered) }
      : { ...named, a: toRecorded(answer) }
    if (sensitive) this.hide(answer)
    else if (kind.startsWith('ask:')) this.hideTyped(textsIn(answer))
    record.asked = undefined
    if (isNo(kind, answer)) record.a = undefined
    const place = sensitive ? this.#takeBack(kind, answer, at) : undefined
    this.renewTries(spec)
    return place
  }

  /**
   * What stood behind a sensitive answer that was asked again stands again, where that is the same. Where it is another,
   * all of that is somebody else's, who finds it by giving theirs again behind the same answers to what is asked before it. A
   * no in place of a yes is the same person's.
   *
   * @returns the place of a yes before it that is another's
   */
  #takeBack(kind: string, answer: Recorded, at: number): number | undefined {
    const record = this.#record
    const { b } = record
    record.b = undefined
    if (b !== undefined) {
      const before = this.#open(b.h)
      // Nobody can tell: what was done stays done.
      if (before === undefined) return undefined
      if (isSame(before.value, toRecorded(answer))) {
        this.#restore(b)
        return undefined
      }
      if (kind === 'confirm') return undefined
      this.#putAside(b, at)
    }
    return this.#findOwn(at) || b === undefined ? undefined : yesBefore(record.steps, at)
  }

  /** Finds what they have left here who have given the sensitive answers up to this place. @returns whether all of it stands again */
  #findOwn(at: number): boolean {
    const record = this.#record
    const { steps, o = [] } = record
    const given = secretsIn(steps)
    const theirs = o.filter((left) => left.at === at && this.#areSame(left.p, given))
    if (theirs.length === 0) return false
    const print = plainPrint(steps.slice(0, at))
    const isAnew = record.m === true
    const same = isAnew ? undefined : theirs.find((left) => left.w === print)
    // What may have been done for other answers is settled before anything is done for these.
    const gone = same === undefined ? theirs.filter((left) => isAnew || openIn(left).length > 0) : [same]
    if (gone.length === 0) return false
    const others = o.filter((left) => !gone.includes(left))
    record.o = others.length === 0 ? undefined : others
    beginOther(record)
    if (same !== undefined) this.#restore(same)
    else
      for (const left of gone) record.done = effectsOf({ steps: [], done: { ...openEffectsOf(left), ...record.done } })
    return same !== undefined
  }

  #restore({ steps, done }: Behind): void {
    const record = this.#record
    record.steps = [...record.steps, ...steps.slice(1)]
    record.done = done
  }

  #putAside(b: Behind, at: number): void {
    const record = this.#record
    beginOther(record)
    record.done = undefined
    record.g = undefined
    record.a = undefined
    if (effectsOf(b) === undefined) return
    const before = record.steps.slice(0, at)
    const left = [{ ...b, at, p: [...secretsIn(before), b.h], w: plainPrint(before) }, ...(record.o ?? [])]
    record.o = left.slice(0, mostOthers)
    this.tellOfDoubt(left.slice(mostOthers).flatMap((dropped) => openIn(dropped)))
  }

  /** The subscriber begins anew: what they have left behind their own sensitive answers does not come back either. */
  dropOwnLeft(): void {
    const record = this.#record
    const { o = [], steps } = record
    if (o.length === 0) return
    const given = secretsIn(steps)
    const own = o.filter(({ p }) => this.#areSame(p, given.slice(0, p.length)))
    const others = o.filter((left) => !own.includes(left))
    record.o = others.length === 0 ? undefined : others
    this.tellOfDoubt(own.flatMap((dropped) => openIn(dropped)))
  }

  /** Drops what is handed on to this run and was done behind other sensitive answers than those before its place. */
  dropOthersDoings(place: number): void {
    const record = this.#record
    const { done } = record
    if (done === undefined) return
    const given = secretsIn(record.steps.slice(0, place))
    const own: [string, EffectStep][] = []
    const others: Record<string, EffectStep> = {}
    for (const [name, effect] of Object.entries(done)) {
      if (this.#differ(effect.p ?? [], given)) others[name] = effect
      else own.push([name, effect])
    }
    if (Object.keys(others).length === 0) return
    record.done = own.length === 0 ? undefined : Object.fromEntries(own)
    beginOther(record)
    this.tellOfDoubt(openIn({ steps: [], done: others }))
  }

  /** Somebody has to find out by their keys: the conversation does not come by them any more, or nobody knows when. */
  tellOfDoubt(effects: readonly EffectStep[]): void {
    if (effects.length === 0) return
    logSafely(
      this.#given.turn.log,
      'error',
      { effects: effects.map(({ n, key }) => ({ name: n, key })) },
      'the conversation continued, and some of its effects may have happened or not: look them up by their keys',
    )
  }

  /** Whether sealed answers are the same, one by one, as far as they can be opened. */
  #areSame(some: readonly string[], given: readonly string[]): boolean {
    return some.length === given.length && some.every((sealed, place) => this.#compare(sealed, given[place]) === true)
  }

  /** Whether one of them is known to be another. */
  #differ(some: readonly string[], given: readonly string[]): boolean {
    return some.some((sealed, place) => this.#compare(sealed, given[place]) === false)
  }

  /** undefined where nobody can tell */
  #compare(one: string, other: string | undefined): boolean | undefined {
    const [before, now] = [this.#open(one), other === undefined ? undefined : this.#open(other)]
    return before === undefined || now === undefined ? undefined : isSame(before.value, now.value)
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
  keepEnding(spec: QuestionSpec, { at }: Asked, why: 'tooMany' | 'failed'): void {
    const { kind, print, sensitive } = spec
    const record = this.#record
    record.steps[at] = { k: kind, f: print, x: why }
    record.asked = undefined
    record.b = undefined
    // Whoever comes back to it may try again, but never to find a secret.
    if (!sensitive) this.renewTries(spec)
  }

  /** A question may be answered wrongly as often as at first. */
  renewTries(spec: QuestionSpec): void {
    const record = this.#record
    if (record.w !== undefined) record.w = { ...record.w, [triesOf(spec)]: 0 }
  }

  /** A recorded answer; undefined where it was sealed and cannot be opened any more, or was none. */
  answerOf({ k, a, s, x, y }: AnswerStep): { readonly value: Recorded } | undefined {
    if (x !== undefined) return undefined
    // The script may change what it is given, and not what was recorded.
    if (s === undefined) {
      if (k.startsWith('ask:')) this.hideTyped(textsIn(toRecorded(a)))
      return { value: toRecorded(a) }
    }
    const opened = this.#open(s)
    if (opened !== undefined) this.hide(opened.value)
    if (y !== undefined) this.hideEntered(String(this.#open(y)?.value ?? ''))
    return opened
  }

  /** Keeps a value from whoever reads the store. */
  seal(value: unknown): string {
    const { host, turn } = this.#given
    if (host.isKept && host.sealer.isFleeting && !this.#hasWarned) {
      this.#hasWarned = true
      logSafely(
        turn.log,
        'warn',
        {},
        'a sensitive answer is sealed for this process only: set secret, or the plugin asks for it again after a restart',
      )
    }
    return host.sealer.seal(value, this.#record.id)
  }

  /** From here on no error, no line of the log and no line of a check in this turn shows it. */
  hide(answer: unknown): void {
    this.#hide(quotesOfAnswer(toRecorded(answer)))
  }

  /** The same of what was entered for it: what the question makes of that may never become an answer. */
  hideEntered(entered: string): void {
    this.#hide(quotesOfEntry(entered))
  }

  /** From the first secret on transcripts keep no answer, so their screens quote none. */
  hideTyped(typed: readonly string[]): void {
    const { turn } = this.#given.work
    if (this.#record.s === true) turn.typed = [...turn.typed, ...typed]
  }

  /** Undefined where the answer says it, and for the number of an option. */
  #sealEntered(kind: string, answer: Recorded, entered: string): string | undefined {
    const typed = entered.trim()
    return kind.startsWith('ask:') && !quotesOfAnswer(answer).includes(typed) ? this.seal(typed) : undefined
  }

  #hide(quotes: readonly string[]): void {
    const { turn } = this.#given.work
    turn.secrets = [...new Set([...turn.secrets, ...quotes])]
  }

  #open(sealed: string): { readonly value: Recorded } | undefined {
    return this.#given.host.sealer.open(sealed, this.#record.id)
  }
}

/** What a question left as it was entered may be shown otherwise, in this turn and in those that follow. */
function quotesOfAnswer(answer: Recorded): readonly string[] {
  return [...quotesOf(answer), ...(typeof answer === 'string' ? quotesOfEntry(answer) : [])]
}

function textsIn(answer: Recorded): readonly string[] {
  if (typeof answer === 'string' || typeof answer === 'number') return [String(answer)]
  return typeof answer === 'object' && answer !== null ? Object.values(answer).flatMap(textsIn) : []
}

// Each is as long as a conversation.
const mostOthers = 3

/** Whether it says that what the subscriber was about to do is not wanted. */
export function isNo(kind: string, answer: Recorded): boolean {
  return kind === 'confirm' && answer === false
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
