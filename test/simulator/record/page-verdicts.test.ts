import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { type MerchantWebhooksOptions, memoryStore, secretPath } from '../../../src/index.ts'
import { createSimulator, type LogRow, recordPage } from '../../../src/simulator/index.ts'
import { sqliteStore } from '../../../src/store/sqlite/index.ts'
import { post } from '../control/call.ts'

/** A shop that sells tea. */
async function shop(given: Partial<Pick<MerchantWebhooksOptions, 'store' | 'payment' | 'retry'>> = {}) {
  const sim = await createSimulator()
  onTestFinished(() => sim.close())
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, {
    verify: secretPath('a-secret-of-the-address'),
    secret: 'signs the addresses of notices',
    publicUrl: 'https://shop.example',
    store: memoryStore(),
    ussd: (_, turn) => turn.pay('Approve the prompt', { amount: 5, description: 'Tea', reference: 'tea-1' }),
    payment: () => undefined,
    deliveryReport: () => undefined,
    ...given,
  })
  await sim.connect(app)
  return { sim, app }
}

/** The head of each row, and the line of its verdict. */
function verdictsIn(page: string): string[] {
  const rows = page.matchAll(/<h2>(.*?) <small>.*?<strong>(.*?)<\/strong>(.*?)<\/p>/gs)
  return [...rows].map(([, name, verdict, rest = '']) =>
    `${name}: ${verdict}${rest.replaceAll(/<.*?>/g, '')}`.replaceAll(/ in \d+ ms(?: of \d+ s )?/g, '').trimEnd(),
  )
}

describe('what a session in one file says came of each row', () => {
  it('is what the page says: no tick for money that did not come, or that nobody knows of', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001').dial('*713#').approve({ fails: '2050' })
    await sim.trigger('checkout')
    await sim.trigger('checkout', { Data: { Status: 'Odd' } })
    await sim.trigger('checkout', { ResponseCode: '0002', Status: 'Pending', Data: { Status: 'Pending' } })
    expect(verdictsIn(await recordPage(sim.log.rows()))).toEqual([
      'USSD turn: ✓ ok. Answered with 200',
      'USSD payment: – failed. Answered with 200',
      'Checkout: ✓ paid. Answered with 200',
      'Checkout: ! undetermined. Answered with 200',
      'Checkout: ! pending. Answered with 200',
    ])
  })

  it('has the plain names of faults and devices, and says of a push that is held up that it never went out', async () => {
    const { sim } = await shop()
    sim.faults.next('changeCasing')
    await sim.phone('+233000000001').dial('*713#')
    await sim.trigger('checkout')
    const [turn, checkout] = sim.log.rows()
    if (turn === undefined || checkout === undefined) throw new Error('nothing was logged')
    const rows: LogRow[] = [
      turn,
      { ...checkout, response: null, ms: 0, heldUntil: sim.now() + 60_000, faults: ['delayPastLimit'] },
      { ...checkout, id: 3, response: null, ms: 12, faults: ['drop', 'unknown'] },
      { ...checkout, id: 4, response: { ...checkout.request, status: 404 } },
      {
        ...turn,
        id: 5,
        faults: [],
        origin: turn.origin && { ...turn.origin, phone: { number: '1', channel: 'pos' } },
        attempt: 2,
        ms: 8_000,
      },
    ]
    const page = await recordPage(rows)
    expect(verdictsIn(page)).toEqual([
      'USSD turn: ✓ ok. Answered with 200 Faults: Casing.',
      'Checkout: – delayed. It never went out. Faults: Late.',
      'Checkout: ✗ no answer. No answer Faults: Lost, unknown.',
      'Checkout: ✗ app refused 404. Answered with 404',
      'Till turn: ✗ too late. Answered with 200',
    ])
    // Only what plays it again has the names of code.
    expect(page.split('Play it again')[0]).not.toMatch(/changeCasing|delayPastLimit|ussd\b/)
  })

  it('is what the ledger says of a notice: a payment whose handler throws has no tick', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fmw-verdicts-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { sim, app } = await shop({
      store: sqliteStore(join(folder, 'shop.db')),
      retry: { attempts: 1 },
      payment: () => {
        throw new Error('my database is away')
      },
    })
    await sim.phone('+233000000001').dial('*713#').approve()
    const dead = async () => (await app.merchant.inbox.list({ states: 'dead' })).entries.length
    await expect.poll(dead).toBe(1)
    const rows = sim.log.rows().map(({ id }) => id)
    const { body } = await post(sim, '/log/record', { rows, as: 'page' })
    expect(verdictsIn(body.text)).toEqual([
      'USSD turn: ✓ ok. Answered with 200',
      'USSD payment: ✗ paid, differs. Answered with 200',
    ])
  })

  it('shows what is hostile in a status, and each number and name of a body as it came', async () => {
    const { sim } = await shop()
    await sim.trigger('deliveryReport', { Status: 'Seen\u202e\u3164' })
    const [row] = sim.log.rows()
    if (row === undefined) throw new Error('nothing was logged')
    const text = '{"Id":1234567890123456789012345,"Amount":50.00,"Amount":49.50,"Url":"https://shop.example/secret"}'
    const request = { ...row.request, body: Buffer.from(text) }
    const page = await recordPage([row, { ...row, id: 2, request, kind: 'checkout', problem: 'odd\u202e' }])
    expect(page).toContain('<strong>✓ Seen\\u{202e}\\u{3164}</strong>')
    expect(page).toContain('<p class="problem">odd\\u{202e}</p>')
    const body = /<pre>\{[^<]*1234567890123456789012345[^<]*<\/pre>/.exec(page)?.[0].replaceAll('&#34;', '"')
    expect(body).toBe(
      '<pre>{\n  "Id": 1234567890123456789012345,\n  "Amount": 50.00,\n  "Amount": 49.50,\n  "Url": "(address)"\n}</pre>',
    )
    expect(page).not.toContain('shop.example/secret')
  })
})
