import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../random.ts'
import type { PaymentHistory } from './history.ts'
import type { Times } from './plan.ts'
import { bookOf, isYoung, recordOfSale, writeRecord } from './status-answer.ts'

/** Who may call the service. */
export interface ServiceKeys {
  readonly apiId: string
  readonly apiKey: string
}

/** How often it was called. */
export interface ServiceCounts {
  invoices: number
  asks: number
  /** Asks that got no answer, or none that says anything. */
  poor: number
}

/**
 * The service on a real port: it creates invoices and says what became of payments, often enough late, wrapped up, in
 * another shape, or not at all. It knows the truth, and writes down all that it says.
 */
export class PaymentService {
  readonly counts: ServiceCounts = { invoices: 0, asks: 0, poor: 0 }
  readonly #server: Server
  readonly #random: Random
  readonly #keys: ServiceKeys
  readonly #times: Times
  readonly #payments = new Map<string, PaymentHistory>()
  readonly #references = new Map<string, string>()
  readonly #callbackUrls = new Map<string, string>()
  /** When each money came that is no checkout's, epoch ms. */
  readonly #moneys = new Map<string, number>()

  static async open(keys: ServiceKeys, times: Times, random: Random): Promise<PaymentService> {
    const server = createServer()
    const service = new PaymentService(server, keys, times, random)
    server.on('request', (request, response) => {
      service.#answer(request, response).catch(() => response.destroy())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return service
  }

  private constructor(server: Server, keys: ServiceKeys, times: Times, random: Random) {
    this.#server = server
    this.#keys = keys
    this.#times = times
    this.#random = random
  }

  get url(): string {
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }

  /** Invoices of this reference are part of its history. */
  know(history: PaymentHistory): void {
    this.#payments.set(history.plan.reference, history)
  }

  /** Somebody has paid by USSD, under this TransactionId. */
  take(money: string): void {
    this.#moneys.set(money, Date.now())
  }

  /** The address that an invoice was created with. */
  callbackUrlOf(checkoutId: string): string | undefined {
    return this.#callbackUrls.get(checkoutId)
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { authorization } = request.headers
    const expected = `Basic ${Buffer.from(`${this.#keys.apiId}:${this.#keys.apiKey}`).toString('base64')}`
    if (authorization !== expected) return send(response, 401, { message: 'Unauthorized' })
    const { pathname, searchParams } = new URL(request.url ?? '', this.url)
    if (request.method === 'POST' && pathname === '/checkout') return this.#create(request, response)
    if (request.method === 'GET' && pathname === '/status') return this.#tell(searchParams, response, authorization)
    return send(response, 404, {})
  }

  /** Reference 4.1. */
  async #create(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const invoice: { clientReference: string; callbackUrl: string } = JSON.parse(await textOf(request))
    const ails = this.#random.next()
    const history = this.#payments.get(invoice.clientReference)
    if (history !== undefined) history.creations += 1
    if (ails < 0.02) return send(response, 500, { message: 'try again' })
    this.counts.invoices += 1
    const checkoutId = `c0ffee${String(this.counts.invoices).padStart(26, '0')}`
    this.#callbackUrls.set(checkoutId, invoice.callbackUrl)
    this.#references.set(checkoutId, invoice.clientReference)
    history?.checkoutIds.push(checkoutId)
    // It was created, and nobody hears of that.
    if (ails < 0.04) {
      response.destroy()
      return
    }
    if (ails < 0.08) await sleep(this.#random.between(50, 400))
    return send(response, 200, {
      responseCode: '0000',
      status: 'Success',
      data: {
        checkoutUrl: `https://pay.example/${checkoutId}`,
        checkoutId,
        clientReference: invoice.clientReference,
        message: '',
        checkoutDirectUrl: `https://pay.example/${checkoutId}/direct`,
      },
    })
  }

  /** Reference 4.2. */
  async #tell(query: URLSearchParams, response: ServerResponse, authorization: string): Promise<void> {
    this.counts.asks += 1
    const ails = this.#random.next()
    const money = query.get('serviceTransactionId') ?? ''
    const cameAt = this.#moneys.get(money)
    if (cameAt !== undefined) {
      if (ails < unansweredShare) return this.#tellNothing(ails, response, authorization)
      if (ails < 0.4) await sleep(this.#random.between(0, 60))
      return send(response, 200, { ResponseCode: '0000', Data: [recordOfSale(money, cameAt)] })
    }
    const history = this.#find(query)
    // Where the last question before it is given up has no answer a payment is given up, as it should be.
    const young = history === undefined || isYoung(history, this.#times, Date.now())
    if (young && ails < unansweredShare) {
      this.counts.poor += 1
      return this.#tellNothing(ails, response, authorization)
    }
    if (ails < 0.2) await sleep(this.#random.between(100, 700))
    const now = Date.now()
    const says = history === undefined ? undefined : bookOf(history, now)
    if (history === undefined || says === undefined) return send(response, 200, { ResponseCode: '0000', Data: [] })
    if (young && ails > 0.97) {
      this.counts.poor += 1
      return send(response, 200, { ResponseCode: '0000', Data: ails > 0.985 ? [] : null })
    }
    const { record, answered } = writeRecord(history, says, young, this.#random)
    if (young && ails > 0.96) {
      // A record that contradicts itself says nothing.
      this.counts.poor += 1
      return send(response, 200, { ResponseCode: '0000', Data: [contradicting(record, says)] })
    }
    history.answers.push({ at: now, ...answered })
    const others = ails < 0.25 ? this.#recordOfAnother(history) : []
    const isShort = 'status' in record && others.length === 0
    return isShort
      ? send(response, 200, { message: 'Successful', responseCode: '0000', data: record })
      : send(response, 200, { ResponseCode: '0000', Data: [...others, record] })
  }

  #tellNothing(ails: number, response: ServerResponse, authorization: string): void {
    if (ails < 0.03) send(response, 500, { message: `cannot serve ${authorization} now` })
    else if (ails < 0.05) sendText(response, 502, '<html>Bad gateway</html>')
    else if (ails < 0.065) response.destroy()
    else if (ails < 0.075) send(response, 401, { message: `who is ${authorization}?` })
    else if (ails < 0.085) sendText(response, 200, '{"ResponseCode":"0000","Da')
    // And else nobody ever answers.
  }

  /** By the reference; now and then only where the CheckoutId beside it is of the same payment. */
  #find(query: URLSearchParams): PaymentHistory | undefined {
    const reference = query.get('ClientReference')
    const checkoutId = query.get('CheckoutId')
    const byId = checkoutId === null ? undefined : this.#payments.get(this.#references.get(checkoutId) ?? '')
    if (reference === null) return byId
    const byReference = this.#payments.get(reference)
    return checkoutId !== null && byId !== byReference && this.#random.chance(0.3) ? undefined : byReference
  }

  #recordOfAnother(history: PaymentHistory): object[] {
    const all = [...this.#payments.values()]
    const other = all[this.#random.between(0, all.length - 1)]
    const says = other === undefined ? undefined : bookOf(other, Date.now())
    if (other === undefined || other === history || says === undefined) return []
    return [writeRecord(other, says, true, this.#random).record]
  }
}

const unansweredShare = 0.1

/** The same record, but for what it says. Money that went back is news whatever its words say, so it tells of none. */
function contradicting(record: object, says: string): object {
  const word = says === 'pending' ? 'Paid' : 'Pending'
  return { ...record, ...('status' in record ? { Status: word } : { transactionStatus: word, TotalAmountRefunded: 0 }) }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}

function send(response: ServerResponse, status: number, body: object): void {
  sendText(response, status, JSON.stringify(body))
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}
