// The simulator, with records of identifiers that tests know, in any status and order; and before it a script for what no
// service tells by itself: other currencies, missing fields, records about nobody, answers that are kept back. What customers
// do is `openSimulatedShop` in `shop.ts`.
import type { ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import type { MerchantClient, MerchantClientOptions } from '../../src/client/index.ts'
import { isRecord } from '../../src/pushes/reading/json.ts'
import { createSimulator, type Simulator } from '../../src/simulator/index.ts'
import { type Answer, type Received, type Reply, startService } from '../client/stub-service.ts'
import { keepBill, keepRecord } from './kept-records.ts'

/** A service that creates invoices, and knows of payments what a test tells it. */
export interface PayingService {
  readonly received: Received[]
  /** The questions that came, without their path. */
  readonly questions: () => readonly URLSearchParams[]
  /** What came to create an invoice of a reference, the last time. */
  invoiceOf(reference: string): unknown
  /** What the service knows from now on of a reference: a status word, and whatever else its record has. */
  know(reference: string, status: string, fields?: Fields): void
  /** What is answered in place of everything that is known; undefined to answer by that again. */
  answerWith(reply: Reply | undefined): void
  /** Keeps the next answer back; the result gives it, as things stand then. */
  holdNext(): () => void
  client(options?: Partial<MerchantClientOptions>): MerchantClient
}

type Fields = Readonly<Record<string, unknown>>

/** Starts it on a free port, and ends it with the test. */
export async function payingService(): Promise<PayingService> {
  const script = await startService()
  let last = Promise.resolve()
  let started: Promise<Simulator> | undefined
  // Most of what it takes is to start it: many tests ask nobody.
  const simulator = () => {
    started ??= createSimulator({ ...credentials, money: { sameReference: 'same', feeRate: 0.0196 } })
    return started
  }
  onTestFinished(async () => {
    await script.close()
    await last
    await (await started)?.close()
  })
  /** What records say otherwise, by their TransactionId. */
  const otherwise = new Map<string, Fields>()
  let own: Reply | undefined
  let hold: ((answer: () => void) => void) | undefined
  // What is known from now on counts for no answer that was due before.
  const inTurn = (act: () => void | Promise<void>): void => {
    last = last.then(act)
  }
  script.answer((response) => {
    const asked = script.received.at(-1)
    const reply = own
    if (asked === undefined) return
    if (typeof reply === 'function') {
      reply(response)
      return
    }
    const answer = () => inTurn(async () => send(response, reply ?? (await ask(await simulator(), asked, otherwise))))
    const held = hold
    hold = undefined
    if (held === undefined) answer()
    else held(answer)
  })
  return {
    received: script.received,
    questions: () => script.received.filter(isQuestion).map(({ url }) => new URL(url, script.baseUrl).searchParams),
    invoiceOf: (reference) =>
      script.received.findLast(({ body }) => isRecord(body) && body.clientReference === reference)?.body,
    know(reference, status, fields = {}) {
      inTurn(async () => void otherwise.set(keepRecord(await simulator(), reference, status, fields), fields))
    },
    answerWith(reply) {
      own = reply
    },
    holdNext() {
      let answer: (() => void) | undefined
      hold = (held) => {
        answer = held
      }
      return () => answer?.()
    },
    client: (options) => script.client({ retries: 0, ...options }),
  }
}

/** Nothing can be asked. */
export const down: Reply = { status: 503, body: {} }

/** No answer at all. */
export const silence: Reply = () => undefined

const credentials = { apiId: 'the-id', apiKey: 'the-secret-key', merchantAccountNumber: '11684' }

const isQuestion = ({ method }: Received) => method === 'GET'

/** What the simulator answers, with what records say otherwise. */
async function ask(
  sim: Simulator,
  { method, url, headers, body }: Received,
  otherwise: ReadonlyMap<string, Fields>,
): Promise<Answer> {
  if (isRecord(body)) keepBill(sim, String(body.clientReference))
  const { authorization = '' } = headers
  const response = await fetch(sim.url + url, {
    method,
    headers: { authorization },
    ...(isRecord(body) && { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (isRecord(answer) && Array.isArray(answer.Data)) {
    const Data = answer.Data.map((one) => ({ ...one, ...otherwise.get(one.TransactionId) }))
    return { status: response.status, body: { ...answer, Data } }
  }
  return { status: response.status, body: answer }
}

function send(response: ServerResponse, { status = 200, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
