import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { programOf } from '../../program.ts'
import { freshDatabase } from './bench.ts'
import { proxyTo } from './proxy.ts'

const url = await freshDatabase()

it('a process ends by itself after the store is closed, though the server is frozen', async () => {
  const proxy = await proxyTo(url)
  const child = fork(programOf(new URL('./children/closing.ts', import.meta.url)), [proxy.url], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  proxy.freeze()
  child.send('close')
  const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(200_000) })
  expect(code).toBe(0)
})
