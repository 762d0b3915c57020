import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { type Conversation, conversation } from '../../src/conversation/index.ts'
import merchantWebhooks, { type MerchantWebhooksOptions } from '../../src/index.ts'
import { sqliteHere } from '../store/new-sqlite.ts'

type UssdOptions = MerchantWebhooksOptions['ussd']

const folders: string[] = []
const apps: FastifyInstance[] = []

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

describe('a script that catches what nobody knows', () => {
  it('ends in its own words', async () => {
    let runs = 0
    const screen = await goOnElsewhere(
      conversation(async (talk) => {
        runs += 1
        const order = await talk.once('order', ordered).catch(codeOf)
        return talk.end(`Ask us about it: ${order}`)
      }),
    )
    expect(screen).toEqual({ Type: 'Release', Message: 'Ask us about it: FMW_EFFECT_UNKNOWN' })
    expect(runs).toBe(2)
  })

  it('goes on with its next question, and past it', async () => {
    const screen = await goOnElsewhere(
      conversation(async (talk) => {
        const order = await talk.once('order', ordered).catch(codeOf)
        const call = await talk.confirm(`${order}. Shall we call you?`)
        return talk.end(call ? 'We will' : 'We will not')
      }),
      ['1'],
    )
    expect(screen).toEqual({ Type: 'Release', Message: 'We will' })
  })
})

/** Begun and never done: its process closes before. */
const ordered = (): Promise<string> => new Promise(() => undefined)

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'none'
}

/** Holds a conversation until its effect is begun, and goes on in an application that is started after it. */
async function goOnElsewhere(ussd: Conversation, answers: readonly string[] = []): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'talk-'))
  folders.push(folder)
  const file = join(folder, 'merchant.db')
  const first = await start(file, { handler: ussd, budget: 1_500 })
  expect(await push(first, 's1', 'Initiation', '*713#')).toMatchObject({
    Message: expect.stringContaining('Please wait'),
  })
  await first.close()

  const second = await start(file, { handler: ussd })
  let screen: unknown
  for (const answer of ['1', ...answers]) screen = await push(second, 's1', 'Response', answer)
  return screen
}

async function start(file: string, ussd: UssdOptions): Promise<FastifyInstance> {
  const app = Fastify()
  apps.push(app)
  await app.register(merchantWebhooks, { verify: 'none', store: sqliteHere(file), shutdownTimeout: 100, ussd })
  return app
}

async function push(app: FastifyInstance, SessionId: string, Type: string, Message: string): Promise<unknown> {
  const payload = { Mobile: '+233000000000', SessionId, ServiceCode: '713', Type, Message }
  const answer = await app.inject({ method: 'POST', url: '/ussd', payload })
  return answer.json()
}
