import { describe, expect, it, onTestFinished } from 'vitest'
import { inboxWriter } from '../../../src/store/sqlite/worker/serve.ts'
import { acceptTask } from './accept-task.ts'
import { fileOfTest } from './opened.ts'

describe('a full disk', () => {
  it('fails all that is asked meanwhile, keeps what was kept, and is over when there is room', () => {
    const writer = inboxWriter(fileOfTest(), [])
    onTestFinished(() => writer.close())
    const { connection } = writer.open()
    const accept = (id: string, size = 1) =>
      writer.execute({ tasks: [acceptTask(id)], payloads: [new Uint8Array(size)] })
    expect(accept('before')).toEqual({ answers: [-1], commits: 1 })
    // As full as a disk gets: SQLite may take no page more.
    const { page_count: pages } = connection.prepare('PRAGMA page_count').get() ?? {}
    connection.exec(`PRAGMA max_page_count = ${Number(pages)}`)
    for (const id of ['one', 'two']) {
      expect(accept(id, 100_000)).toEqual({ answers: [{ failed: 'database or disk is full' }], commits: 0 })
    }
    connection.exec('PRAGMA max_page_count = 1000000')
    expect(accept('one', 100_000)).toEqual({ answers: [-2], commits: 1 })
    expect(accept('before')).toEqual({ answers: [{ repeated: 'before', state: 'waiting' }], commits: 1 })
  })
})
