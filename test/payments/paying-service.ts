// A stub, where the simulator tells no such thing: records of payments that nobody made, in any currency, status and order, of
// identifiers that a forger knows, and answers that are kept back. What customers do is `openSimulatedShop` in `shop.ts`.
import { onTestFinished } from 'vitest'
import type { MerchantClient, MerchantClientOptions } from '../../src/client/index.ts'
import { isRecord } from '../../src/pushes/reading/json.ts'
import { type Answer, type Received, type Reply, startService } from '../client/stub-service.ts'
import { record } from '../client/transactions.ts'

/** A service that creates invoices, and knows of payments what a test tells it. */
export interface PayingService {
  readonly received: Received[]
  /** The questions that came, without their path. */
  readonly questions: () => readonly URLSearchParams[]
  /** What came to create an invoice of a reference, the last time. */
  invoiceOf(reference: string): unknown
  /** What the service knows from now on of a reference: a status word, and whatever else its record has. */
  know(reference: string, status: string, fields?: Readonly<Record<string, unknown>>): void
  /** What is answered in place of everything that is known; undefined to answer by that again. */
  answerWith(reply: Reply | undefined): void
  /** Keeps the next answer back; the result gives it, as things stand then. */
  holdNext(): () => void
  client(options?: Partial<MerchantClientOptions>): MerchantClient
}

/** Starts it on a free port, and ends it with the test. */
export async function payingService(): Promise<PayingService> {
  const stub = await startService()
  onTestFinished(() => stub.close())
  const records = new Map<string, Readonly<Record<string, unknown>>>()
  let own: Reply | undefined
  let hold: ((answer: () => void) => void) | undefined
  stub.answer((response) => {
    const asked = stub.received.at(-1)
    const reply = own
    if (typeof reply === 'function') {
      reply(response)
      return
    }
    const answer = () => {
      const known: Answer = { body: asked === undefined ? {} : answerTo(asked, [...records.values()]) }
      const { status = 200, body } = reply ?? known
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const held = hold
    hold = undefined
    if (held === undefined) answer()
    else held(answer)
  })
  return {
    received: stub.received,
    questions: () => stub.received.filter(isQuestion).map(({ url }) => new URL(url, stub.baseUrl).searchParams),
    invoiceOf: (reference) =>
      stub.received.findLast(({ body }) => isRecord(body) && body.clientReference === reference)?.body,
    know(reference, status, fields = {}) {
      const usual = { ...record, ClientReference: reference, TransactionId: `t-${reference}`, TransactionCycle: [] }
      records.set(reference, { ...usual, InvoiceToken: tokenOf(reference), TransactionStatus: status, ...fields })
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
    client: (options) => stub.client({ retries: 0, ...options }),
  }
}

/** What the service calls the invoice of a reference. */
export function tokenOf(reference: string): string {
  return `invoice-${reference}`
}

/** Nothing can be asked. */
export const down: Reply = { status: 503, body: {} }

/** No answer at all. */
export const silence: Reply = () => undefined

/** It takes its identifiers in any spelling. */
const fold = (identifier: string) => identifier.replaceAll('-', '').toLowerCase()

const isQuestion = ({ method }: Received) => method === 'GET'

function answerTo({ method, url, body }: Received, records: readonly Readonly<Record<string, unknown>>[]): unknown {
  if (method !== 'GET') return created(body)
  const query = new URL(url, 'http://service').searchParams
  const fits = (name: string, field: string) => (one: Readonly<Record<string, unknown>>) =>
    query.has(name) && fold(`${one[field]}`) === fold(`${query.get(name)}`)
  const found = records.filter(
    (one) =>
      fits('ClientReference', 'ClientReference')(one) ||
      fits('CheckoutId', 'InvoiceToken')(one) ||
      fits('CheckoutId', 'CheckoutId')(one) ||
      fits('serviceTransactionId', 'TransactionId')(one) ||
      fits('networkTransactionId', 'NetworkTransactionId')(one),
  )
  return { ResponseCode: '0000', Data: found }
}

function created(body: unknown): unknown {
  const { clientReference } = Object.assign({ clientReference: '' }, body)
  const checkoutUrl = `https://pay.example/${clientReference}`
  return {
    responseCode: '0000',
    status: 'Success',
    data: { checkoutUrl, checkoutId: tokenOf(clientReference), clientReference, message: '' },
  }
}
