import { describe, expect, it } from 'vitest'
import { appWith, post } from '../http/app.ts'
import { paths, samples } from '../http/samples.ts'
import { realStores } from '../store/real-stores.ts'

const failing = () => {
  throw new Error('the ledger is closed')
}

describe.each(realStores)('A registration that was renamed, on %s', (_name, make) => {
  it('leaves payments that were given up, their reviews and its stops, and the start says so', async () => {
    const open = make()
    const before = await appWith({ store: open(), payment: failing, deliveryReport: failing, retry: { attempts: 1 } })
    await post(before, paths.checkout, samples.checkout)
    await expect.poll(async () => (await before.merchant.inbox.count({ needsReview: true })).dead).toBe(1)
    await before.merchant.stop('deliveryReport', { by: 'Ama', reason: 'the log is full' })
    await before.close()

    const lines: Record<string, unknown>[] = []
    const stream = { write: (line: string) => lines.push(JSON.parse(line)) }
    const settings = { name: 'shop', store: open(), payment: failing, deliveryReport: failing }
    const after = await appWith(settings, { server: { logger: { level: 'warn', stream } } })
    await after.ready()
    await expect
      .poll(() => lines.filter(({ msg }) => String(msg).includes('has left work')))
      .toMatchObject([{ registration: 'default', waiting: 0, dead: 1, toReview: 1, stopped: ['deliveryReport'] }])
  })
})
