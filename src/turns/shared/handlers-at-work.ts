import type { Clock } from '../../clock.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { Work } from '../turn.ts'

/** The handlers at work, also those whose work was given up and that have not noticed. */
export class HandlersAtWork<K extends TurnKind> {
  readonly #works = new Set<Work<K>>()
  #becameIdle: (() => void) | undefined

  get count(): number {
    return this.#works.size
  }

  begun(work: Work<K>): void {
    this.#works.add(work)
    work.leave = this.#look
  }

  ended(work: Work<K>): void {
    this.#works.delete(work)
    this.#look()
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

  readonly #look = (): void => {
    if (this.#becameIdle === undefined) return
    for (const { isFenced } of this.#works) if (!isFenced) return
    this.#becameIdle()
  }
}
