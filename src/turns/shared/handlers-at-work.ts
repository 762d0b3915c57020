import type { Clock } from '../../clock.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { Work } from '../turn.ts'

/** The handlers at work, also those whose work was given up and that have not noticed. */
export class HandlersAtWork<K extends TurnKind> {
  #count = 0
  /** Those whose work was not given up. */
  #wanted = 0
  #becameIdle: (() => void) | undefined

  get count(): number {
    return this.#count
  }

  begun(work: Work<K>): void {
    this.#count += 1
    this.#wanted += 1
    work.leave = this.#left
  }

  ended(work: Work<K>): void {
    this.#count -= 1
    if (!work.isFenced) this.#left()
  }

  /** Resolves when nothing that is wanted is at work, at the latest after `most` ms. */
  async whenIdle(clock: Clock, most: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#becameIdle = resolve
    const cancel = clock.after(most, resolve)
    this.#look()
    await promise
    cancel()
  }

  readonly #left = (): void => {
    this.#wanted -= 1
    this.#look()
  }

  #look(): void {
    if (this.#wanted === 0) this.#becameIdle?.()
  }
}
