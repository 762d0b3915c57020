import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { type StartThread, startThread } from '../../../src/store/sqlite/main/thread.ts'
import { storeOn } from '../../../src/store/sqlite/sqlite-store.ts'
import { entryOf } from '../../../src/testing/store-suite/samples.ts'
import { eventually } from '../../../src/testing/store-suite/suite-context.ts'
import { fileOfTest, openStore } from './opened.ts'

/** Threads that hear of nothing that one of them does first, as on a disk that hangs, until it lets go. */
function hungAt(role: string): { start: StartThread; letGo(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    start: (taken, listener) => {
      if (taken.role !== role) return startThread(taken, listener)
      return startThread(taken, {
        message: (message) => promise.then(() => listener.message(message)),
        ended: (why) => promise.then(() => listener.ended(why)),
      })
    },
    letGo: resolve,
  }
}

it('a look at files whose reading hangs while they are opened is refused, and reads nothing in its own thread', async () => {
  const file = fileOfTest()
  const before = await openStore(file)
  await before.inbox.accept(entryOf(), false)
  await before.close()
  const { start, letGo } = hungAt('inbox')
  const store = storeOn(start, file, {})
  const opened = store.open({ registration: 'default', log: silentLog })
  onTestFinished(() => opened.close())
  onTestFinished(letGo)

  await expect(store.look?.()).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })

  letGo()
  await opened.ready
  const look = await store.look?.()
  expect(await look?.registrations()).toEqual(['default'])
  await look?.close()
})

it('a store whose lock hangs on its disk says which file it waits for, and takes the files when the disk is back', async () => {
  const file = fileOfTest()
  const { start, letGo } = hungAt('lock')
  const opened = storeOn(start, file, {}).open({ registration: 'default', log: silentLog })
  onTestFinished(() => opened.close())
  onTestFinished(letGo)

  expect(opened.health()).toMatchObject({ ok: false, why: `it is being opened: ${file}-lock` })
  await expect(opened.inbox.accept(entryOf(), false)).rejects.toThrow(`it is being opened: ${file}-lock`)
  expect(existsSync(`${file}-owner`)).toBe(false)

  letGo()
  await opened.ready
  expect(await opened.inbox.accept(entryOf(), false)).toMatchObject({ status: 'accepted' })
})

it('a store that is closed while its lock hangs takes nothing when the disk is back', async () => {
  const file = fileOfTest()
  const { start, letGo } = hungAt('lock')
  const opened = storeOn(start, file, { timeout: 1 }).open({ registration: 'default', log: silentLog })
  const refused = expect(opened.ready).rejects.toThrow('was closed')
  await opened.close()
  letGo()
  await refused
  await openStore(file)
})

/** A process that opens the files, and answers each message with its health. */
function opener(file: string): ChildProcess {
  const script = `${file}-opener.mts`
  const source = (path: string) => new URL(`../../../src/${path}`, import.meta.url).href
  writeFileSync(
    script,
    `import { silentLog } from '${source('log.ts')}'
import { sqliteStore } from '${source('store/sqlite/index.ts')}'
const opened = sqliteStore(${JSON.stringify(file)}).open({ registration: 'default', log: silentLog })
process.on('message', () => process.send?.(opened.health()))`,
  )
  const child = fork(script)
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

// Who opens a pipe waits for whoever is at its other end, as for a disk that hangs.
it.skipIf(process.platform === 'win32')(
  'a process answers while it waits for the file that says who has the files',
  async () => {
    const file = fileOfTest()
    execFileSync('mkfifo', [`${file}-owner`])
    const child = opener(file)
    const health = async (): Promise<unknown> => {
      child.send('how is it?')
      const [answer] = await once(child, 'message')
      return answer
    }
    await eventually('its lock', async () => existsSync(`${file}-lock`))
    expect(await health()).toMatchObject({ ok: false, why: expect.stringContaining('it is being opened') })
    expect(readFileSync(`${file}-owner`, 'utf8')).toContain(String(child.pid))
    await eventually('the files', async () => JSON.stringify(await health()).startsWith('{"ok":true'))
  },
)
