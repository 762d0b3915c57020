import { describe, expect, it, onTestFinished } from 'vitest'
import { DatabaseSync } from '../../../src/store/sqlite/worker/connection.ts'
import { inboxWriter, turnsWriter } from '../../../src/store/sqlite/worker/serve.ts'
import { openingOf } from '../../../src/testing/store-suite/samples.ts'
import { trace } from '../../../src/trace/moments.ts'
import { acceptTask, doneTask } from './accept-task.ts'
import { fileOfTest } from './opened.ts'

describe('the moments of a commit', () => {
  it('are told with the ids of the group, before and after', () => {
    const file = fileOfTest()
    const writer = inboxWriter(file, [])
    onTestFinished(() => writer.close())
    writer.open()
    const other = new DatabaseSync(file)
    onTestFinished(() => other.close())
    const told: unknown[] = []
    const kept = () => other.prepare('SELECT count(*) AS count FROM entries').get()?.count
    const committing = (message: unknown) => told.push(['committing', message, kept()])
    const committed = (message: unknown) => told.push(['committed', message, kept()])
    trace.committing.subscribe(committing)
    trace.committed.subscribe(committed)
    onTestFinished(() => {
      trace.committing.unsubscribe(committing)
      trace.committed.unsubscribe(committed)
    })
    const payloads = [new Uint8Array(1), new Uint8Array(1)]
    writer.execute({ tasks: [acceptTask('one', 1), acceptTask('two')], payloads })
    writer.execute({ tasks: [['claim', ['default', 2, 5]]], payloads: [] })
    writer.execute({ tasks: [doneTask(1, 1), doneTask(9, 9)], payloads: [] })
    // Turns are not notifications.
    const turns = turnsWriter(`${file}-turns`, [])
    onTestFinished(() => turns.close())
    turns.execute({ tasks: [['open', ['default', openingOf('session-1', 1), 1, 1]]], payloads: [] })
    expect(told).toEqual([
      ['committing', { ids: ['one', 'two'] }, 0],
      ['committed', { ids: ['one', 'two'] }, 2],
      ['committing', { ids: ['one'] }, 2],
      ['committed', { ids: ['one'] }, 2],
    ])
  })
})
