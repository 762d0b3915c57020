import { createServer, type IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../../src/simulator/index.ts'
import { manualClock } from '../../../src/testing/index.ts'

/** One request, as it came over a real socket. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: Buffer
  /** Which connection brought it, from 1. */
  readonly connection: number
}

/** A simulator, and an address that takes whatever it pushes. */
export interface Stand {
  readonly sim: Simulator
  readonly received: Received[]
  readonly url: string
  /** What the address answers to each, in order; then 200. */
  readonly statuses: number[]
}

/** A receiver over sockets that judges nothing: what it was sent is the matter. */
export async function stand(options: SimulatorOptions = {}): Promise<Stand> {
  const { close, ...started } = await start(options)
  onTestFinished(close)
  return started
}

/** One for all tests of a block, as new for each: to start one takes longer than a push. */
export function useStand(): () => Stand {
  let shared: (Stand & Closing) | undefined
  beforeAll(async () => {
    shared = await start({})
  })
  beforeEach(() => {
    shared?.sim.reset()
    shared?.received.splice(0)
  })
  afterAll(() => shared?.close())
  return () => {
    if (shared === undefined) throw new Error('the stand is not started')
    return shared
  }
}

interface Closing {
  readonly close: () => Promise<void>
}

async function start(options: SimulatorOptions): Promise<Stand & Closing> {
  const received: Received[] = []
  const statuses: number[] = []
  const connections: object[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (!connections.includes(request.socket)) connections.push(request.socket)
    const url = new URL(request.url ?? '', 'http://localhost')
    const body = Buffer.concat(chunks)
    received.push({
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      text: body.toString(),
      body,
      connection: connections.indexOf(request.socket) + 1,
    })
    response.writeHead(statuses.shift() ?? 200, { 'content-type': 'application/json' })
    response.end('{"Type":"Release","Message":"Bye"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sim = await createSimulator({ clock: manualClock(), ...options })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  await sim.connect(url)
  const close = async (): Promise<void> => {
    await sim.close()
    server.closeAllConnections()
    server.close()
  }
  return { sim, received, url, statuses, close }
}
