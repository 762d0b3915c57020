import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { styleText } from 'node:util'
import { printable, visible } from '../text/clean-text.ts'
import { maskReference } from '../text/phone.ts'
import { wrapped } from './look/table.ts'

/** Where a command writes. What only a person at a screen has is left out where there is none. */
export interface Terminal {
  /** @param tone how it stands out where there are colours; the text says it too */
  out(text: string, tone?: Tone): void
  err(text: string): void
  /** Characters in a line. */
  readonly columns?: number | undefined
  /** Draws a line over the one that was drawn before; an empty one takes it away. */
  readonly draw?: ((line: string) => void) | undefined
  /** Draws a line of progress beside what is printed, in the same way. */
  readonly progress?: ((line: string) => void) | undefined
  /** Asks a question and waits for the line that is entered. */
  readonly ask?: ((question: string) => Promise<string>) | undefined
  /** Where a person sits: keys are read one by one. Undefined in pipes, and where CI is set. */
  readonly person?: { readonly input: Keyboard; readonly output: Writable } | undefined
  /** What is written to it from outside, line by line. */
  readonly lines?: (() => AsyncIterable<string>) | undefined
}

/** How a text stands out: what went wrong, what was broken on purpose, what somebody did. */
export type Tone = 'bad' | 'odd' | 'done'

const formats = { bad: 'red', odd: 'yellow', done: 'bold' } as const

/** What keys are read from. */
export type Keyboard = Readable & { setRawMode?(isRaw: boolean): unknown }

/** The same, with nothing invisible in what is written; a tab stands as two spaces. Errors are broken between words. */
export function clearTerminal(terminal: Terminal): Terminal {
  return {
    ...terminal,
    out: (text, tone) => terminal.out(shown(text), tone),
    err: (text) => terminal.err(wrapped(shown(text), terminal.columns)),
  }
}

const shown = (text: string): string => visible(text.replaceAll('\t', '  '))

/** A command that was not understood: shown with how it is used. What it could not do is any other error. */
export class UsageError extends Error {}

/** Ctrl-C at a question: the command ends as one that is ended by it elsewhere. */
export class Interrupted extends Error {}

/** The streams of a process, as far as a terminal needs them. */
export interface Streams {
  readonly stdin: Keyboard & { readonly isTTY?: boolean | undefined }
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean | undefined }
}

/**
 * The terminal of a process: lines fit its width, and it can be asked, only where a person sits at it: at both ends, and
 * not in a job of CI, which may have a terminal that nobody sees.
 */
export function terminalOf({ stdin, stdout, stderr }: Streams, { CI = '' }: { readonly CI?: string } = {}): Terminal {
  const plain: Terminal = {
    // It leaves the text plain where the stream is no terminal, or NO_COLOR is set.
    out: (text, tone) =>
      stdout.write(`${tone === undefined ? text : styleText(formats[tone], text, { stream: stdout })}\n`),
    err: (text) => stderr.write(`${text}\n`),
    lines: () => linesOf(stdin),
    ...(stderr.isTTY === true && { progress: (line: string) => stderr.write(`\r\u001b[K${line}`) }),
  }
  const isPerson = stdin.isTTY === true && CI === ''
  if (stdout.isTTY !== true) return plain
  return {
    ...plain,
    columns: stdout.columns,
    // Back to the start of the line, and everything after it away.
    draw: (line) => stdout.write(`\r\u001b[K${line}`),
    ...(isPerson && {
      ask: (question: string) => ask(question, stdin, stdout),
      person: { input: stdin, output: stdout },
    }),
  }
}

/**
 * Watches what a command writes to. Where its reader has left, as after `| head -1`, the command goes on without a word and ends as it
 * would have. Nothing that fails here ends it in the middle of its work.
 *
 * @returns waits until all is written, and gives what stood in the way; undefined where nothing did, or the reader left
 */
export function watchOutput(output: Writable, errors: NodeJS.EventEmitter): () => Promise<Error | undefined> {
  let failed: (Error & { readonly code?: string }) | undefined
  const note = (error: Error | null | undefined): void => {
    failed ??= error ?? undefined
  }
  output.on('error', note)
  // Where nobody reads what went wrong, the exit code is left to tell it.
  errors.on('error', () => undefined)
  return async () => {
    await new Promise<void>((resolve) => {
      output.write('', (error) => {
        note(error)
        resolve()
      })
    })
    return failed?.code === 'EPIPE' ? undefined : failed
  }
}

/** Read only once they are wanted: those that came before that would be lost. */
async function* linesOf(input: Keyboard): AsyncGenerator<string> {
  yield* createInterface({ input })
}

async function ask(question: string, input: Streams['stdin'], output: Streams['stdout']): Promise<string> {
  const lines = createInterface({ input, output })
  const closed = new Promise<string>((resolve, reject) => {
    lines.once('SIGINT', () => reject(new Interrupted('Nothing was done.')))
    // Whoever closes the input has not said yes.
    lines.once('close', () => resolve(''))
  })
  try {
    return await Promise.race([lines.question(question), closed])
  } finally {
    lines.close()
  }
}

/**
 * A text from outside as a screen may show it: nothing in it steers the terminal, and phone numbers are shortened.
 */
export function showable(text: string): string {
  return maskReference(printable(text))
}

/** JSON that no terminal takes for anything else, and that is read as the same value. */
export function showJson(value: unknown, indent = 0): string {
  return visible(JSON.stringify(value, null, indent))
}

/**
 * Lets Ctrl-Z stop the process only between two tasks of its loop, so never inside a transaction of SQLite: one that is stopped there
 * holds the application's file until it is continued. What a terminal can't send, such as SIGSTOP, stops it anywhere.
 */
export function stopBetweenTasks(process: NodeJS.Process): void {
  const stop = (): void => {
    // As the system does it, which stops nothing that no shell could continue.
    process.off('SIGTSTP', stop)
    process.kill(process.pid, 'SIGTSTP')
    process.on('SIGTSTP', stop)
  }
  process.on('SIGTSTP', stop)
}
