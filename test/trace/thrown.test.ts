import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { conversation, text } from '../../src/conversation/index.ts'
import { thrownOf } from '../../src/registration/events/thrown.ts'
import { createSimulator } from '../../src/simulator/index.ts'
import { appWith } from '../http/app.ts'
import { paths, samples } from '../http/samples.ts'

beforeEach(() => void vi.stubEnv('NODE_ENV', 'test'))
afterEach(() => vi.unstubAllEnvs())

async function connected(ussd: ReturnType<typeof conversation>) {
  const sim = await createSimulator()
  onTestFinished(() => sim.close())
  await sim.connect(await appWith({ ussd }))
  return sim
}

describe('what a handler of a turn threw', () => {
  it('stands in the log of the simulator, with the line of the application, and the row is no good one', async () => {
    const sim = await connected(
      conversation(async (talk) => {
        await talk.choose('Welcome', ['Tea'])
        throw new RangeError('no tea – sold out')
      }),
    )
    await sim.phone('+233000000001').dial('*713#').reply('1')
    const [first, second] = sim.log.rows()
    expect(first?.timing?.thrown).toBeUndefined()
    expect(second?.timing).toMatchObject({
      source: 'failed',
      thrown: {
        line: 'RangeError: no tea – sold out',
        place: expect.stringMatching(/^test\/trace\/thrown\.test\.ts:\d+$/),
      },
    })
    const failed = JSON.parse(await (await fetch(`${sim.url}/_simulator/log?verdict=failed`)).text())
    expect(failed.rows).toMatchObject([{ id: second?.id, verdict: 'failed', thrown: { place: expect.any(String) } }])
  })

  it('is told of the turn that takes the result of an earlier one', async () => {
    vi.stubEnv('MERCHANT_TIMING_SECRET', 'a secret of development')
    const { promise, reject } = Promise.withResolvers<never>()
    const app = await appWith({ ussd: { handler: () => promise, budget: 50 } })
    const send = async (payload: object) => {
      const headers = { 'x-merchant-timing': 'a secret of development' }
      const { headers: told } = await app.inject({ method: 'POST', url: paths.ussd, payload, headers })
      return JSON.parse(String(told['x-merchant-timing']))
    }
    expect(await send(samples.ussd)).toMatchObject({ source: 'waiting' })
    reject(new Error('the shelf is locked'))
    const next = { ...samples.ussd, Type: 'Response', Message: '1', Sequence: 2 }
    expect(await send(next)).toMatchObject({ thrown: { line: 'Error: the shelf is locked' } })
  })

  it('is told to nobody in production, and no text of a sensitive answer is in it', async () => {
    const script = conversation(async (talk) => {
      const pin = await talk.ask('Your PIN?', text({ sensitive: true }))
      throw new Error(`${pin} is wrong`)
    })
    const sim = await connected(script)
    await sim.phone('+233000000001').dial('*713#').reply('4711')
    const line = sim.log.rows().at(-1)?.timing?.thrown?.line
    expect(line).toMatch(/is wrong$/)
    expect(line).not.toContain('4711')
    vi.stubEnv('NODE_ENV', 'production')
    await sim.phone('+233000000002').dial('*713#').reply('4711')
    expect(sim.log.rows().at(-1)).toMatchObject({ timing: null, response: { status: 200 } })
  })
})

describe('the place of an error', () => {
  const withStack = (frames: readonly string[], cause?: Error): Error =>
    Object.assign(new Error('no', { cause }), { stack: ['Error: no', ...frames].join('\n') })
  const here = process.cwd()

  it.each([
    ['an address', [`    at sell (file://${here}/app.js:30:5)`], 'app.js:30'],
    ['a path', [`    at ${here}/shop/app.cjs:7:1`], 'shop/app.cjs:7'],
    ['an async frame', [`    at async file://${here}/a%20b.js:3:9`], 'a b.js:3'],
    ['a file elsewhere', ['    at sell (/elsewhere/shop/app.js:1:2)'], 'app.js:1'],
    ['a drive', ['    at sell (C:\\shop\\app.js:4:2)'], 'app.js:4'],
    [
      'the first that is its own',
      ['    at node:internal/x:1:2', `    at a (${here}/node_modules/x/y.js:1:1)`, `    at b (${here}/mine.js:9:1)`],
      'mine.js:9',
    ],
    [
      'nothing of its own',
      [`    at f (file://${here}/src/turns/turn.ts:1:1)`, '    at node:fs:1:1', 'at /a.js:1:1'],
      null,
    ],
  ])('is read from %s', (_, frames, place) => {
    expect(thrownOf(withStack(frames), [])).toEqual({ line: 'Error: no', place })
  })

  it('is that of its cause where it has none, and is unknown of what is no error', () => {
    const cause = withStack([`    at b (${here}/mine.js:9:1)`])
    expect(thrownOf(withStack([], cause), []).place).toBe('mine.js:9')
    const hostile = new Proxy(new Error('no'), { get: () => Promise.reject.call(null) })
    expect([thrownOf('no', []).place, thrownOf(hostile, []).place]).toEqual([null, null])
    expect(thrownOf(new Error('x'.repeat(1_000)), []).line).toHaveLength(300)
  })
})

describe('the place of what was thrown', () => {
  it('is none where it does not let itself be looked at, or has no file of the application', () => {
    const shy = Object.defineProperty(new Error('shy'), 'stack', {
      get: () => {
        throw new Error('no look')
      },
    })
    expect(thrownOf(shy, []).place).toBeNull()
    expect(thrownOf(Object.assign(new Error('bare'), { stack: undefined }), []).place).toBeNull()
    expect(thrownOf('a text', [])).toMatchObject({ place: null })
  })
})
