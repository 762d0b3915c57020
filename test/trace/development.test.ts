import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createSimulator } from '../../src/simulator/index.ts'
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
