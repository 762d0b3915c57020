import type { TurnKind } from '../pushes/kinds.ts'
import type { Asked, TurnRecord } from './session.ts'

/** A handler at work: it may outlive the turn that started it. */
export class Work<K extends TurnKind> {
  /** The push that it works on. */
  readonly asked: Asked<K>
  /** Monotonic ms. */
  readonly startedAt: number
  /** Its turn was answered with a waiting screen; the adopters wait for its result. */
  isLate = false
  adopters: TurnRecord<K>[] = []
  /** The session went on without it: what it returns is not written anywhere. */
  isFenced = false
  cancelMaxWork: (() => void) | undefined
  #controller: AbortController | undefined
  #givenUpFor: Error | undefined

  constructor(asked: Asked<K>, startedAt: number) {
    this.asked = asked
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
  }
}
