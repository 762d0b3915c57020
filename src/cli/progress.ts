import { clip } from './look/table.ts'
import type { Terminal } from './terminal.ts'

/** How far something is, for a person: a bar where it can be drawn over, else a line for each step. */
export class Progress {
  readonly #terminal: Terminal
  readonly #what: string

  constructor(terminal: Terminal, what: string) {
    this.#terminal = terminal
    this.#what = what
  }

  show(done: number, total: number): void {
    const { draw, columns = usualColumns } = this.#terminal
    if (draw === undefined) this.#terminal.out(`${this.#what}: ${done} of ${total}`)
    else draw(clip(`${bar(done, total)} ${done} of ${total} ${this.#what}`, columns - 1))
  }

  /** Takes the bar away. */
  end(): void {
    this.#terminal.draw?.('')
  }
}

const usualColumns = 80
const barWidth = 24

function bar(done: number, total: number): string {
  const filled = Math.floor((barWidth * done) / Math.max(1, total))
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}]`
}
