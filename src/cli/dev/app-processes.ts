import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { relative, sep } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

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

/**
 * What processes of Node.js complained of, of the lines that they wrote to stderr: the error, and the file and line of the
 * project at which it was made. Null where they wrote nothing.
 */
function complaintOf(said: readonly string[]): string | null {
  const lines = said.filter((line) => line.trim() !== '' && !ofNode.test(line))
  const error = lines.find((line) => /^\[?\w*Error\b/.test(line)) ?? lines.at(-1)
  if (error === undefined) return null
  const place = said.map(placeIn).find((found) => found !== undefined)
  return place === undefined ? error : `${error} (${place})`
}

/** What Node.js says around an error. */
const ofNode = /^(?:Node\.js v|\s+at |file:|\s*\^|\(Use `node)/

/** Of the line over the source that is wrong, or of a frame of a stack; the project's own files alone. */
export function placeIn(line: string): string | undefined {
  const isFrame = /^ +at /.test(line)
  const place = isFrame ? line.slice(Math.max(line.lastIndexOf('('), line.lastIndexOf(' ')) + 1) : line
  const parts = place.split(':')
  // A frame has the column too.
  const before = isFrame ? -2 : -1
  const path = parts.slice(0, before).join(':')
  if (!/^\d+$/.test(parts.at(before) ?? '') || !/^(?:file:\/\/|\/|[A-Z]:\\)/.test(path)) return undefined
  const found = relative('', path.startsWith('file:') ? fileURLToPath(path) : path)
  const isOwn = found.split(sep).every((folder) => folder !== '..' && folder !== 'node_modules')
  return isOwn ? `${found}:${parts.at(before)}` : undefined
}
