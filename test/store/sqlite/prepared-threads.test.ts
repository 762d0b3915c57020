import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { root } from '../../docs/documents.ts'
import { fileOfTest } from './opened.ts'

const run = promisify(execFile)

const imports = `
  import Fastify from '${root}node_modules/fastify/fastify.js'
  import merchantWebhooks from '${root}dist/index.js'
  import { sqliteStore } from '${root}dist/store/sqlite/index.js'
  const [, file] = process.argv
  let threads = 0
  process.on('worker', () => { threads += 1 })
  const tick = () => new Promise(setImmediate)
  const say = (said) => process.stdout.write(JSON.stringify(said) + '\\n')
`

/** What a process of its own says, line by line. */
async function said(script: string, file: string, ...options: readonly string[]): Promise<unknown[]> {
  const { stdout } = await run(process.execPath, [...options, '--input-type=module', '-e', imports + script, file])
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

it('a store that is made and not opened touches no file, and lets the process end', async () => {
  const file = fileOfTest()
  expect(await said('sqliteStore(file); await tick(); say(threads)', file)).toEqual([2])
  expect(existsSync(file)).toBe(false)
})

it('the threads that were prepared are those that work, also for a second store', async () => {
  const script = `
    const start = async (file) => {
      const app = Fastify()
      await app.register(merchantWebhooks, { verify: 'none', store: sqliteStore(file), checkout: () => undefined })
      await app.ready()
      await tick()
      say(threads)
      return app
    }
    const first = await start(file)
    const second = await start(file + '-2')
    await first.close()
    await second.close()`
  // Two writers and a reader each.
  expect(await said(script, fileOfTest())).toEqual([3, 6])
})

it('the threads that a store has left work for the next one, on the same file or another', async () => {
  const script = `
    const heard = []
    const start = async (file) => {
      const app = Fastify()
      const report = ({ messageId }) => heard.push(messageId)
      await app.register(merchantWebhooks, { verify: 'none', store: sqliteStore(file), deliveryReport: report })
      await app.ready()
      return app
    }
    for (const [at, name] of [file, file, file + '-2', file].entries()) {
      const app = await start(name)
      const report = { MessageId: 'm-' + at, Status: 'Delivered' }
      await app.inject({ method: 'POST', url: '/delivery-report', payload: report })
      while (heard.length <= at) await tick()
      await app.merchant.inbox.list({})
      await app.close()
    }
    say([threads, ...heard])`
  expect(await said(script, fileOfTest())).toEqual([[3, 'm-0', 'm-1', 'm-2', 'm-3']])
})

it('where threads are not allowed a store can be made, and says why it cannot be opened', async () => {
  const script = `
    const app = Fastify()
    await app.register(merchantWebhooks, { verify: 'none', store: sqliteStore(file), checkout: () => undefined })
    await app.ready().catch(({ code, message }) => say([code, message.includes('--allow-worker') || message]))`
  const allowed = ['--permission', '--allow-fs-read=*', '--allow-fs-write=*']
  expect(await said(script, fileOfTest(), ...allowed)).toEqual([['FMW_STORE_UNAVAILABLE', true]])
})
