import Fastify, { type FastifyInstance } from 'fastify'
import { conversation } from '../../../src/conversation/conversation.ts'
import { date, decimal, email, phone, text, whole } from '../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../../src/index.ts'
import { fill, hostileTexts } from '../hostile-texts.ts'
import type { WorstCase } from '../worst-case.ts'

/** An application that takes everything, whatever its length. */
async function application(): Promise<FastifyInstance> {
  const app = Fastify({ routerOptions: { maxParamLength: 4_000_000 } })
  await app.register(merchantWebhooks, {
    verify: 'none',
    bodyLimit: 16_000_000,
    secret: 'a secret of this test',
    publicUrl: 'https://shop.example',
    store: memoryStore(),
    payment: () => undefined,
    deliveryReport: () => undefined,
    inboundMessage: () => undefined,
    ussd: conversation(async (talk) => {
      const limits = { tries: 1000 }
      await talk.ask('Name?', text(limits))
      await talk.ask('How many?', whole(limits))
      await talk.ask('How much?', decimal(limits))
      await talk.ask('Phone?', phone(limits))
      await talk.ask('Mail?', email(limits))
      await talk.ask('When?', date(limits))
      for (let asked = 0; ; asked++) await talk.ask(`And ${asked}?`, text(limits))
    }),
    programmable: (push, turn) => turn.prompt(push.message.slice(0, 100), { state: push.message.slice(0, 1000) }),
  })
  await app.ready()
  return app
}

let shared: Promise<FastifyInstance> | undefined
let sessions = 0

/** Sends a request to the one application of these cases. */
async function send(method: 'GET' | 'POST', url: string, payload?: object): Promise<unknown> {
  shared ??= application()
  const app = await shared
  const { statusCode } = await app.inject({ method, url, ...(payload === undefined ? {} : { payload }) })
  if (statusCode >= 500) throw new Error(`${method} ${url.slice(0, 80)} was answered with ${statusCode}`)
  return statusCode
}

const push = (Message: string, more: object = {}) => ({
  SessionId: `s${sessions++}`,
  Mobile: '+233000000000',
  ServiceCode: '714',
  Type: 'Initiation',
  Operator: 'a',
  Sequence: 1,
  Message,
  ...more,
})

/** By what is sent: each gives the request of one text. */
const requests: Readonly<Record<string, (given: string) => () => Promise<unknown>>> = {
  'dialled answers of a conversation': (given) => {
    const body = push(`*714${given.startsWith('*') ? '' : '*'}${given}`)
    return () => send('POST', '/ussd', body)
  },
  'answer in a conversation': (given) => {
    const first = push('*714#')
    const second = { ...first, Type: 'Response', Sequence: 2, Message: given, ClientState: given }
    return async () => {
      await send('POST', '/ussd', first)
      await send('POST', '/ussd', second)
    }
  },
  'turn of a programmable service': (given) => {
    const body = push(given, {
      Type: 'Response',
      Operator: given,
      ServiceCode: given,
      Mobile: given,
      ClientState: given,
    })
    return () => send('POST', '/programmable', body)
  },
  'query of a push': (given) => {
    const url = `/inbound-message?from=1&text=${encodeURIComponent(given.toWellFormed())}`
    return () => send('GET', url)
  },
  'names of a query': (given) => {
    const url = `/delivery-report?${encodeURIComponent(given.slice(0, 4).toWellFormed())}&`.padEnd(given.length, 'a=1&')
    return () => send('GET', url)
  },
  'signature in an address': (given) => {
    const url = `/checkout?msig=1.${encodeURIComponent(given.toWellFormed())}&mref=a`
    const body = { ResponseCode: '0000', Data: { CheckoutId: `c${sessions++}`, Status: 'Success', Amount: 5 } }
    return () => send('POST', url, body)
  },
  'address that is none': (given) => {
    const url = `/ussd/${encodeURIComponent(given.toWellFormed())}`
    return () => send('GET', url)
  },
}

export const httpCases: readonly WorstCase[] = Object.entries(requests).flatMap(([parser, request]) =>
  hostileTexts.map((hostile) => ({
    parser,
    input: hostile.name,
    prepare: (length: number) => request(fill(hostile, length)),
  })),
)
