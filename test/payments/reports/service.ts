// A stub, where the simulator takes no such report, or gives no such answer: market.ts has the others.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

/** A report as the service gets it. */
export interface Posted {
  readonly method: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

/** A status to answer with, or what is to be done with the request. */
export type Answer = number | ((reply: ServerResponse, request: IncomingMessage) => void)

/**
 * The service that fulfilments are reported to: a server on the loopback address, with what was posted to it.
 *
 * @param answer of the report with this number, from 1
 */
export async function reportService(answer: (number: number) => Answer = () => 200) {
  const posted: Posted[] = []
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { method, headers } = request
      posted.push({ method, headers, body: JSON.parse(Buffer.concat(chunks).toString() || 'null') })
      const given = answer(posted.length)
      if (typeof given === 'number') reply.writeHead(given).end('{"message":"heard"}')
      else given(reply, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { posted, url: `http://127.0.0.1:${port}/report`, bodies: () => posted.map(({ body }) => body) }
}

/** Leaves a request without an answer. */
export const hang: Answer = () => undefined
