import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { secretPath } from '../../../src/index.ts'
import { createSimulator } from '../../../src/simulator/index.ts'
import { sqliteStore } from '../../../src/store/sqlite/index.ts'

describe('a payment whose handler throws, with SQLite and no client', () => {
  it('is not handled until its handler took it, though the name that it would have unsigned is taken', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fmw-handled-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const sim = await createSimulator()
    onTestFinished(() => sim.close())
    const app = Fastify()
    onTestFinished(() => app.close())
    let isBroken = true
    await app.register(merchantWebhooks, {
      verify: secretPath('a-secret-of-the-address'),
      secret: 'signs the addresses of notices',
      publicUrl: 'https://shop.example',
      store: sqliteStore(join(folder, 'shop.db')),
      retry: { minDelay: 50, maxDelay: 100, attempts: 1_000 },
      ussd: (_, turn) => turn.pay('Approve the prompt', { amount: 5, description: 'Tea', reference: 'tea-1' }),
      payment: () => {
        if (isBroken) throw new Error('no')
      },
    })
    await sim.connect(app)
    await sim.phone('+233000000001').dial('*713#').approve()
    const done = async () => (await app.merchant.inbox.list({ kinds: ['ussdPayment'], states: 'done' })).entries.length
    await expect.poll(done).toBe(1)
    expect(await sim.handled()).toEqual([])
    expect(sim.ledger({ handled: await sim.handled() }).rows).toMatchObject([
      { differs: ['5 paid, and not handled as paid'] },
    ])
    isBroken = false
    await expect.poll(() => sim.handled()).toMatchObject([{ outcome: 'paid', reference: 'tea-1' }])
    expect(sim.ledger({ handled: await sim.handled() }).isClean).toBe(true)
  })
})
