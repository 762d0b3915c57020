import { request } from 'node:http'
import type { Simulator } from '../../../src/simulator/index.ts'

/** What came back. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** A request with headers as they are: fetch would write Host and Origin its own way. */
export function send(
  sim: Simulator,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(sim.url + path, { method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

/** Shows something. */
export async function get(sim: Simulator, path: string) {
  const response = await fetch(`${sim.url}/_simulator${path}`)
  return { status: response.status, body: JSON.parse(await response.text()) }
}

/** Does something. */
export async function post(sim: Simulator, path: string, body: unknown = {}) {
  const response = await fetch(`${sim.url}/_simulator${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}
