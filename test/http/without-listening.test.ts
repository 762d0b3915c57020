import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const from = (file: string): string => JSON.stringify(`${root}dist/${file}`)

const dialling = `
import Fastify from 'fastify'
import merchantWebhooks from ${from('index.js')}
import { conversation, whole } from ${from('conversation/index.js')}
import { sqliteStore } from ${from('store/sqlite/index.js')}

const app = Fastify()
const dial = async (SessionId, Message) => {
  const payload = { Mobile: '+233000000000', SessionId, ServiceCode: '713', Type: 'Initiation', Message, Sequence: 1 }
  return (await app.inject({ method: 'POST', url: '/ussd', payload })).json().Message
}
`

// It waits for what another session of its phone does, and looks for its end with a timer alone.
const twoAtOnce = `${dialling}
const shop = conversation(async (talk) => {
  await talk.ask('How many?', whole({ min: 1 }))
  await talk.once('order', () => new Promise((resolve) => setTimeout(resolve, 50, 1)))
  return talk.end('Ordered')
})
await app.register(merchantWebhooks, { verify: 'none', secret: 'a secret of this test', store: sqliteStore('two.db'), ussd: shop })
const screens = await Promise.all([dial('a', '*713*2#'), dial('b', '*713*2#')])
console.log(screens.includes('Ordered'))
await app.close()
`

const neverAnswered = `${dialling}
const ussd = { budget: 200, handler: () => new Promise(() => undefined) }
await app.register(merchantWebhooks, { verify: 'none', ussd })
console.log((await dial('a', '*713#')).startsWith('Please wait'))
`

it.each([
  ['two dials of one phone at once, on SQLite', twoAtOnce],
  ['a handler that never answers, until its budget is over', neverAnswered],
])('a script that does not listen lives until each push is answered, and no longer: %s', async (_what, code) => {
  expect(await endOf(code)).toEqual({ code: 0, out: 'true\n' })
})

/** How a script ends, in a process of its own that nothing else keeps alive. */
function endOf(code: string): Promise<{ readonly code: unknown; readonly out: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'without-listening-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'script.mjs'), code)
  return new Promise((resolve) => {
    execFile(process.execPath, ['script.mjs'], { cwd: folder }, (error, out, err) =>
      resolve({ code: error === null ? 0 : error.code, out: out + err }),
    )
  })
}
