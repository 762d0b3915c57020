import { expect, it, vi } from 'vitest'
import { phone } from '../../src/testing/index.ts'
import { appWith } from '../http/app.ts'
import { paths, samples } from '../http/samples.ts'

it('a phone minds nothing of sessions that are not its own: a handler that throws there, or is too late', async () => {
  const told: string[] = []
  const app = await appWith({
    budget: 100,
    maxWork: 60_000,
    ussd: ({ message }, turn) => {
      if (message === 'throw') throw new Error('not here')
      return message === 'wait' ? new Promise<never>(() => undefined) : turn.prompt('Welcome')
    },
  })
  app.merchant.events.on('turnFailed', () => told.push('turnFailed'))
  app.merchant.events.on('deadline', () => told.push('deadline'))
  const own = phone(app).dial('*713#')
  await own
  for (const Message of ['throw', 'wait']) {
    const payload = { ...samples.ussd, SessionId: `of-another-${Message}`, Message }
    const answer = app.inject({ method: 'POST', url: paths.ussd, payload })
    // Its own turn goes on meanwhile.
    await own.reply('1')
    expect((await answer).statusCode).toBe(200)
  }
  await vi.waitFor(() => expect(told).toEqual(['turnFailed', 'deadline']))
  expect((await own.reply('2')).text).toBe('Welcome')
})
