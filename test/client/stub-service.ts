// A stub, where the simulator gives no such answer: bodies, codes and headers that no service of the reference sends.
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { MerchantClient, type MerchantClientOptions } from '../../src/client/index.ts'

/** A request as it came over the wire. */
export interface Received {
  readonly method: string
  /** With its query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** Parsed; undefined where there was none. */
  readonly body: unknown
}

/** What to answer; the function form may do with the response what it wants. */
export type Reply = Answer | ((response: ServerResponse) => void)

/** A status and a body, as JSON unless it is text. */
export interface Answer {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A service on this machine that answers what a test tells it to. */
export interface StubService {
  readonly baseUrl: string
  readonly received: Received[]
  /** What to answer to the next calls, in order; the last of them to all that follow. */
  answer(...replies: Reply[]): void
  /** A client of it, that waits only a moment between tries. */
  client(options?: Partial<MerchantClientOptions>): MerchantClient
  close(): Promise<void>
}

/** Starts it on a free port. */
export async function startService(): Promise<StubService> {
  const received: Received[] = []
  let replies: Reply[] = [{ body: { responseCode: '0000' } }]
  const server = createServer(async (request, response) => {
    const text = await textOf(request)
    const { method = '', url = '', headers } = request
    received.push({ method, url, headers, body: text === '' ? undefined : JSON.parse(text) })
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    if (typeof reply === 'function') reply(response)
    else if (reply !== undefined) send(response, reply)
  })
  const baseUrl = await listen(server)
  return {
    baseUrl,
    received,
    answer(...next) {
      replies = next
    },
    client: (options) =>
      new MerchantClient({
        baseUrl,
        apiId: 'the-id',
        apiKey: 'the-secret-key',
        merchantAccountNumber: '11684',
        paths: { transactionStatus: '/transactions/status' },
        minDelay: 1,
        ...options,
      }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, { status = 200, body = '', headers = {} }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

async function textOf(request: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}`
}
