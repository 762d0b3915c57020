import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { MerchantClient } from '../../src/client/index.ts'
import merchantWebhooks, { type MerchantWebhooksOptions, memoryStore, reviewReasons } from '../../src/index.ts'
import { lookAgainIn } from '../../src/payments/work/preparation-trouble.ts'
import { numbers } from '../../src/registration/options/numbers.ts'
import { created } from '../client/invoice.ts'
import { record } from '../client/transactions.ts'
import { blockUnder, codeIn, proseOf, rowsOf } from './documents.ts'
import { appOf, openWorkshop, run } from './workshop.ts'

const guide = 'docs/guides/confirmed-payments.md'
const workshop = openWorkshop()
const open: FastifyInstance[] = []
const order = {
  clientReference: 'order-17',
  amount: 50,
  currency: 'GHS',
  description: 'Tea',
  returnUrl: 'https://shop.example/thanks',
  cancellationUrl: 'https://shop.example/cart',
}

// Code and word of a callback that says so, and the word of a record.
const claims: Readonly<Record<string, readonly [code: string, word: string]>> = {
  paid: ['0000', 'Success'],
  failed: ['2001', 'Failed'],
  cancelled: ['2001', 'Cancelled'],
  refunded: ['0000', 'Refunded'],
  pending: ['0002', 'Pending'],
  undetermined: ['0000', 'Cancelled'],
}
const words: Readonly<Record<string, string>> = {
  paid: 'Success',
  failed: 'Failed',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  pending: 'Pending',
  undetermined: 'A word that nobody knows',
}
const disputed = 'paid, but disputed or partly refunded'

beforeAll(() => {
  vi.stubEnv('PUSH_SECRET', 'a-secret-of-the-guide')
  vi.stubEnv('PUBLIC_URL', 'https://shop.example')
  vi.stubEnv('MERCHANT_SECRET', 'another secret of the guide')
  vi.stubEnv('MERCHANT_STORE', join(workshop.folder, 'guide.db'))
})
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
  vi.unstubAllGlobals()
})
afterAll(() => {
  vi.unstubAllEnvs()
  workshop.remove()
})

describe('what a handler gets, in the guide', () => {
  const [heads = [], ...rows] = tableUnder('What your handler gets')
  const cells = rows.flatMap(([claim = '', ...gets]) =>
    gets.map((get, index) => ({ claim: bare(claim), says: bare(heads[index + 1] ?? ''), get: bare(get) })),
  )

  it('has every pair', () => {
    expect(rows.map(([claim = '']) => bare(claim))).toEqual([...Object.keys(claims), 'no push'])
    expect(heads.map(bare)).toEqual(['', ...Object.keys(words), 'no answer', disputed])
  })

  it.each(cells)('is "$get" where the push says "$claim", and the service "$says"', async ({ claim, says, get }) => {
    const isPushed = claim !== 'no push'
    const { app, told } = await start(says, isPushed ? {} : { reconcile: { after: 0 } })
    if (isPushed) await push(app, claim)
    else {
      await app.merchant.checkout.create(order)
      const what = get === '-' ? 'later' : 'handled'
      await vi.waitFor(() => expect(app.merchant.counts.expectedPayment?.[what]).toBe(1))
      await vi.waitFor(() => expect(told).toHaveLength(get === '-' ? 0 : 1))
    }
    const reasons = says === disputed ? ['disputed'] : []
    expect(told).toEqual(get === '-' ? [] : [[get, 'confirmed', ...reasons]])
  })
})

describe('what a person has to look at, in the guide', () => {
  it('is every reason that there is, in its order', () => {
    const shown = rowsOf('docs/guides/payment-reviews.md', 'The reasons').map(([reason = '']) => codeIn(reason)[0])
    expect(shown).toEqual([...reviewReasons])
  })
})

describe('what is asked when, in the guide', () => {
  it('are the moments at which the service is asked', () => {
    const moments: number[] = []
    const { after, giveUpAfter } = numbers.reconcile
    for (let at: number = after[0]; at < giveUpAfter[0]; at += lookAgainIn(at)) moments.push(at)
    const [first = '', ...next] = moments.slice(0, 5).map(clockOf)
    expect(rowsOf(guide, 'What is asked when').map(([when]) => when)).toContain(
      `${first} without a final result (\`reconcile.after\`)`,
    )
    expect(proseOf(guide)).toContain(`it asks at ${next.join(', ')}, …`)
    expect(proseOf(guide)).toContain('about 90 times')
    expect(Math.round(moments.length / 10) * 10).toBe(90)
  })
})

describe('the examples of the guide', () => {
  it('settle, reopen, and leave the rest to a person', async () => {
    const done: unknown[] = []
    const note =
      (what: string) =>
      async (...more: unknown[]) =>
        done.push([what, ...more])
    const byId = async (id: string) => ({ id, due: id === 'order-3' ? 4_000 : 5_000 })
    const paidBy = new Map<string, string>()
    const settle = async (id: string, reference: string) => {
      done.push(['settle', id, reference])
      if (!paidBy.has(id)) paidBy.set(id, reference)
      return paidBy.get(id) === reference
    }
    vi.stubGlobal('orders', { byId, settle, reopen: note('reopen'), lookAt: note('lookAt') })
    let answer = paidOf('order-1-1')
    vi.stubGlobal(
      'client',
      clientOf(async () => answer),
    )
    const block = blockUnder(guide, 'The complete code', 'ts')
    const code = block.code.replace(/^const client = [\s\S]*?^\}\)\n/m, '')
    const { pay, ...exported } = await run(workshop, { ...block, code })
    const app = appOf(exported)
    open.push(app)
    await app.ready()
    if (typeof pay !== 'function') throw new Error('the example exports no pay')
    const isPaid = 'the record says that it is paid, and nothing contradicts it'

    await pay('order-1', 1, 50)
    await push(app, 'paid', 'order-1-1')
    await vi.waitFor(() => expect(done).toEqual([['settle', 'order-1', 'order-1-1']]))

    answer = paidOf('order-1-2')
    await pay('order-1', 2, 50)
    await push(app, 'paid', 'order-1-2')
    await vi.waitFor(() => expect(done).toHaveLength(3))
    expect(done.splice(1)).toEqual([
      ['settle', 'order-1', 'order-1-2'],
      ['lookAt', 'order-1-2', 'its order was paid before: refund this payment', []],
    ])

    answer = { ...paidOf('order-2-1'), TransactionStatus: 'Failed' }
    await pay('order-2', 1, 50)
    await push(app, 'paid', 'order-2-1')
    await vi.waitFor(() => expect(done.splice(1)).toEqual([['reopen', 'order-2', 'order-2-1']]))

    answer = paidOf('order-3-1')
    await pay('order-3', 1, 40)
    await push(app, 'paid', 'order-3-1')
    await vi.waitFor(() => expect(done).toHaveLength(3))
    expect(done.splice(1)).toEqual([
      ['settle', 'order-3', 'order-3-1'],
      ['lookAt', 'order-3-1', isPaid, ['overpaid']],
    ])

    answer = paidOf('order-4-1')
    const elsewhere = app.merchant.callbackUrl({ kind: 'checkout', reference: 'order-5-1', amount: 50 })
    await pay('order-4', 1, 50)
    await push(app, 'paid', 'order-4-1', elsewhere)
    await vi.waitFor(() => expect(done.splice(1)).toEqual([['lookAt', 'order-4-1', isPaid, ['otherReference']]]))

    answer = paidOf('order-6-1')
    await push(app, 'paid', 'order-6-1')
    await vi.waitFor(() => expect(done.splice(1)).toEqual([['lookAt', 'order-6-1', isPaid, ['unexpected']]]))
  })

  it('ask once more about what was given up', async () => {
    let says = 'pending'
    const { app, told } = await start(() => says, { reconcile: { after: 0, giveUpAfter: 0 } })
    const { askAgain, watch } = await run(workshop, blockUnder(guide, 'Seeing and asking again', 'ts'))
    if (typeof askAgain !== 'function' || typeof watch !== 'function')
      throw new Error('the example exports other things')
    watch(app)
    await app.merchant.checkout.create(order)
    await vi.waitFor(() => expect(app.merchant.counts.expectedPayment?.dead).toBe(1))
    await vi.waitFor(() => expect(told).toEqual([['undetermined', 'callback', 'givenUp']]))
    says = 'paid'
    await vi.waitFor(async () => expect(await askAgain(app)).toBe(1))
    await vi.waitFor(() => expect(told.slice(1)).toEqual([['paid', 'confirmed']]))
    expect(await askAgain(app)).toBe(0)
  })
})

function clockOf(ms: number): string {
  return `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1_000) % 60).padStart(2, '0')}`
}

function tableUnder(heading: string): string[][] {
  const [, section = ''] = proseOf(guide).split(`## ${heading}\n`)
  const [table = ''] = section.split('\n\n').filter((part) => part.startsWith('|'))
  const lines = table.split('\n').filter((line) => !/^\|-/.test(line))
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

/** Without its code marks. */
function bare(cell: string): string {
  return cell.replaceAll('`', '')
}

/** An application whose service says one thing, and what its handler is told. */
async function start(
  says: string | (() => string),
  options: Partial<MerchantWebhooksOptions>,
): Promise<{ app: FastifyInstance; told: string[][] }> {
  const told: string[][] = []
  const app = Fastify()
  open.push(app)
  const client = clientOf(async () => {
    const said = typeof says === 'string' ? says : says()
    if (said === disputed) return { ...paidOf('order-17'), Disputed: true }
    const word = words[said]
    if (word === undefined) throw new TypeError('nobody is there')
    return { ...paidOf('order-17'), TransactionStatus: word }
  })
  await app.register(merchantWebhooks, {
    verify: 'none',
    publicUrl: 'https://shop.example',
    secret: 'a third secret of the guide',
    store: memoryStore(),
    client,
    confirmWith: client,
    checkout: ({ outcome, evidence, needsReview }) => {
      told.push([outcome, evidence, ...needsReview.filter((reason) => reason !== 'unexpected')])
    },
    ...options,
  })
  await app.ready()
  return { app, told }
}

function paidOf(ClientReference: string) {
  return { ...record, ClientReference, TransactionCycle: [] }
}

/** A client of a service that has one record of everything. */
function clientOf(answer: () => Promise<object>): MerchantClient {
  return new MerchantClient({
    baseUrl: 'https://api.example',
    apiId: 'the-id',
    apiKey: 'the-secret-key',
    merchantAccountNumber: '11684',
    paths: { transactionStatus: '/transactions/status' },
    retries: 0,
    fetch: async (_url, init) =>
      Response.json(init?.method === 'POST' ? invoiceOf(init.body) : { ResponseCode: '0000', Data: [await answer()] }),
  })
}

/** What the service answers to the creation of an invoice. */
function invoiceOf(body: unknown) {
  const { clientReference } = JSON.parse(String(body))
  return { ...created, data: { ...created.data, clientReference, checkoutId: `c-${clientReference}` } }
}

/** Posts a callback. */
async function push(
  app: FastifyInstance,
  claim: string,
  ClientReference = 'order-17',
  address = app.merchant.urls.find(({ kind }) => kind === 'checkout')?.url ?? '',
): Promise<void> {
  const [ResponseCode, Status] = claims[claim] ?? []
  const payload = {
    ResponseCode,
    Status: 'Success',
    Data: { CheckoutId: 'c1', ClientReference, Status, Amount: 50 },
  }
  const { pathname, search } = new URL(address)
  await app.inject({ method: 'POST', url: pathname + search, payload })
}
