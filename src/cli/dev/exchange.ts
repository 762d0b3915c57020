import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { HandledPayment } from '../../simulator/checkout/ledger/handled.ts'
import type { NotificationWork } from '../../simulator/checkout/ledger/work.ts'
import type { Answer, Asked, Listening, ReceivedPayment, Told } from './wire.ts'

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
  readonly #asked = new Map<number, (answer: Omit<Answer, 'id'> | undefined) => void>()
  /** The process that spoke last. */
  #current: Socket | undefined
  /** That process, once it listens: before, it answers nothing. */
  #answering: Socket | undefined
  #questions = 0
  /** The payments that each process has told of: one that starts again with an inbox in memory no longer knows them. */
  readonly #handled = new Map<string, ReceivedPayment>()
  #isHandledKnown = false

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

  /**
   * The payments that the application received since then, epoch ms, and handled, before a restart too. Undefined where it
   * never said anything.
   */
  async handled(since: number): Promise<readonly HandledPayment[] | undefined> {
    const told = (await this.#ask({ since }))?.payments
    for (const payment of told ?? []) this.#keep({ at: since, payment })
    this.#isHandledKnown ||= told !== undefined
    const received = [...this.#handled.values()].filter(({ at }) => at >= since)
    return this.#isHandledKnown ? received.map(({ payment }) => payment) : undefined
  }

  /** What became of a notification; undefined where nobody knows. */
  async work(entryId: string): Promise<NotificationWork | undefined> {
    return (await this.#ask({ entryId }))?.work
  }

  /** Asks the process that listens: undefined where there is none, it ends, or it is stopped at a breakpoint. */
  async #ask(asked: Asked): Promise<Omit<Answer, 'id'> | undefined> {
    const socket = this.#answering
    if (socket === undefined) return undefined
    this.#questions += 1
    const id = this.#questions
    const { promise, resolve } = Promise.withResolvers<Omit<Answer, 'id'> | undefined>()
    const giveUp = (): void => resolve(undefined)
    const late = setTimeout(giveUp, patience)
    socket.once('close', giveUp)
    this.#asked.set(id, resolve)
    socket.write(`${JSON.stringify({ id, ...asked })}\n`)
    return promise.finally(() => {
      clearTimeout(late)
      socket.off('close', giveUp)
      this.#asked.delete(id)
    })
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #take(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#leave(socket))
    let isKnown = false
    const lines = createInterface({ input: socket })
    // It closes: that is told. The reader of its lines says the same error, and unheard it would end `dev`.
    for (const one of [socket, lines]) one.on('error', () => undefined)
    lines.on('line', (line) => {
      if (isKnown) return this.#hear(socket, JSON.parse(line))
      isKnown = this.#isOurs(line)
      if (!isKnown) return socket.destroy()
      this.#current = socket
      this.#answering = undefined
      this.#hears.begins()
    })
  }

  /** Of two that say the same the later one counts: it may be the one after a reset. */
  #keep({ at, payment }: ReceivedPayment): void {
    this.#isHandledKnown = true
    const key = JSON.stringify(payment)
    this.#handled.set(key, { at: Math.max(at, this.#handled.get(key)?.at ?? 0), payment })
  }

  #hear(socket: Socket, told: Told): void {
    if ('url' in told) {
      if (socket === this.#current) this.#answering = socket
      this.#hears.listens(told)
    } else if ('handled' in told) this.#keep(told.handled)
    else this.#asked.get(told.id)?.(told)
  }

  #leave(socket: Socket): void {
    this.#sockets.delete(socket)
    if (this.#current !== socket) return
    this.#current = undefined
    this.#answering = undefined
    this.#hears.gone()
  }

  #isOurs(line: string): boolean {
    const [given, expected] = [Buffer.from(line), Buffer.from(JSON.stringify({ token: this.#token }))]
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
}

// ms. The page waits no longer for the ledger.
const patience = 1_000
