import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import { silentLog } from '../../../src/log.ts'
import type { NewEntry } from '../../../src/store/entry.ts'
import { standardRoom } from '../../../src/store/store.ts'
import { entryOf } from '../../../src/testing/store-suite/samples.ts'
import { payment, turn } from '../../durable/pushes.ts'
import { chosenStore, merchantWebhooks } from '../../servers/built.ts'
import { phoneDigits, sessionDigits } from '../../workloads.ts'

// Makes so many open sessions, or waiting payments, and prints by how many bytes the heap of this process has grown.
const { values } = parseArgs({
  options: {
    what: { type: 'string' },
    count: { type: 'string' },
    sqlite: { type: 'string' },
    postgres: { type: 'string' },
  },
})
const count = Number(values.count)
const atOnce = 100
const room = { unfinished: 2 * count, bytes: 2 ** 30 }
const grown = values.what === 'sessions' ? await openSessions() : await waitingPayments()
process.stdout.write(JSON.stringify({ bytes: grown / count }), () => process.exit())

async function openSessions(): Promise<number> {
  const app = Fastify()
  await app.register(merchantWebhooks, {
    prefix: '/push',
    verify: 'none',
    store: chosenStore(values, room),
    sessions: { max: 2 * count, maxBytes: 2 ** 30, expiry: 3_600_000 },
    ussd: ({ message }, toAnswer) => toAnswer.prompt(`Welcome to ${message}\n1. Tea, 5.00\n2. Leave`),
  })
  await app.ready()
  const dial = (index: number) => {
    const body = JSON.stringify(turn.body)
      .replace(sessionDigits, digits(index, 12))
      .replace(phoneDigits, digits(index, 8))
    return app.inject({ method: 'POST', url: '/push/ussd', headers: { 'content-type': 'application/json' }, body })
  }
  // What is made once is made before.
  for (let index = 0; index < 1_000; index++) await dial(index)
  const before = heap()
  for (let index = 0; index < count; index += atOnce)
    await Promise.all(
      Array.from({ length: Math.min(atOnce, count - index) }, (_, place) => dial(1_000 + index + place)),
    )
  const after = heap()
  await app.close()
  return after - before
}

async function waitingPayments(): Promise<number> {
  const opened = chosenStore(values, room).open({ registration: 'default', log: silentLog, room: standardRoom })
  await opened.ready
  const before = heap()
  for (let index = 0; index < count; index += atOnce)
    await Promise.all(
      Array.from({ length: Math.min(atOnce, count - index) }, (_, place) =>
        opened.inbox.accept(waiting(index + place), false),
      ),
    )
  const after = heap()
  await opened.close()
  return after - before
}

function waiting(index: number): NewEntry {
  const fields = JSON.parse(
    JSON.stringify(payment.body).replace(sessionDigits, digits(index, 12)).replace(phoneDigits, digits(index, 8)),
  )
  const lane = `checkout:checkoutId:${fields.Data.CheckoutId}`
  return entryOf({
    id: `${lane}|paid`,
    fingerprint: `19.99|order-1|${fields.Data.CustomerPhoneNumber}`,
    lane,
    reference: 'order-1',
    phones: [fields.Data.CustomerPhoneNumber],
    payload: Buffer.from(JSON.stringify({ carrier: 'json', fields })),
  })
}

function digits(index: number, length: number): string {
  return String(index).padStart(length, '0')
}

/** Bytes of all that lives. */
function heap(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
