import { expect, vi } from 'vitest'
import { phone } from '../../../src/testing/index.ts'
import { appWith } from '../../http/app.ts'
import { newSqlite } from '../../store/new-sqlite.ts'
import { measured, type Scrape } from '../metrics/scrape.ts'

/** What a real shop shows after eight prompts, four of them paid for; and after eight more, of which no notice came. */
export async function askingShop(): Promise<{ readonly usual: Scrape; readonly lost: Scrape }> {
  const app = await appWith({
    publicUrl: 'https://shop.example',
    secret: 'a secret of this test',
    store: newSqlite()(),
    // A notice comes within this, also on a busy machine.
    reconcile: { after: 2_000 },
    ussd: ({ sessionId: reference }, turn) => turn.pay('Approve', { amount: 5, description: 'Tea', reference }),
    programmable: (_push, turn) => turn.end('Bye'),
    payment: () => undefined,
  })
  const scrape = await measured(app)
  const prompts = async (paid: number, unpaid: number) => {
    for (let prompt = 0; prompt < paid + unpaid; prompt += 1) {
      const caller = phone(app)
      await caller.dial('*713#')
      if (prompt < paid) await caller.pay()
    }
  }
  const whenDead = (dead: number) =>
    vi.waitFor(async () => {
      const seen = await scrape()
      expect(seen.value('merchant_attempts_total', { kind: 'askedPayment', ended: 'dead' })).toBe(dead)
      expect(seen.value('merchant_attempts_total', { kind: 'askedPayment', ended: 'handled' })).toBe(4)
      expect(seen.value('merchant_notifications_total', { kind: 'ussdPayment', taken: 'accepted' })).toBe(4)
      return seen
    }, 10_000)
  await prompts(4, 4)
  const usual = await whenDead(4)
  await prompts(0, 8)
  return { usual, lost: await whenDead(12) }
}
