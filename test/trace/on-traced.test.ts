import { expect, it, onTestFinished, vi } from 'vitest'
import { type ChannelMessages, memoryStore } from '../../src/index.ts'
import { onTraced } from '../../src/operations/index.ts'
import { appWith } from '../http/app.ts'
import { paths, samples } from '../http/samples.ts'
import { newSqlite } from '../store/new-sqlite.ts'

it('hears of turns, acceptances, attempts and questions to the store that have ended, until it is stopped', async () => {
  const heard: string[] = []
  const note = (name: keyof ChannelMessages) => (told: { readonly ms: number | null }) => {
    expect(told.ms).toBeGreaterThanOrEqual(0)
    heard.push(name)
  }
  const stop = onTraced({ turn: note('turn'), accept: note('accept'), attempt: note('attempt'), store: note('store') })
  onTestFinished(stop)
  const app = await appWith({
    store: newSqlite()(),
    verify: 'none',
    ussd: (_, turn) => turn.end('Bye'),
    deliveryReport: () => undefined,
  })
  const push = (url: string, payload: object) => app.inject({ method: 'POST', url, payload })
  await push(paths.ussd, samples.ussd)
  await push(paths.deliveryReport, samples.deliveryReport)
  await vi.waitFor(() => expect(heard).toContain('attempt'))
  expect(new Set(heard)).toEqual(new Set(['turn', 'accept', 'attempt', 'store']))
  stop()
  const count = heard.length
  await push(paths.ussd, { ...samples.ussd, SessionId: 'another' })
  expect(heard).toHaveLength(count)
})

it('leaves out what nobody asked for', async () => {
  const turns: string[] = []
  onTestFinished(onTraced({ turn: ({ kind, source }) => turns.push(`${kind} ${source}`) }))
  const app = await appWith({ store: memoryStore(), verify: 'none', ussd: (_, turn) => turn.end('Bye') })
  await app.inject({ method: 'POST', url: paths.ussd, payload: samples.ussd })
  expect(turns).toEqual(['ussd handler'])
})
