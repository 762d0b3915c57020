import { createInterface } from 'node:readline/promises'
import type { Terminal } from './terminal.ts'

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
