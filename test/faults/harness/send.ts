import { Agent, request } from 'node:http'

/** What came of a push: a status, or nothing. */
export type Sent = number | 'unanswered'

/** Sends pushes to an application over keep-alive connections. */
export class Sender {
  readonly #agent: Agent
  /** ms after which nobody waits for an answer any more. */
  patience: number

  constructor(connections: number, patience = 30_000) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' })
    this.patience = patience
  }

  /** The status is what counts: once it has come the service takes the push for accepted. */
  send(port: number, path: string, body: string): Promise<Sent> {
    return new Promise((resolve) => {
      const outgoing = request(
        {
          port,
          host: '127.0.0.1',
          path,
          method: 'POST',
          agent: this.#agent,
          headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
          timeout: this.patience,
        },
        (response) => {
          resolve(response.statusCode ?? 'unanswered')
          response.on('error', () => undefined)
          response.resume()
        },
      )
      outgoing.on('timeout', () => outgoing.destroy())
      outgoing.on('error', () => resolve('unanswered'))
      outgoing.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
