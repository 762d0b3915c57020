import type { Terminal } from './terminal.ts'

/** One command of `merchant`. */
export interface Command {
  readonly summary: string
  readonly usage: string
  run(args: readonly string[], terminal: Terminal): Promise<void>
}
