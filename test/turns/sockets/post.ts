import { type Agent, type ClientRequest, request } from 'node:http'
import { type PushBody, pushBody } from './push-body.ts'

/** What came back for a push. */
export interface Answer {
  readonly status: number
  readonly body: string
  /** ms from the sending of the push to the last byte of the answer. */
  readonly ms: number
}

/** Pushes a turn over a socket as the service does. */
export function post(port: number, push: Partial<PushBody>, agent?: Agent): Promise<Answer> {
  const body = JSON.stringify(pushBody(push))
  return new Promise((resolve, reject) => {
    const sentAt = performance.now()
    const sent = open(port, Buffer.byteLength(body), agent)
    sent.on('error', reject)
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('error', reject)
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: text, ms: performance.now() - sentAt })
      })
    })
    sent.end(body)
  })
}

/** A push whose body is still to be sent. */
export function open(port: number, length: number, agent?: Agent): ClientRequest {
  return request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/ussd',
    headers: { 'content-type': 'application/json', 'content-length': length },
    ...(agent === undefined ? {} : { agent }),
  })
}

/** The reply in an answer. @throws SyntaxError where it is no JSON */
export function replyOf({ body }: Answer): { readonly Type?: unknown; readonly Message?: unknown } {
  const reply: unknown = JSON.parse(body)
  return typeof reply === 'object' && reply !== null ? reply : {}
}
