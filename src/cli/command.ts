import type { Terminal } from './terminal.ts'

/** One command of the command line. */
export interface Command {
  readonly summary: string
  readonly usage: string
  run(args: readonly string[], terminal: Terminal): Promise<void>
}
