import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { memoryStore } from '../../src/index.ts'
import { createSimulator } from '../../src/simulator/index.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { appWith } from '../http/app.ts'
import { paths, samples } from '../http/samples.ts'

const secret = 'a secret of development'
const header = 'x-merchant-timing'

beforeEach(() => {
  vi.stubEnv('NODE_ENV', 'test')
})
afterEach(() => vi.unstubAllEnvs())

async function timingFor(given: string | undefined): Promise<string | undefined> {
  const app = await appWith({ ussd: (_, answer) => answer.end('Bye') })
  const headers = given === undefined ? {} : { [header]: given }
  const response = await app.inject({ method: 'POST', url: paths.ussd, payload: samples.ussd, headers })
  expect(response.json()).toMatchObject({ Message: 'Bye' })
  return response.headers[header]?.toString()
}

describe('the timing of a notification in a header', () => {
  it('says whether it was known, where its time went and which entry it is, and the inbox what became of it', async () => {
    const sim = await createSimulator()
    onTestFinished(() => sim.close())
    const outcomes = ['broken', 'fine']
    const app = await appWith({
      store: memoryStore(),
      deliveryReport: () => {
        if (outcomes.shift() === 'broken') throw new Error('the book is locked')
      },
    })
    await sim.connect(app)
    const work = async () => {
      const row = sim.log.rows().at(-1)
      const { timing } = row ?? {}
      const response = await fetch(`${sim.url}/_simulator/log/${row?.id}/work`)
      const answer: object = JSON.parse(await response.text())
      return { source: timing?.source, steps: timing?.steps.map(({ name }) => name), ...answer }
    }
    const { id } = await sim.trigger('deliveryReport')
    const attempt = { number: 1, ms: expect.any(Number), error: expect.stringContaining('the book is locked') }
    expect(await work()).toMatchObject({
      source: 'accepted',
      steps: ['body', 'parse', 'handler'],
      work: { state: 'dead', attempts: [attempt], reason: null, needsReview: [] },
    })
    await sim.resend(id)
    await vi.waitFor(async () => expect(await work()).toMatchObject({ source: 'again', work: { state: 'done' } }))
    await sim.resend(id)
    expect(await work()).toMatchObject({ source: 'repeated', work: { state: 'done' } })
    // A call has none, and what is gone can't be asked about.
    expect(await sim.work('gone')).toBeUndefined()
    await fetch(`${sim.url}/nowhere`)
    expect(await work()).toMatchObject({ work: null })
  })

  it('is written by a store that keeps notifications before it is answered', async () => {
    vi.stubEnv('MERCHANT_TIMING_SECRET', secret)
    const app = await appWith({
      store: sqliteStore(join(mkdtempSync(join(tmpdir(), 'fmw-timing-')), 'inbox.db')),
      deliveryReport: () => undefined,
    })
    const send = async (headers: Record<string, string>) => {
      const response = await app.inject({
        method: 'POST',
        url: paths.deliveryReport,
        payload: samples.deliveryReport,
        headers,
      })
      return JSON.parse(response.headers[header]?.toString() ?? 'null')
    }
    expect(await send({})).toBeNull()
    expect(await send({ [header]: 'another secret of somebody' })).toBeNull()
    const timing = await send({ [header]: secret })
    expect(timing).toMatchObject({ source: 'repeated', entryId: expect.any(String), late: null })
    expect(timing.steps.map(({ name }: { name: string }) => name)).toEqual(['body', 'parse', 'store'])
  })
})

describe('the timing of a turn in a header', () => {
  it('is given to whoever asks with the secret of the environment', async () => {
    vi.stubEnv('MERCHANT_TIMING_SECRET', secret)
    const timing = JSON.parse((await timingFor(secret)) ?? 'null')
    expect(timing).toMatchObject({ source: 'handler', late: null })
    expect(timing.steps.map(({ name }: { name: string }) => name)).toEqual(['body', 'parse', 'handler', 'encode'])
  })

  it.each([
    ['nobody who does not ask', secret, undefined],
    ['no other secret', secret, 'another secret of somebody'],
    ['nobody where there is none', undefined, secret],
    ['nobody where it is empty', '', ''],
    ['nobody where it could be guessed', 'short', 'short'],
  ])('is given to %s', async (_, set, asked) => {
    vi.stubEnv('MERCHANT_TIMING_SECRET', set)
    expect(await timingFor(asked)).toBeUndefined()
  })

  it('is given to nobody in production', async () => {
    vi.stubEnv('MERCHANT_TIMING_SECRET', secret)
    vi.stubEnv('NODE_ENV', 'production')
    expect(await timingFor(secret)).toBeUndefined()
  })

  it('stands in the log of the simulator, and is no part of what went over the wire', async () => {
    const sim = await createSimulator()
    onTestFinished(() => sim.close())
    const app = await appWith({ ussd: (_, answer) => answer.end('Bye') })
    await sim.connect(app)
    await sim.phone('+233000000001').dial('*713#')
    await sim.trigger('ussd', { SessionId: 'été' })
    const [row] = sim.log.rows()
    expect(row?.timing).toMatchObject({ source: 'handler', ms: expect.any(Number), late: null })
    expect(row?.timing?.steps.length).toBeGreaterThan(3)
    expect([row?.request.headers, row?.response?.headers].map((headers) => headers?.[header])).toEqual([
      undefined,
      undefined,
    ])
    await sim.close()
    vi.stubEnv('MERCHANT_TIMING_SECRET', undefined)
    expect(await timingFor(sim.timingSecret)).toBeUndefined()
  })
})
