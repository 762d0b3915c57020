import { describe, expect, it, onTestFinished } from 'vitest'
import { filesOf } from '../../../src/store/sqlite/main/file-names.ts'
import { Undo } from '../../../src/store/sqlite/rows/undo.ts'
import { openToWrite } from '../../../src/store/sqlite/worker/connection.ts'
import type { Dispatcher } from '../../../src/store/sqlite/worker/dispatcher.ts'
import { FileWriter } from '../../../src/store/sqlite/worker/file-writer.ts'
import { turnsWriter } from '../../../src/store/sqlite/worker/serve.ts'
import { effectOf, openingOf, turnOf } from '../../../src/testing/store-suite/samples.ts'
import { CannotRun } from '../../faults/harness/cannot-run.ts'
import { SyncShim } from '../../faults/harness/sync-shim.ts'
import { fileOfTest } from './opened.ts'
import { runSyncs } from './run-syncs.ts'

type Task = 'plain' | 'synced' | 'fails'

/** A dispatcher that tells how each of its tasks is synced. */
function writerOfModes(): FileWriter<Task, Dispatcher<Task>> {
  const file = fileOfTest()
  const writer = new FileWriter<Task, Dispatcher<Task>>(file, () => {
    const connection = openToWrite(file, { synchronous: 'NORMAL', busyTimeout: 0 })
    connection.exec('CREATE TABLE tasks (task)')
    const mode = connection.prepare('PRAGMA synchronous')
    const dispatcher: Dispatcher<Task> = {
      undo: new Undo(),
      writes: () => true,
      outlivesPower: (task) => task === 'synced',
      beginGroup: () => undefined,
      perform: (task) => {
        if (task === 'fails') throw new Error('it fails')
        return mode.get()?.synchronous
      },
      chores: () => [],
    }
    return { connection, dispatcher }
  })
  onTestFinished(() => writer.close())
  return writer
}

// https://sqlite.org/pragma.html#pragma_synchronous
const [normal, full] = [1, 2]

describe('groups of turns', () => {
  it('are committed with FULL where something in them must survive a power cut, and only those', () => {
    const writer = writerOfModes()
    const answers = (tasks: readonly Task[]) => writer.execute({ tasks, payloads: [] }).answers
    expect(answers(['plain', 'plain'])).toEqual([normal, normal])
    expect(answers(['plain', 'synced', 'plain'])).toEqual([full, full, full])
    expect(answers(['plain'])).toEqual([normal])
  })

  it('are so too when one of their tasks fails, and those after them are not', () => {
    const writer = writerOfModes()
    const { answers } = writer.execute({ tasks: ['synced', 'fails', 'plain'], payloads: [] })
    expect(answers).toEqual([full, { failed: 'it fails' }, full])
    expect(writer.execute({ tasks: ['plain'], payloads: [] }).answers).toEqual([normal])
  })

  it('that begin effects are synced, and no others', async ({ skip }) => {
    const shim = await SyncShim.make('merchant.db-turns').catch((error: unknown) => {
      if (error instanceof CannotRun) return skip(error.message)
      throw error
    })
    onTestFinished(() => shim.close())
    const file = fileOfTest()
    const { turns, effects } = await runSyncs(file, shim)
    expect(turns).toBe(0)
    expect(effects).toBe(20)
  })

  it('give an effect to nobody where its state cannot be kept', () => {
    const writer = turnsWriter(filesOf(fileOfTest()).turns, [])
    onTestFinished(() => writer.close())
    const opening = openingOf('session-1', 1)
    const effect = effectOf({ turn: turnOf(opening, '1', '1', { key: 'phone', within: Number.NaN }) })
    const { answers } = writer.execute({
      tasks: [
        ['open', ['default', opening, 1, 1]],
        ['begin', ['default', effect, 1]],
        ['begin', ['default', { ...effect, turn: null }, 1]],
        ['resumable', ['default', 'phone']],
      ],
      payloads: [],
    })
    expect(answers).toMatchObject([
      { status: 'opened' },
      { failed: expect.any(String) },
      { begun: { status: 'begun' } },
      null,
    ])
  })
})
