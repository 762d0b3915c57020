import { createInterface } from 'node:readline/promises'
import { visible } from '../text/clean-text.ts'

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

/** The streams of a process, as far as a terminal needs them. */
export interface Streams {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined }
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: NodeJS.WritableStream
}

/** The terminal of a process: lines fit its width, and it can be asked, only where a person sits at it. */
export function terminalOf({ stdin, stdout, stderr }: Streams): Terminal {
  const plain: Terminal = {
    out: (text) => stdout.write(`${text}\n`),
    err: (text) => stderr.write(`${text}\n`),
  }
  if (stdout.isTTY !== true) return plain
  return {
    ...plain,
    columns: stdout.columns,
    // Back to the start of the line, and everything after it away.
    draw: (line) => stdout.write(`\r\u001b[K${line}`),
    ask: stdin.isTTY === true ? (question) => ask(question, stdin, stdout) : undefined,
  }
}

async function ask(question: string, input: Streams['stdin'], output: Streams['stdout']): Promise<string> {
  const lines = createInterface({ input, output })
  // Whoever closes the input has not said yes.
  const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
  try {
    return await Promise.race([lines.question(question), closed])
  } finally {
    lines.close()
  }
}
