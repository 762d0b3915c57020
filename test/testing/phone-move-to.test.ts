import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { conversation, whole } from '../../src/conversation/index.ts'
import merchantWebhooks from '../../src/index.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { phone } from '../../src/testing/phone/phone.ts'

it('a phone goes on with its session at the application that was started again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'phone-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const start = async (): Promise<FastifyInstance> => {
    const app = Fastify()
    await app.register(merchantWebhooks, {
      verify: 'none',
      store: sqliteStore(join(folder, 'merchant.db')),
      ussd: conversation(async (talk) => talk.end(`${await talk.ask('How many?', whole({ min: 1 }))} teas`)),
    })
    return app
  }
  const first = await start()
  const caller = phone(first)
  await caller.dial('*713#').expectScreen(/How many/)
  const { sessionId } = caller
  await first.close()
  const second = await start()
  await caller.moveTo(second).reply('2').expectScreen('2 teas')
  expect(caller.sessionId).toBe(sessionId)
  expect(caller.transcript()).toContain('reply 2\n  2 teas')
  await second.close()
})

it('a phone that has not dialled yet may be moved too', async () => {
  const app = Fastify()
  await app.register(merchantWebhooks, { verify: 'none', ussd: (_push, turn) => turn.prompt('Welcome') })
  await phone('http://127.0.0.1:1').moveTo(app).dial('*713#').expectScreen('Welcome')
  await app.close()
})
