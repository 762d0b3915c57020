import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { complaintOf } from './complaint.ts'

/** The processes of an application, which end together. */
export class AppProcesses {
  readonly #child: ChildProcess
  /** The last lines that it wrote to stderr. */
  #said: string[] = []
  /** When the command ended by itself: its code, or the signal. @throws where it can't be started */
  readonly ended: Promise<string>

  /** @param onLine hears each line that they write */
  constructor([file = '', ...args]: readonly string[], env: NodeJS.ProcessEnv, onLine: (line: string) => void) {
    const isWindows = process.platform === 'win32'
    const child = spawn(file, args, {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of their own: a signal reaches all of them, and Ctrl-C reaches `dev`, which passes it on.
      detached: !isWindows,
      shell: isWindows && file !== process.execPath,
    })
    this.#child = child
    // Whatever ends this process: a reader of what it prints may have gone, as `head` does.
    const leave = (): void => this.#signal('SIGTERM')
    process.once('exit', leave)
    this.ended = once(child, 'exit')
      .finally(() => process.off('exit', leave))
      .then(([code, signal]) => String(code ?? signal))
    this.ended.catch(() => undefined)
    linesOf(child.stdout, onLine)
    linesOf(child.stderr, (line) => {
      this.#said = [...this.#said, line].slice(-longestComplaint)
      onLine(line)
    })
  }

  /** What they complained of since they were last told to forget it: the error and its place. */
  get complaint(): string | null {
    return complaintOf(this.#said)
  }

  forget(): void {
    this.#said = []
  }

  /** Ends all of them; those that don't within so many ms are killed. @param hurry ends the wait */
  async end(grace: number, hurry: Promise<unknown>): Promise<void> {
    this.#signal('SIGTERM')
    const waiting = new AbortController()
    const late = wait(grace, undefined, { signal: waiting.signal }).catch(() => undefined)
    const ended = this.ended.catch(() => undefined)
    await Promise.race([ended, late, hurry])
    waiting.abort()
    // Also those that the first of them left behind.
    this.#signal('SIGKILL')
    await ended
  }

  #signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    const { pid } = this.#child
    if (pid === undefined) return
    if (process.platform === 'win32') {
      spawn('taskkill', ['/pid', String(pid), '/t', ...(signal === 'SIGKILL' ? ['/f'] : [])], { stdio: 'ignore' })
      return
    }
    try {
      process.kill(-pid, signal)
    } catch {
      // All of them have ended.
    }
  }
}

function linesOf(input: Readable | null, onLine: (line: string) => void): void {
  if (input !== null) createInterface({ input }).on('line', onLine)
}

// Lines.
const longestComplaint = 60
