import { expect, it } from 'vitest'
import { failingStore } from '../turns/kept/failing-store.ts'
import { type Instance, keptWorld } from './world.ts'

const asked = 'Meal?\n1. Rice\n2. Beans'

async function push({ app }: Instance, sequence: number, Message: string): Promise<string> {
  const Type = sequence === 1 ? 'Initiation' : 'Response'
  const payload = { SessionId: 'session-1', Mobile: '+233000000000', ServiceCode: '713', Type, Message }
  const { body } = await app.inject({ method: 'POST', url: '/ussd', payload: { ...payload, Sequence: sequence } })
  return JSON.parse(body).Message
}

it('what answers the waiting screen of a process that was killed before it was written answers no question', async () => {
  const { start, clock } = keptWorld()
  const store = failingStore()
  const slow = Promise.withResolvers<void>()
  const dead = await start(
    async (talk) => {
      const meal = await talk.choose('Meal?', ['Rice', 'Beans'])
      slow.resolve()
      await new Promise(() => undefined)
      return talk.end(`One ${meal}`)
    },
    { through: store.through },
  )
  const alive = await start(async (talk) => talk.end(`One ${await talk.choose('Meal?', ['Rice', 'Beans'])}`))

  expect(await push(dead, 1, '*713#')).toBe(asked)
  store.fail('hangs', 'close')
  const waiting = push(dead, 2, '2')
  await slow.promise
  clock.advance(6_000)
  expect(await waiting).toBe('Please wait, we are working on it. Reply 1 to check.')
  await dead.kill()

  expect(await push(alive, 3, '1')).toBe(asked)
  expect(await push(alive, 4, '2')).toBe('One Beans')
})
