import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { HandledPayment } from '../../simulator/checkout/ledger/handled.ts'
import type { NotificationWork } from '../../simulator/checkout/ledger/work.ts'
import type { Answer, Asked, Listening, Told } from './wire.ts'

/** Who hears of the processes of an application. */
export interface Hears {
  /** One has begun. */
  readonly begins: () => void
  /** One listens. */
  readonly listens: (told: Listening) => void
  /** The one that listened, or was about to, is gone. */
  readonly gone: () => void
}

/** Where the processes of the application speak to `dev`: on this machine alone, and only those that have the token. */
export class Exchange {
  readonly #token = randomBytes(24).toString('hex')
  readonly #server: Server
  readonly #hears: Hears
  readonly #sockets = new Set<Socket>()
  readonly #asked = new Map<number, PromiseWithResolvers<Omit<Answer, 'id'>>>()
  /** The process that spoke last. */
  #current: Socket | undefined
  #questions = 0

  constructor(hears: Hears) {
    this.#hears = hears
    this.#server = createServer((socket) => this.#take(socket))
  }

  /** @returns what the processes find it by */
  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    return `${typeof address === 'object' ? address?.port : ''}:${this.#token}`
  }

  /** The payments that the application received since then, epoch ms, and handled; undefined where none is there. */
  async handled(since: number): Promise<readonly HandledPayment[] | undefined> {
    return (await this.#ask({ since }))?.payments
  }

  /** What became of a notification; undefined where nobody knows. */
  async work(entryId: string): Promise<NotificationWork | undefined> {
    return (await this.#ask({ entryId }))?.work
  }

  async #ask(asked: Asked): Promise<Omit<Answer, 'id'> | undefined> {
    const socket = this.#current
    if (socket === undefined) return undefined
    this.#questions += 1
    const id = this.#questions
    const answer = Promise.withResolvers<Omit<Answer, 'id'>>()
    this.#asked.set(id, answer)
    socket.write(`${JSON.stringify({ id, ...asked })}\n`)
    return answer.promise.finally(() => this.#asked.delete(id))
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #take(socket: Socket): void {
    this.#sockets.add(socket)
    // It closes: that is told.
    socket.on('error', () => undefined)
    socket.once('close', () => this.#leave(socket))
    let isKnown = false
    createInterface({ input: socket }).on('line', (line) => {
      if (isKnown) return this.#hear(JSON.parse(line))
      isKnown = this.#isOurs(line)
      if (!isKnown) return socket.destroy()
      this.#current = socket
      this.#hears.begins()
    })
  }

  #hear(told: Told): void {
    if ('url' in told) this.#hears.listens(told)
    else this.#asked.get(told.id)?.resolve(told)
  }

  #leave(socket: Socket): void {
    this.#sockets.delete(socket)
    if (this.#current !== socket) return
    this.#current = undefined
    for (const { resolve } of this.#asked.values()) resolve({ payments: [] })
    this.#hears.gone()
  }

  #isOurs(line: string): boolean {
    const [given, expected] = [Buffer.from(line), Buffer.from(JSON.stringify({ token: this.#token }))]
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
}
