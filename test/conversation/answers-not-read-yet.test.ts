import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { conversation } from '../../src/conversation/index.ts'
import merchantWebhooks from '../../src/index.ts'
import { sqliteHere } from '../store/new-sqlite.ts'

// What is on the disk when a process is killed after its waiting screen: the files as they are at that moment.
it('an answer that a killed process had not read is read once by the next', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'answers-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { promise: never } = Promise.withResolvers<void>()
  let isSlow = false
  const script = conversation(async (talk) => {
    if (isSlow) await never
    const meal = await talk.choose('Meal?', ['Rice', 'Beans'])
    return talk.end(`One ${meal}`)
  })
  const start = async (name: string, budget: number) => {
    await mkdir(join(folder, name), { recursive: true })
    const app = Fastify()
    const store = sqliteHere(join(folder, name, 'merchant.db'))
    await app.register(merchantWebhooks, {
      verify: 'none',
      secret: 'a secret of this test',
      store,
      budget,
      ussd: script,
    })
    onTestFinished(() => app.close())
    const push = async (sequence: number, Type: string, Message: string): Promise<string> => {
      const payload = { SessionId: 'session-1', Mobile: '+233000000000', ServiceCode: '713', Type, Message }
      const { body } = await app.inject({ method: 'POST', url: '/ussd', payload: { ...payload, Sequence: sequence } })
      return JSON.parse(body).Message
    }
    return { app, push }
  }

  const first = await start('first', 300)
  expect(await first.push(1, 'Initiation', '*713#')).toBe('Meal?\n1. Rice\n2. Beans')
  isSlow = true
  expect(await first.push(2, 'Response', '7')).toBe('Please wait, we are working on it. Reply 1 to check.')
  // The waiting screen goes out before it is written.
  await expect.poll(async () => JSON.stringify(await first.app.merchant.sessions.get('session-1'))).toContain('waiting')
  await cp(join(folder, 'first'), join(folder, 'second'), {
    recursive: true,
    filter: (name) => !name.endsWith('-lock'),
  })
  isSlow = false

  const second = await start('second', 6_000)
  expect(await second.push(3, 'Response', '1')).toBe('Reply with a number from the list.\nMeal?\n1. Rice\n2. Beans')
  expect(await second.push(4, 'Response', '2')).toBe('One Beans')
})
