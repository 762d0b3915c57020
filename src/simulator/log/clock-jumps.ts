/** The time was moved on. */
export interface ClockJump {
  /** The number of the last row before it; 0 before the first. */
  readonly after: number
  /** ms */
  readonly by: number
}

/** Where in the log the time was moved on, the oldest first: several in a row are one. */
export class ClockJumps {
  #all: readonly ClockJump[] = []

  get all(): readonly ClockJump[] {
    return this.#all
  }

  add({ after, by }: ClockJump): void {
    if (by === 0) return
    const last = this.#all.at(-1)
    const isSame = last?.after === after
    const before = isSame ? this.#all.slice(0, -1) : this.#all
    this.#all = [...before, { after, by: isSame ? last.by + by : by }].slice(-most)
  }

  clear(): void {
    this.#all = []
  }
}

const most = 1_000
