import type { Random } from './random.ts'

/** A notification to be pushed. */
export interface Push {
  /** Names it: its lane, its place in the lane, and `!` where its handler fails at first. */
  readonly key: string
  readonly lane: string
  /** Its place in the lane, from 1. */
  readonly place: number
  readonly path: string
  readonly body: string
}

/** What a key says. */
export function readKey(key: string): {
  readonly lane: string
  readonly place: number
  readonly failsAtFirst: boolean
} {
  const [lane = '', place = ''] = key.split('#')
  return { lane, place: Number.parseInt(place, 10), failsAtFirst: key.includes('!') }
}

/** What a lane carries. */
export type LaneKind =
  /** Messages of one subscriber: as many as there are. */
  | 'messages'
  /** What is told of one payment, again and again: each says something else. */
  | 'payment'
  /** Payments of one callback each, every one in a lane of its own. */
  | 'payments'

/** Makes the pushes of a lane, one after the other. */
export class Lane {
  readonly #name: string
  readonly #kind: LaneKind
  readonly #random: Random
  readonly #padding: string
  #place = 0

  constructor(name: string, kind: LaneKind, random: Random, padding = '') {
    this.#name = name
    this.#kind = kind
    this.#random = random
    this.#padding = padding
  }

  next(): Push {
    this.#place += 1
    const place = this.#place
    const lane = this.#kind === 'payments' ? `${this.#name}.${place}` : this.#name
    const key = `${lane}#${place}${this.#random.chance(failShare) ? '!' : ''}`
    const [path, body] = this.#kind === 'messages' ? message(lane, key) : checkout(lane, key, this.#kind)
    return { key, lane, place, path, body: JSON.stringify({ ...body, Padding: this.#padding }) }
  }
}

const failShare = 0.05

function message(lane: string, key: string): [path: string, body: object] {
  const body = {
    from: '+233000000000',
    to: lane,
    fulltext: key,
    keyword: 'order',
    text: key,
    account: 'shop',
    campaign: 'faults',
    date: '2026-11-20 10:00',
    network: '62001',
  }
  return ['/push/inbound-message', body]
}

/** Code 0005 is undetermined, whose identity is its whole content; a paid one is its checkout id and outcome. */
function checkout(lane: string, key: string, kind: 'payment' | 'payments'): [path: string, body: object] {
  const body = {
    ResponseCode: kind === 'payments' ? '0000' : '0005',
    Status: kind === 'payments' ? 'Success' : 'Pending',
    Data: {
      CheckoutId: lane,
      SalesInvoiceId: lane,
      ClientReference: lane,
      Status: kind === 'payments' ? 'Success' : 'Pending',
      Amount: 5,
      CustomerPhoneNumber: '+233000000000',
      PaymentDetails: { MobileMoneyNumber: '+233000000000', PaymentType: 'MobileMoney' },
      Description: key,
    },
  }
  return ['/push/checkout', body]
}
