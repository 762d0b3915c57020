import type { TurnKind } from '../pushes/kinds.ts'
import type { ResumeMark } from '../store/turn-store.ts'
import type { OpenTurn } from './shared/open-turn.ts'

/** How far a handler has come. */
export interface Progress {
  /** Writes the session's state, as JSON: asked for only where it is needed. */
  write(): string
  /** From where another session may go on after it; undefined leaves that as it is. */
  mark(): ResumeMark | undefined
}

/** Where the sessions of one process leave what others may go on from, as one of them sees it. */
export interface WorkShelf {
  /** Keeps the progress now. */
  keep(): void
  /** Whether another session has left something there since this one looked. */
  isOvertaken(mark: ResumeMark): boolean
}

/** A handler at work: it may outlive the turn that started it. */
export class Work<K extends TurnKind> {
  /** The turn that started it. */
  readonly turn: OpenTurn<K>
  /** Monotonic ms. */
  readonly startedAt: number
  /** A waiting screen went out: whoever asks before it ends takes its result. */
  isLate = false
  /** The session went on without it: what it returns is not written anywhere. */
  isFenced = false
  cancelMaxWork: (() => void) | undefined = undefined
  /** Hears when it is given up. */
  leave: (() => void) | undefined = undefined
  /** Where its session leaves its progress, where no store does. */
  shelf: WorkShelf | undefined = undefined
  /** What is committed where an answer goes out before the work is done. */
  progress: Progress | undefined = undefined
  /** From where another session may go on after this work: null from nowhere, undefined from where it was before. */
  resume: ResumeMark | null | undefined = undefined
  #controller: AbortController | undefined
  #givenUpFor: Error | undefined

  constructor(turn: OpenTurn<K>, startedAt: number) {
    this.turn = turn
    this.startedAt = startedAt
  }

  /** Made at first use: most handlers never look at it. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#givenUpFor !== undefined) this.#controller.abort(this.#givenUpFor)
    }
    return this.#controller.signal
  }

  /** Gives the work up: its signal aborts and its result will be dropped. */
  giveUp(reason: Error): void {
    this.isFenced = true
    this.#givenUpFor = reason
    this.cancelMaxWork?.()
    this.#controller?.abort(reason)
    this.leave?.()
  }
}
