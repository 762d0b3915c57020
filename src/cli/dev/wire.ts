import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Kind } from '../../pushes/kinds.ts'
import type { HandledPayment } from '../../simulator/checkout/ledger/handled.ts'
import type { NotificationWork } from '../../simulator/checkout/ledger/work.ts'

/** What the process of an application tells `dev`: where it listens, what it has just handled, or an answer. */
export type Told = Listening | Handled | Answer

/** A payment that was handled at this moment: the process may end before anybody asks it. */
export interface Handled {
  readonly handled: ReceivedPayment
}

/** A payment that was handled. */
export interface ReceivedPayment {
  /** When its notice came, epoch ms. */
  readonly at: number
  readonly payment: HandledPayment
}

export interface Listening {
  /** Where it is reached on this machine. */
  readonly url: string
  /** Where it receives each kind: addresses, or paths. */
  readonly urls: readonly { readonly kind: Kind; readonly url: string }[]
}

/** The payments that it handled, or what became of a notification. Without a part that isn't known. */
export interface Answer {
  readonly id: number
  readonly payments?: readonly HandledPayment[] | undefined
  readonly work?: NotificationWork | undefined
}

/** What `dev` asks it. */
export type Question = { readonly id: number } & Asked

/** The payments that it received since then, epoch ms, and handled; or what became of an entry of its inbox. */
export type Asked = { readonly since: number } | { readonly entryId: string }

/** Where `dev` listens to the processes that it started: `<port>:<token>`. */
export const wireVariable = 'MERCHANT_DEV_WIRE'

/** Where an application that doesn't listen by itself does, each time that it starts. */
export const portVariable = 'MERCHANT_DEV_PORT'

/** A process of an application, as it speaks to `dev`. */
export interface Wire {
  send(told: Told): void
  onQuestion(answer: (question: Question) => void): void
  /** When `dev` is gone. */
  onEnd(listener: () => void): void
}

let opened: Wire | undefined

/** The wire of this process to `dev`; undefined where `dev` did not start it. It keeps no process alive. */
export function openWire(): Wire | undefined {
  const [, port, token] = /^(\d+):(\w+)$/.exec(process.env[wireVariable] ?? '') ?? []
  if (port === undefined || token === undefined) return undefined
  opened ??= wireOf(connect(Number(port), '127.0.0.1'), token)
  return opened
}

function wireOf(socket: Socket, token: string): Wire {
  socket.unref()
  socket.write(`${JSON.stringify({ token })}\n`)
  const lines = createInterface({ input: socket })
  // It ends: `close` follows.
  for (const one of [socket, lines]) one.on('error', () => undefined)
  return {
    send: (told) => void socket.write(`${JSON.stringify(told)}\n`),
    onQuestion: (answer) => void lines.on('line', (line) => answer(JSON.parse(line))),
    onEnd: (listener) => void socket.once('close', listener),
  }
}
