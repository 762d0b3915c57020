import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'

/** Makes an application listen on a port of its own. */
export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('it does not listen')
  return address.port
}

/** What came back on a connection. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/**
 * Writes bytes as they are and gives the first answer; the connection stays open until then, whatever is missing
 * of the request.
 */
export function write(port: number, ...parts: readonly (string | Buffer)[]): Promise<Answer> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  return new Promise((resolve, reject) => {
    let text = ''
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`closed after: ${text}`)))
    socket.on('data', (data) => {
      text += data.toString('latin1')
      const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(text) ?? []
      const length = /^content-length: (\d+)\r$/im.exec(text)?.[1]
      const end = text.indexOf('\r\n\r\n')
      if (status === undefined || length === undefined || end === -1) return
      if (text.length >= end + 4 + Number(length)) resolve({ status: Number(status), text: text.slice(end + 4) })
    })
    for (const part of parts) socket.write(part)
  })
}

/** The head of a POST that says nothing of its length unless a header does. */
export function head(path: string, ...headers: readonly string[]): string {
  return [`POST ${path} HTTP/1.1`, 'Host: shop.example', ...headers, '', ''].join('\r\n')
}
