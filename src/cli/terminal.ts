import { visible } from '../text/visible.ts'

/** Where a command writes. What only a person at a screen has is left out where there is none. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** Characters in a line. */
  readonly columns?: number | undefined
  /** Draws a line over the one that was drawn before; an empty one takes it away. */
  readonly draw?: ((line: string) => void) | undefined
  /** Asks a question and waits for the line that is entered. */
  readonly ask?: ((question: string) => Promise<string>) | undefined
}

/** The same, with nothing invisible in what is written. */
export function clearTerminal(terminal: Terminal): Terminal {
  return {
    ...terminal,
    out: (text) => terminal.out(visible(text)),
    err: (text) => terminal.err(visible(text)),
  }
}

/** A command that was not understood: shown with how it is used. What it could not do is any other error. */
export class UsageError extends Error {}
