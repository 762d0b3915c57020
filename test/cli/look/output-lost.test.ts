import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bin } from '../bin.ts'
import { type Kept, keptStore, paid } from './kept-store.ts'

const full = '/dev/full'

/** Runs the executable, and writes to what is given; to a pipe that nobody reads where nothing is. */
async function runInto(output: number | 'closed', ...args: string[]) {
  const isClosed = output === 'closed'
  const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', isClosed ? 'pipe' : output, 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdout?.destroy()
  const [err, [code]] = await Promise.all([text(child.stderr ?? expect.fail()), once(child, 'exit')])
  return { code, err }
}

function onFullDisk(...args: string[]) {
  const file = openSync(full, 'w')
  onTestFinished(() => closeSync(file))
  return runInto(file, ...args)
}

async function withDead(count: number): Promise<Kept> {
  const kept = await keptStore()
  for (let number = 1; number <= count; number++) await kept.accept(paid(`order-${number}`))
  for (let ended = 0; ended < count; ended++) await kept.end('dead')
  return kept
}

const stateOf = ({ opened }: Kept) => opened.inbox.count({ registration: 'default' })

describe('a command whose reader has left', () => {
  it('finishes its work, and says nothing of it', async () => {
    const kept = await withDead(60)
    const ran = await runInto('closed', 'inbox', 'redrive', '--store', kept.file, '--yes')
    expect(ran).toEqual({
      code: 0,
      err: 'to be replayed: 0 of 60\nto be replayed: 50 of 60\nto be replayed: 60 of 60\n',
    })
    await expect.poll(() => stateOf(kept)).toMatchObject({ waiting: 60, dead: 0 })
  })

  it('ends a list without a stack', async () => {
    const { file } = await withDead(3)
    const ran = await runInto('closed', 'inbox', 'list', '--store', file, '--all', '--json')
    expect(ran).toEqual({ code: 0, err: '' })
  })
})

describe.skipIf(!existsSync(full))('a command whose output cannot be written', () => {
  it('says so, and fails', async () => {
    const { file } = await withDead(1)
    const count = await onFullDisk('inbox', 'count', '--store', file, '--json')
    expect(count).toEqual({
      code: 1,
      err: expect.stringMatching(/^Not all of the output could be written: ENOSPC.*\n$/),
    })
  })

  it('does so when its work is done', async () => {
    const kept = await withDead(2)
    const ran = await onFullDisk('inbox', 'redrive', '--store', kept.file, '--yes', '--json')
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining('ENOSPC') })
    await expect.poll(() => stateOf(kept)).toMatchObject({ waiting: 2, dead: 0 })
  })

  it('keeps the code of what was not understood', async () => {
    expect(await onFullDisk('inbox', 'count', '--since', 'never')).toMatchObject({ code: 2 })
  })
})
