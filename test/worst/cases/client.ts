import { MerchantClient } from '../../../src/client/index.ts'
import { invoice } from '../../client/invoice.ts'
import { record } from '../../client/transactions.ts'
import { fill, hostileTexts } from '../hostile-texts.ts'
import type { WorstCase } from '../worst-case.ts'

// As long as an answer may be, with some room for what stands around.
const longestAnswer = 1_048_576 - 4096

const question = { clientReference: 'order-17' }
const list = (length: number, one: object) => {
  const json = JSON.stringify(one)
  return `[${Array.from({ length: length / (json.length + 1) }, () => json).join()}]`
}

/** Bodies of answers, by what is hard in them. */
const answers: readonly (readonly [input: string, body: (length: number) => string])[] = [
  ['one name again and again', (length) => `{${'"":0,'.repeat(length / 5)}"":0}`],
  ['records that are alike', (length) => `{"ResponseCode":"0000","Data":${list(length, record)}}`],
  [
    'records that are short',
    (length) => {
      const one = { ClientReference: 'order-17', TransactionStatus: 'Paid', Amount: 5 }
      return `{"ResponseCode":"0000","Data":${list(length, one)}}`
    },
  ],
  [
    'records that fail',
    (length) => {
      const one = { ClientReference: 'order-17', TransactionStatus: 'Failed' }
      return `{"ResponseCode":"0000","Data":${list(length, one)}}`
    },
  ],
  [
    'a history',
    (length) => {
      const cycle = list(length, { Date: '2026-03-01T10:00:00Z', Status: 'Settled' })
      return `{"ResponseCode":"0000","Data":[{"ClientReference":"order-17","TransactionStatus":"Paid","TransactionCycle":${cycle}}]}`
    },
  ],
  ['records in a text', (length) => `{"ResponseCode":"0000","Data":${JSON.stringify(list(length * 0.7, record))}}`],
  ['no JSON', (length) => '<'.repeat(length)],
  ...hostileTexts.map(({ name, ...hostile }): readonly [string, (length: number) => string] => [
    name,
    (length) => {
      // Escapes make some texts six times as long.
      const text = fill(hostile, length)
      const written = JSON.stringify(text)
      const fitting = written.length > length ? fill(hostile, (length * length) / written.length) : text
      return JSON.stringify({ ResponseCode: '4000', Message: fitting, Status: 7 })
    },
  ]),
]

const calls: Readonly<Record<string, (client: MerchantClient) => Promise<unknown>>> = {
  'answer to transactions.status': (client) => client.transactions.status(question),
  'answer to checkout.create': (client) => client.checkout.create(invoice),
  'answer to messages.send': (client) =>
    client.messages.send({ from: 'Shop', to: '+233000000000', content: 'aaaaaaaa'.repeat(20) }),
}

export const clientCases: readonly WorstCase[] = Object.entries(calls).flatMap(([parser, call]) =>
  answers.flatMap(([input, body]) =>
    [200, 400].map((status) => ({
      parser,
      input: `${input}, ${status}`,
      prepare: (length: number) => {
        const text = body(Math.min(length, longestAnswer))
        const client = new MerchantClient({
          baseUrl: 'http://127.0.0.1:1',
          apiId: 'an-id',
          apiKey: 'the-key-of-it',
          paths: { transactionStatus: '/status/{merchantAccountNumber}' },
          merchantAccountNumber: '0000000',
          retries: 0,
          fetch: async () => new Response(text, { status }),
        })
        return () => call(client).catch((error: unknown) => refusal(error))
      },
    })),
  ),
)

/** A call that was refused is answered; any other error is a mistake here, or what is looked for. */
function refusal(error: unknown): unknown {
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('FMW_CALL')) return error
  throw error
}
