import { once } from 'node:events'
import { statSync } from 'node:fs'
import { MessageChannel } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { startThread, workerArguments } from '../../../src/store/sqlite/main/thread.ts'
import { storeOn } from '../../../src/store/sqlite/sqlite-store.ts'
import { quietly } from '../../../src/store/sqlite/worker/connection.ts'
import { inboxWriter } from '../../../src/store/sqlite/worker/serve.ts'
import { serveWriter } from '../../../src/store/sqlite/worker/serve-writer.ts'
import { entryOf } from '../../../src/testing/store-suite/samples.ts'
import { eventually } from '../../../src/testing/store-suite/suite-context.ts'
import { acceptTask } from './accept-task.ts'
import { fileOfTest, openStore } from './opened.ts'
import { startHere } from './threads-here.ts'

describe('a worker', () => {
  it('makes one group of all that has come', async () => {
    const { port1, port2 } = new MessageChannel()
    serveWriter(port2, inboxWriter(fileOfTest(), []), 60_000)
    expect(await once(port1, 'message')).toEqual(['ready'])
    for (const id of ['one', 'two']) {
      port1.postMessage({ tasks: [acceptTask(id)], sizes: [1], bytes: new Uint8Array(1) })
    }
    expect(await once(port1, 'message')).toEqual([{ answers: [-1, -2], commits: 1, news: true }])
    port1.postMessage('close')
    expect(await once(port1, 'message')).toEqual(['closed'])
  })

  it('takes a thousand tasks at once, and the rest after them', async () => {
    const { port1, port2 } = new MessageChannel()
    serveWriter(port2, inboxWriter(fileOfTest(), []), 60_000)
    await once(port1, 'message')
    const tasks = Array.from({ length: 1_000 }, (_none, number) => acceptTask(`order-${number}`))
    for (const some of [tasks, [acceptTask('last')]]) {
      port1.postMessage({ tasks: some, sizes: some.map(() => 0), bytes: new Uint8Array(0) })
    }
    const lengths: number[] = []
    while (lengths.length < 2) {
      const [{ answers }] = await once(port1, 'message')
      lengths.push(answers.length)
    }
    expect(lengths).toEqual([1_000, 1])
    port1.postMessage('close')
    await once(port1, 'message')
  })

  it.each([
    ['worker threads', startThread],
    ['this thread', startHere],
  ])('keeps its log short under load, in %s', async (_where, start) => {
    const file = fileOfTest()
    const { inbox } = await openStore(file, start)
    const payload = new Uint8Array(1_048_576)
    const log = () => statSync(`${file}-wal`).size
    for (let count = 0; count < 20; count += 1) await inbox.accept(entryOf({ payload }), false)
    // Longer than what comes next.
    expect(log()).toBeGreaterThan(4 * 1_048_576)
    // It begins anew, so it does not grow by what comes now.
    await eventually('a log that begins anew', async () => {
      await inbox.accept(entryOf(), false)
      const before = log()
      for (let count = 0; count < 3; count += 1) await inbox.accept(entryOf({ payload }), false)
      return log() === before
    })
  })

  it('is started like its process, but for what says that the script is text', () => {
    expect(workerArguments(['--import', './setup.js'])).toEqual({})
    expect(workerArguments(['--import', './setup.js', '--input-type=module', '-e', '1'])).toEqual({ execArgv: [] })
  })

  it('that cannot start is told of', async () => {
    const why = await new Promise<string>((resolve) => {
      startThread(JSON.parse('{"role":"reader"}'), { message: () => undefined, ended: resolve })
    })
    expect(why).toMatch(/its worker thread has ended: .*undefined/)
  })

  it('that ends while the store is opened lets that fail', async () => {
    const store = storeOn(
      (_role, listener) => {
        setImmediate(() => listener.ended('it has crashed'))
        const nothing = () => undefined
        return { post: nothing, hold: nothing, release: nothing, end: () => listener.ended('it was ended') }
      },
      fileOfTest(),
      { timeout: 50 },
    )
    const opened = store.open({ registration: 'default', log: silentLog })
    await expect(opened.ready).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    await opened.close()
  })
})

describe('loading SQLite', () => {
  it('says nothing, and leaves warnings to others as they were', async () => {
    const warned: Error[] = []
    const note = (warning: Error) => warned.push(warning)
    process.on('warning', note)
    const before = process.emitWarning
    expect(
      quietly(() => {
        process.emitWarning('SQLite is an experimental feature')
        return 7
      }),
    ).toBe(7)
    expect(process.emitWarning).toBe(before)
    await new Promise(setImmediate)
    process.off('warning', note)
    expect(warned).toEqual([])
  })
})
