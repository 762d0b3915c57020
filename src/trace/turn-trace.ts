import { channels, type TurnMessage, type TurnStep, type TurnStepName } from './channels.ts'
import type { Thrown, TurnTiming } from './development.ts'

/** Whose turn it is, as those who listen are told. */
export type TracedTurn = Pick<TurnMessage, 'registration' | 'kind' | 'budget' | 'sessionId' | 'type' | 'sequence'>

/** Collects where the time of one turn goes. Made only for a turn that somebody looks at. */
export class TurnTrace {
  readonly #now: () => number
  readonly #arrivedAt: number
  readonly #steps: Step[] = []
  #message: TurnMessage | undefined
  #endPhase: (() => void) | undefined
  #thrown: (() => Thrown) | undefined

  /** @param now monotonic ms @param arrivedAt monotonic ms */
  constructor(now: () => number, arrivedAt: number) {
    this.#now = now
    this.#arrivedAt = arrivedAt
  }

  /** @returns ends the step */
  begin(name: TurnStepName, label: string | null = null): () => void {
    const step: Step = { name, label, from: this.#sinceArrival(), to: null }
    if (this.#steps.length < mostSteps) this.#steps.push(step)
    return () => {
      step.to ??= this.#sinceArrival()
    }
  }

  /** The handler failed. Nobody hears of it but who may have the timing: an error may quote what was entered. */
  failed(thrown: () => Thrown): void {
    this.#thrown = thrown
  }

  /** What the handler threw: that of an earlier turn too, where this one was answered with its result. */
  get thrown(): Thrown | undefined {
    return this.#thrown?.()
  }

  /** What is done before the turn is anybody's: one after another. */
  phase(name: TurnStepName): void {
    this.#endPhase?.()
    this.#endPhase = this.begin(name)
  }

  /** What took the time of a notification, up to its answer. */
  taken(source: string, entryId: string): TurnTiming {
    this.#endPhase?.()
    return { source, ms: this.#sinceArrival(), steps: this.#steps, late: null, entryId }
  }

  /** Its push was read. */
  read(turn: TracedTurn): void {
    this.#endPhase?.()
    this.#message = { ...turn, steps: this.#steps, late: null, source: null, ms: null }
    channels.turn.start.publish(this.#message)
    channels.turn.end.publish(this.#message)
  }

  /** It's answered. What goes on (the handler, behind a waiting screen) is still open. */
  answered(source: string): TurnMessage | undefined {
    if (this.#message === undefined) return undefined
    const late = this.#adoptedBy(source, this.#message)
    Object.assign(this.#message, { source, ms: this.#sinceArrival(), late })
    channels.turn.asyncStart.publish(this.#message)
    channels.turn.asyncEnd.publish(this.#message)
    return this.#message
  }

  /** The work that a session has left behind a waiting screen belongs to the turn that takes its result. */
  #adoptedBy(source: string, { registration, kind, sessionId }: TracedTurn): readonly TurnStep[] | null {
    const session = JSON.stringify([registration, kind, sessionId])
    const earlier = atWork.get(session)
    if (source === 'waiting') {
      if (earlier === undefined) keep(session, this)
      return null
    }
    if (earlier === undefined || source === 'repeated') return null
    atWork.delete(session)
    if (source !== 'late' && source !== 'failed') return null
    this.#thrown ??= earlier.#thrown
    return earlier.#seenFrom(this.#arrivedAt)
  }

  #seenFrom(arrivedAt: number): readonly TurnStep[] {
    const by = this.#arrivedAt - arrivedAt
    return this.#steps
      .filter(({ name }) => work.has(name))
      .map(({ name, label, from, to }) => ({ name, label, from: from + by, to: to === null ? null : to + by }))
  }

  #sinceArrival(): number {
    return this.#now() - this.#arrivedAt
  }
}

type Step = { -readonly [Name in keyof TurnStep]: TurnStep[Name] }

/** The last turns that were answered with a waiting screen, by their sessions. */
const atWork = new Map<string, TurnTrace>()

function keep(session: string, trace: TurnTrace): void {
  atWork.set(session, trace)
  const [oldest] = atWork.keys()
  if (atWork.size > mostAtWork && oldest !== undefined) atWork.delete(oldest)
}

const work: ReadonlySet<TurnStepName> = new Set(['handler', 'load', 'once'])
const mostAtWork = 1_000
const mostSteps = 64
