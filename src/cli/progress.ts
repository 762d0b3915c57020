import { clip, usualColumns } from './look/table.ts'
import type { Terminal } from './terminal.ts'

/** How far something is, for a person, beside what is printed: a bar where it can be drawn over, else a line for each step. */
export class Progress {
  readonly #terminal: Terminal
  readonly #what: string

  constructor(terminal: Terminal, what: string) {
    this.#terminal = terminal
    this.#what = what
  }

  show(done: number, total: number): void {
    const { progress, columns = usualColumns } = this.#terminal
    if (progress === undefined) this.#terminal.err(`${this.#what}: ${done} of ${total}`)
    else progress(clip(`${bar(done, total)} ${done} of ${total} ${this.#what}`, columns - 1))
  }

  /** Only where it can be drawn over: lines of what has many steps would be many. */
  draw(done: number, total: number): void {
    if (this.#terminal.progress !== undefined) this.show(done, total)
  }

  /** Takes the bar away. */
  end(): void {
    this.#terminal.progress?.('')
  }
}

const barWidth = 24

function bar(done: number, total: number): string {
  const filled = Math.floor((barWidth * done) / Math.max(1, total))
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}]`
}
