import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { kinds, secretPath } from '../../../src/index.ts'
import { startService } from '../../client/stub-service.ts'
import { appWith } from '../../http/app.ts'
import { paths, samples } from '../../http/samples.ts'
import { newSqlite } from '../../store/new-sqlite.ts'
import { measured, type Scrape } from './scrape.ts'

const secret = 'a-secret-of-the-test'

describe('the labels', () => {
  it('hold nothing that a push brings, and are as many after thirty senders as after one', async () => {
    const service = await startService()
    onTestFinished(() => service.close())
    const app = await appWith({
      verify: secretPath(secret),
      store: newSqlite()(),
      ussd: (_, turn) => turn.end('Bye'),
      programmable: (_, turn) => turn.end('Bye'),
      payment: () => undefined,
      deliveryReport: () => undefined,
      inboundMessage: () => undefined,
    })
    const scrape = await measured(app)
    await pushAll(app.listeningOrigin, 0)
    await service.client().transactions.status({ clientReference: 'order-17' })
    const one = await whenHandled(scrape, 1)
    for (let sender = 1; sender < 30; sender += 1) await pushAll(app.listeningOrigin, sender)
    await service.client().transactions.status({ clientReference: 'order-18' })
    const many = await whenHandled(scrape, 30)
    expect(namesOf(many)).toEqual(namesOf(one))
    const words = [...new Set(many.samples.flatMap(({ labels }) => Object.values(labels)))]
    // A bound of a bucket, or a word of ours.
    expect(words.filter((word) => !/^(?:[\d.]+|\+Inf|[A-Za-z]+(?:\.[a-z]+)?|FMW_[A-Z_]+)$/.test(word))).toEqual([])
    expect(words.filter((word) => /^\d{3}|order|shop|secret-|b1946/i.test(word))).toEqual([])
  })
})

/** A push of each kind, with phones, references and sessions of its own. */
async function pushAll(origin: string, sender: number): Promise<void> {
  for (const kind of kinds) {
    const text = JSON.stringify(samples[kind])
      .replaceAll('+233000000000', `+23300000${String(sender).padStart(4, '0')}`)
      .replaceAll(/(SessionId|CheckoutId|OrderId|TransactionId|MessageId|account)":"/g, `$1":"${sender}-`)
    const response = await fetch(`${origin}${paths[kind]}/${secret}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: text,
    })
    expect(response.status).toBe(200)
  }
}

async function whenHandled(scrape: () => Promise<Scrape>, count: number): Promise<Scrape> {
  return vi.waitFor(async () => {
    const seen = await scrape()
    for (const kind of ['checkout', 'fulfilment', 'ussdPayment', 'deliveryReport', 'inboundMessage'])
      expect(seen.value('merchant_attempts_total', { kind, ended: 'handled' }), kind).toBe(count)
    return seen
  })
}

function namesOf({ samples: all }: Scrape): string[] {
  return all.map(({ name, labels }) => name + JSON.stringify(labels)).toSorted()
}
