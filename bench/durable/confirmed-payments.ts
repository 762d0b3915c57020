import { Type } from '@sinclair/typebox'
import { runLoad } from '../load/run-load.ts'
import { type SignedPayment, SignedRequest } from '../load/signed-request.ts'
import type { Progress } from '../measure.ts'
import { ServerProcess } from '../server-process.ts'
import { sessionDigits } from '../workloads.ts'
import { compareRounds, type DurableResult, rowOf } from './result.ts'
import { withScratch } from './scratch.ts'
import type { DurableSettings } from './settings.ts'

const told = Type.Object({
  cpu: Type.Number(),
  busy: Type.Number(),
  idle: Type.Number(),
  memory: Type.Number(),
  /** Payments that their handler was told of as it should be. */
  delivered: Type.Number(),
})

/** Callbacks that are signed, expected and confirmed, against the same callbacks taken as they come. */
export function measureConfirmed(
  settings: DurableSettings,
  progress: Progress,
  signal: AbortSignal,
): Promise<DurableResult> {
  return withScratch(async (folder) => {
    const plain = new Peer('plain callbacks', [`--sqlite=${folder}/plain.db`])
    const confirmed = new Peer('signed, expected, confirmed', [`--sqlite=${folder}/confirmed.db`, '--confirmed'])
    const peers = [plain, confirmed]
    try {
      for (const peer of peers) await peer.start(signal)
      for (const peer of peers) {
        progress(`confirmed payments: ${peer.label} warm up`)
        // The first finds out how many payments a second are to be created; the second is as long as the short form needs, too.
        for (const seconds of [0.5, Math.max(1, settings.seconds)]) await peer.load({ ...settings, seconds }, signal)
      }
      for (const peer of peers) peer.rounds.length = 0
      // Rounds lie far apart: a median of three says little.
      const rounds = Math.max(leastRounds, settings.rounds)
      for (let round = 1; round <= rounds; round++) {
        for (const peer of peers) {
          progress(`confirmed payments: round ${round} of ${rounds}, ${peer.label}`)
          await peer.load(settings, signal)
        }
      }
      const target = { bound: 'at least', limit: 0.7 } as const
      const figures = (peer: Peer, name: string) => peer.rounds.map((round) => round[name] ?? Number.NaN)
      return {
        name: 'durable-confirmed',
        title: 'Checkout callbacks, SQLite',
        rows: peers.map(({ label, rounds }) => rowOf(label, rounds)),
        targets: ['accepted/s', 'done/s'].map((name) =>
          compareRounds({ ...target, what: `${name}, of plain` }, figures(confirmed, name), figures(plain, name)),
        ),
      }
    } finally {
      await Promise.all(peers.map((peer) => peer.stop()))
    }
  })
}

/** A server, and what it came to in each round. */
class Peer {
  readonly label: string
  readonly rounds: Record<string, number>[] = []
  readonly #args: readonly string[]
  #server: ServerProcess | undefined
  /** Payments that are created for a second of load. Where they are too few the round is shorter. */
  #rate = 8_000

  constructor(label: string, args: readonly string[]) {
    this.label = label
    this.#args = args
  }

  async start(signal: AbortSignal): Promise<void> {
    this.#server = await ServerProcess.start('payments.ts', this.#args, signal)
  }

  /** As many callbacks as it answers, each of a payment of its own. */
  async load({ connections, seconds }: DurableSettings, signal: AbortSignal): Promise<void> {
    const server = this.#server
    if (server === undefined) throw new Error('a server was used before its start')
    const next = await prepared(server, Math.ceil(this.#rate * seconds) + connections, signal)
    const before = await server.ask(told, signal)
    const { port } = server
    const loaded = await runLoad(
      {
        port,
        path: server.pathOf('checkout'),
        workload: { steps: [callback] },
        expected: [{ ending: '{"status":"received"}', namesSession: false }],
        connections,
        seconds,
        between: 'sleeps',
        requestOf: (step, atPort, path) => new SignedRequest(step.body, atPort, path, next),
      },
      signal,
    )
    const after = await server.ask(told, signal)
    this.#rate = Math.max(4_000, (1.5 * loaded.turns) / loaded.seconds)
    this.rounds.push({
      'accepted/s': loaded.turns / loaded.seconds,
      'done/s': (after.delivered - before.delivered) / loaded.seconds,
      'CPU µs': (after.cpu - before.cpu) / loaded.turns,
      'p50 ms': loaded.p50,
      'p99 ms': loaded.p99,
      MB: after.memory / 2 ** 20,
    })
  }

  async stop(): Promise<void> {
    await this.#server?.stop()
  }
}

const leastRounds = 5

let last = 0

/** Creates so many payments, and gives one after the other. */
async function prepared(
  server: ServerProcess,
  count: number,
  signal: AbortSignal,
): Promise<() => SignedPayment | undefined> {
  const all = Array.from({ length: count }, () => String(++last).padStart(sessionDigits.length, '0'))
  const references = all.map((digits) => `order-${digits}`)
  const queries = await server.ask(Type.Array(Type.String()), signal, references)
  let place = 0
  return () => {
    const at = place++
    const [digits, query] = [all[at], queries[at]]
    return digits === undefined || query === undefined ? undefined : { digits, query }
  }
}

const callback = {
  body: {
    ResponseCode: '0000',
    Status: 'Success',
    Data: {
      CheckoutId: `c-order-${sessionDigits}`,
      SalesInvoiceId: '156b3fe470a7fe3f4c6499eeeb867bb1',
      ClientReference: `order-${sessionDigits}`,
      Status: 'Success',
      Amount: 19.99,
      CustomerPhoneNumber: '+233000000000',
      PaymentDetails: { MobileMoneyNumber: '+233000000000', PaymentType: 'MobileMoney' },
      Description: 'The payment was made',
    },
  },
  answer: { status: 'received' },
}
