import { expect, it, vi } from 'vitest'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { appWith } from '../../http/app.ts'
import { paths, samples } from '../../http/samples.ts'
import { freshDatabase } from '../../store/postgres/bench.ts'
import { proxyTo } from '../../store/postgres/proxy.ts'
import { measured, pushed } from './scrape.ts'

const mishapsIn = (scrape: Awaited<ReturnType<typeof measured>>) => async (what: string) =>
  (await scrape()).value('merchant_mishaps_total', { kind: 'ussd', what })

it('counts a late result that was ignored, because its subscriber had left', async () => {
  const [began, work] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const app = await appWith({
    ussd: async (push, turn) => {
      if (push.type === 'response') {
        began.resolve()
        await work.promise
      }
      return turn.prompt('What?')
    },
  })
  const mishaps = mishapsIn(await measured(app))
  await pushed(app, paths.ussd, samples.ussd)
  const running = pushed(app, paths.ussd, { ...samples.ussd, Type: 'Response', Sequence: 2, Message: '1' })
  await began.promise
  await pushed(app, paths.ussd, { ...samples.ussd, Type: 'Timeout', Sequence: 3, Message: '' })
  await running
  expect(await mishaps('fenced')).toBeUndefined()
  work.resolve()
  await vi.waitFor(async () => expect(await mishaps('fenced')).toBe(1))
})

it('counts an answer that the store has not confirmed, and a session that it could not keep', async () => {
  const proxy = await proxyTo(await freshDatabase())
  const app = await appWith({
    store: postgresStore(proxy.url),
    budget: 1_000,
    ussd: ({ sessionId }, turn) => {
      if (sessionId === 'unconfirmed') proxy.freeze()
      return turn.prompt('What?')
    },
  })
  const mishaps = mishapsIn(await measured(app))
  const dial = async (SessionId: string) => (await pushed(app, paths.ussd, { ...samples.ussd, SessionId })).json()
  await vi.waitFor(async () => expect(app.merchant.health().ok).toBe(true), 20_000)
  await dial('kept')
  expect([await mishaps('unconfirmed'), await mishaps('unkept')]).toEqual([undefined, undefined])
  expect(await dial('unconfirmed')).toMatchObject({ Message: 'What?' })
  expect(await mishaps('unconfirmed')).toBe(1)
  proxy.mend()
  proxy.cut()
  await vi.waitFor(() => expect(app.merchant.health().ok).toBe(false), 20_000)
  expect(await dial('unkept')).toMatchObject({ Message: 'What?' })
  expect(await mishaps('unkept')).toBe(1)
  proxy.mend()
})
