import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { onTestFinished } from 'vitest'
import { bin } from './bin.ts'

// Of util-linux, which every Debian has; that of other systems takes other arguments.
const script = '/usr/bin/script'

export const hasTerminal = process.platform === 'linux' && existsSync(script)

/** A command at a terminal of 80 columns, where keys are pressed and the screen is read. */
export function atTerminal(args: readonly string[], cwd = process.cwd()) {
  const quoted = [process.execPath, bin, ...args].map((word) => `'${word}'`).join(' ')
  const { CI: _unset, ...env } = process.env
  const child = spawn(script, ['-qec', `stty cols 80 rows 24; exec ${quoted}`, '/dev/null'], {
    cwd,
    env: { ...env, TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exit = Promise.withResolvers<number | null>()
  child.once('exit', exit.resolve)
  let shown = ''
  let wake = Promise.withResolvers<void>()
  child.stdout.on('data', (chunk: Buffer) => {
    shown += stripVTControlCharacters(String(chunk))
    wake.resolve()
  })
  return {
    /** What was shown since the last match, up to the end of this one. */
    async shows(pattern: RegExp): Promise<string> {
      for (;;) {
        const found = pattern.exec(shown)
        if (found !== null) {
          const end = found.index + found[0].length
          const before = shown.slice(0, end)
          shown = shown.slice(end)
          return before
        }
        await wake.promise
        wake = Promise.withResolvers()
      }
    },
    /** What was shown since the last match. */
    rest: () => shown,
    press: (keys: string) => child.stdin.write(keys),
    /** Nothing is pressed any more. */
    leave: () => child.stdin.end(),
    exit: exit.promise,
  }
}
