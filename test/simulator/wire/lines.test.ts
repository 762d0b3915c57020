import { createServer, type RequestListener } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks from '../../../src/index.ts'
import { createSimulator, type SimulatedApp } from '../../../src/simulator/index.ts'
import { manualClock } from '../../../src/testing/index.ts'
import { stand } from '../faults/receiver.ts'

async function start() {
  const sim = await createSimulator({ clock: manualClock() })
  onTestFinished(() => sim.close())
  return sim
}

/** An address that answers as it likes. */
async function answering(handle: RequestListener): Promise<string> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/** As Express and nginx say that they can't. */
function failsAs(status: number): RequestListener {
  return (_, response) => void response.writeHead(status, { 'content-type': 'text/html' }).end('<!DOCTYPE html>')
}

const huge = Buffer.alloc(10_000_000, ' ')

describe('an application at an address', () => {
  it.each<[string, RequestListener, RegExp | null, number | null]>([
    ['that closes the line', (request) => void request.socket.destroy(), /closed the line before it answered/, null],
    ['that answers 10 MB', (_, response) => void response.end(huge), /longer than 1048576 bytes/, null],
    ['that answers HTML', (_, response) => void response.end('<html>'), /web page \(HTML\).+Look at the port/, 200],
    [
      'that answers an error as HTML',
      failsAs(500),
      /status is 500: the application failed, and its log says why$/,
      500,
    ],
    ['behind a proxy that does not reach it', failsAs(502), /status is 502: the application failed, or a proxy/, 502],
    ['that answers nothing', (_, response) => void response.end(), null, 200],
    ['that redirects', (_, response) => void response.writeHead(301, { location: '/other' }).end(), /follows no/, 301],
    [
      'that redirects nowhere',
      (_, response) => void response.writeHead(304).end(),
      /redirects to another address/,
      304,
    ],
  ])('%s is a row of the log, and the simulator goes on', async (_name, handle, problem, status) => {
    const sim = await start()
    await sim.connect(await answering(handle))
    for (let at = 0; at < 2; at += 1) {
      const row = await sim.trigger('checkout')
      expect(row.response?.status ?? null).toBe(status)
      if (problem === null) expect(row.problem).toBeNull()
      else expect(row.problem).toMatch(problem)
    }
  })

  it('that does not answer is given up at the deadline', async () => {
    const clock = manualClock()
    const sim = await createSimulator({ clock })
    onTestFinished(() => sim.close())
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    await sim.connect(await answering(() => resolve()))
    const row = sim.trigger('ussd')
    await asked
    clock.advance(7_000)
    expect(await row).toMatchObject({
      response: null,
      problem: expect.stringContaining('no answer in time'),
      ms: 7_000,
    })
  })

  it.each(['plain', 'slowNetwork', 'cutAfterRequest'] as const)('that is not there is said so (%s)', async (fault) => {
    const sim = await start()
    // The port of a server that has gone.
    const gone = createServer()
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
    const address = gone.address()
    await new Promise((resolve) => gone.close(resolve))
    await sim.connect(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
    if (fault !== 'plain') sim.faults.next(fault)
    const { response, problem } = await sim.trigger('checkout')
    expect({ response, problem }).toEqual({ response: null, problem: expect.stringContaining('nothing listens there') })
  })

  it('takes a push that is sent with impossible headers as a problem of its row', async () => {
    const { sim, received } = await stand()
    const { id } = await sim.trigger('checkout')
    const row = await sim.resend(id, { headers: { 'no header': '1' } })
    expect(row).toMatchObject({ response: null, problem: expect.stringMatching(/the line failed: .*no header/) })
    expect(received.length).toBe(1)
  })

  it('has its callbacks brought to it, by whatever name it calls itself', async () => {
    const { sim, received, url } = await stand()
    await sim.connect(url, { publicUrl: 'https://shop.example/push' })
    const { problem } = await sim.trigger('checkout', {}, { url: 'https://shop.example/paid?key=1' })
    expect(problem).toBeNull()
    expect(received[0]).toMatchObject({ path: '/paid', method: 'POST' })
    await expect(sim.connect(url, { publicUrl: 'shop.example' })).rejects.toThrow(/shop\.example.*no whole address/)
    await expect(sim.connect('ftp://127.0.0.1')).rejects.toThrow(/no whole address/)
  })
})

it.each([
  ['JSON', { 'content-type': 'application/json' }],
  ['nothing', {}],
])(
  'an empty 200 that calls itself %s is no screen, and its row says what a turn is answered with',
  async (_type, headers) => {
    const sim = await start()
    await sim.connect(await answering((_, response) => void response.writeHead(200, headers).end()))
    const phone = sim.phone('+233000000000')
    await phone.dial('*713#').expectScreen('UUE')
    expect(phone.problem).toMatch(/it is empty: a turn is answered with JSON, as turn\.end does/)
  },
)

describe('an application in this process', () => {
  async function app(answer: (app: FastifyInstance) => void = () => undefined): Promise<FastifyInstance> {
    const made = Fastify()
    onTestFinished(() => made.close())
    await made.register(merchantWebhooks, { verify: 'none', ussd: (_push, turn) => turn.end('Hello') })
    answer(made)
    return made
  }

  it('is no other thing', async () => {
    const sim = await start()
    await expect(sim.connect({} as SimulatedApp)).rejects.toThrow(/only push to a Fastify application/)
  })

  it('that is closed is a row of the log', async () => {
    const sim = await start()
    const closed = await app()
    await sim.connect(closed)
    await closed.close()
    expect(await sim.trigger('ussd')).toMatchObject({
      response: null,
      problem: expect.stringMatching(/the line failed/),
    })
  })

  it('that answers 10 MB is a row of the log', async () => {
    const sim = await start()
    const made = await app((one) => one.post('/huge', () => huge))
    await sim.connect(made)
    const row = await sim.trigger('ussd', {}, { url: 'http://localhost/huge' })
    expect(row).toMatchObject({ response: null, problem: expect.stringContaining('longer than 1048576 bytes') })
  })

  it('receives a kind at another address where it says so', async () => {
    const sim = await start()
    const seen: unknown[] = []
    const made = await app((one) => one.post('/reports', (request) => seen.push(request.body)))
    await sim.connect(made, { urls: { deliveryReport: '/reports' } })
    await sim.trigger('deliveryReport')
    expect(seen).toMatchObject([{ Status: 'Delivered' }])
  })

  it.each(['plain', 'slowNetwork', 'cutAfterRequest'] as const)('is given up at the deadline (%s)', async (fault) => {
    const clock = manualClock()
    const sim = await createSimulator({ clock })
    onTestFinished(() => sim.close())
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    const { promise: never } = Promise.withResolvers<void>()
    const made = await app((one) => {
      one.post('/hangs', () => {
        resolve()
        return never
      })
    })
    await sim.connect(made)
    if (fault !== 'plain') sim.faults.next(fault)
    const row = sim.trigger('ussd', {}, { url: 'http://localhost/hangs' })
    // A slow line is given up while it is slow.
    if (fault === 'slowNetwork') await new Promise(setImmediate)
    else await asked
    clock.advance(7_000)
    expect(await row).toMatchObject({ response: null, problem: expect.stringContaining('no answer in time') })
  })
})
