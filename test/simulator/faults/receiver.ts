import { createServer, type IncomingHttpHeaders } from 'node:http'
import { onTestFinished } from 'vitest'
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
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const sim = await createSimulator({ clock: manualClock(), ...options })
  onTestFinished(() => sim.close())
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  await sim.connect(url)
  return { sim, received, url, statuses }
}
