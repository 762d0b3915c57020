import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync as Connection } from 'node:sqlite'
import { assert, describe, expect, it, onTestFinished } from 'vitest'
import { DatabaseSync } from '../../src/store/sqlite/worker/connection.ts'
import { eventually } from '../../src/testing/store-suite/suite-context.ts'
import { bin } from './bin.ts'
import { keptStore, message } from './look/kept-store.ts'

const stopBetween = new URL('../../src/cli/terminal.ts', import.meta.url).pathname
// Other shells need a terminal for their jobs.
const bash = '/bin/bash'

describe.runIf(process.platform === 'linux' && existsSync(bash))('Ctrl-Z', () => {
  it('stops a redrive while it holds no file, which goes on where it was when it is continued', async () => {
    const { file, accept, end, opened } = await keptStore()
    // Of one lane, so that each is a transaction of its own.
    const count = 150
    for (let at = 0; at < count; at++) {
      await accept(message(`VOTE${at}`))
      await end('dead')
    }
    const { pid, output } = await job(bin, 'inbox', 'redrive', '--store', file, '--yes', '--json')
    const other = new DatabaseSync(file)
    onTestFinished(() => other.close())
    other.exec('PRAGMA busy_timeout = 0')
    const lines = other.prepare('SELECT count(*) AS n FROM trail')
    await eventually('its first line', () => Number(lines.get()?.n) > 0)
    for (let round = 0; round < 3; round++) {
      process.kill(pid, 'SIGTSTP')
      await eventually('it is stopped', () => stateOf(pid) === 'T')
      // The application has it for moments.
      await eventually('the file can be written', () => canWrite(other))
      process.kill(pid, 'SIGCONT')
    }
    expect(JSON.parse(await output())).toMatchObject({ redriven: count, skipped: 0 })
    await eventually('all wait', async () => (await opened.inbox.count({ registration: 'default' })).waiting === count)
  })

  it('stops a command when what it does at that moment has ended', async () => {
    const { folder } = await keptStore()
    const [busy, told, free] = ['busy', 'told', 'free'].map((name) => join(folder, name))
    assert(busy !== undefined && told !== undefined && free !== undefined)
    const script = join(folder, 'busy.mjs')
    writeFileSync(
      script,
      `import { existsSync, writeFileSync } from 'node:fs'
      import { stopBetweenTasks } from '${stopBetween}'
      stopBetweenTasks(process)
      writeFileSync('${busy}', '')
      while (!existsSync('${told}'));
      writeFileSync('${free}', '')
      setTimeout(() => console.log('went on'), 100)`,
    )
    const { pid, output } = await job(script)
    await eventually('it is busy', () => existsSync(busy))
    process.kill(pid, 'SIGTSTP')
    writeFileSync(told, '')
    await eventually('it has ended', () => existsSync(free))
    await eventually('it is stopped', () => stateOf(pid) === 'T')
    process.kill(pid, 'SIGCONT')
    expect(await output()).toBe('went on\n')
  })
})

/** A job of a shell, as at a terminal: what no shell could continue isn't stopped. */
async function job(...args: readonly string[]) {
  const start = 'set -m; "$@" </dev/null & echo $! >&2; exec 1>&-; read'
  const shell = spawn(bash, ['-c', start, 'bash', process.execPath, ...args])
  onTestFinished(() => void shell.kill())
  let out = ''
  shell.stdout.on('data', (chunk) => {
    out += String(chunk)
  })
  const ended = once(shell.stdout, 'end')
  const [said] = await once(shell.stderr, 'data')
  const pid = Number(String(said))
  assert(pid > 0, String(said))
  const output = async () => {
    await ended
    return out
  }
  return { pid, output }
}

function canWrite(connection: Connection): boolean {
  try {
    connection.exec('BEGIN IMMEDIATE; ROLLBACK')
    return true
  } catch {
    return false
  }
}

function stateOf(pid: number): string | undefined {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.[0]
}
