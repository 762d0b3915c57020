import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { freshDatabase } from './bench.ts'
import { proxyTo } from './proxy.ts'

const url = await freshDatabase()

it('a connection of the application’s own pool that breaks in the hands of the store ends no process', async () => {
  const proxy = await proxyTo(url)
  const child = fork(fileURLToPath(new URL('./children/own-pool.ts', import.meta.url)), [proxy.url], {
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
  // The store looks whether the server is back, on a connection that breaks while it waits for the answer.
  for (let what = 'nothing'; what !== 'broken'; ) {
    proxy.cut()
    await vi.waitFor(async () => expect(await ask()).toBe('failed'))
    const broken = proxy.cutAfter('SELECT 1', 'kept').then(() => 'broken')
    proxy.mend()
    // On a busy machine it may have looked already, between the answer and the trap.
    what = await Promise.race([broken, ended.then(() => 'ended'), sleep(5_000, 'nothing')])
    expect(what).not.toBe('ended')
  }
  await vi.waitFor(async () => expect(await ask()).toBe('well'))
  child.send('close')
  expect((await ended)[0]).toBe(0)
})
