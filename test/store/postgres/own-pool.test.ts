import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished, vi } from 'vitest'
import { programOf } from '../../program.ts'
import { freshDatabase } from './bench.ts'
import { proxyTo } from './proxy.ts'

const url = await freshDatabase()

it('a connection of the application’s own pool that breaks in the hands of the store ends no process', async () => {
  const proxy = await proxyTo(url)
  const child = fork(programOf(new URL('./children/own-pool.ts', import.meta.url)), [proxy.url], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  const heard = async () => {
    const [message] = await Promise.race([once(child, 'message'), ended.then(() => ['it ended'])])
    return message
  }
  const ask = async () => {
    if (child.exitCode !== null) return 'it ended'
    child.send('ask')
    return await heard()
  }
  expect(await heard()).toBe('ready')
  // The store finds that it can't connect, and looks whether the server is back: that connection breaks while it waits for
  // the answer.
  const broken = proxy.cutAfter('SELECT 1', 'kept')
  proxy.turnAway()
  await vi.waitFor(async () => expect(await ask()).toBe('failed'))
  proxy.mend()
  expect(await Promise.race([broken.then(() => 'broken'), ended.then(() => 'ended')])).toBe('broken')
  await vi.waitFor(async () => expect(await ask()).toBe('well'))
  child.send('close')
  expect((await ended)[0]).toBe(0)
})
