/** A turn that is not answered yet, as those see it that end it. */
export interface OpenRun {
  /** Its place among those; -1 where it has none. */
  openAt: number
  stop(error: Error): void
}

/** The turns of a script that are not answered yet. It is a list and no Set, for what `turns/memory/churning-map.ts` tells. */
export class OpenRuns {
  readonly #runs: OpenRun[] = []

  enter(run: OpenRun): void {
    run.openAt = this.#runs.push(run) - 1
  }

  leave(run: OpenRun): void {
    const { openAt } = run
    const last = this.#runs.at(-1)
    if (openAt === -1 || last === undefined) return
    this.#runs[openAt] = last
    last.openAt = openAt
    this.#runs.length -= 1
    run.openAt = -1
  }

  stop(error: Error): void {
    for (const run of [...this.#runs]) run.stop(error)
  }
}
