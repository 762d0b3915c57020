const app = `
import assert from 'node:assert/strict'
import Fastify from 'fastify'
import merchantWebhooks, { describeCode, memoryStore, secretPath } from 'fastify-merchant-webhooks'
import { conversation, frenchWords, whole } from 'fastify-merchant-webhooks/conversation'
import { metrics } from 'fastify-merchant-webhooks/operations'
import { followUpKinds, standardRoom } from 'fastify-merchant-webhooks/store'
import { fixtures, phone, replay } from 'fastify-merchant-webhooks/testing'

const seen = []
const app = Fastify()
await app.register(merchantWebhooks, {
  prefix: '/push',
  publicUrl: 'https://shop.example',
  verify: secretPath('a-secret-of-the-test'),
  store: memoryStore(),
  ussd: conversation(async (talk) => talk.end('You get ' + (await talk.ask('How many?', whole({ min: 1 }))))),
  payment: async (payment) => { seen.push(payment.outcome) },
})
await phone(app).dial('*713#').expectScreen(/^How many/).reply('2').expectScreen('You get 2')
const paid = [...fixtures('checkout')].find(({ expect }) => expect.event?.outcome === 'paid')
assert.equal((await replay(app, paid)).status, 200)
assert.deepEqual(seen, ['paid'])
assert.equal(describeCode('2101').family, 'payment')
assert.equal(app.merchant.urls.length, 4)
assert.equal(typeof frenchWords.back, 'string')
assert.ok(standardRoom.entries > 0)
assert.throws(() => metrics(app, {}), { code: 'FMW_METRICS' })
assert.ok(followUpKinds.includes('askedPayment'))
await app.close()
const { Bun, Deno } = globalThis
const name = Bun ? 'Bun ' + Bun.version : Deno ? 'Deno ' + Deno.version.deno : 'Node ' + process.version
console.log('the packed package works on ' + name)
`

// The same payment before and after a restart: it is kept, and handled once.
const durable = `
import assert from 'node:assert/strict'
import Fastify from 'fastify'
import merchantWebhooks from 'fastify-merchant-webhooks'
import { postgresSchema } from 'fastify-merchant-webhooks/postgres'
import { sqliteStore } from 'fastify-merchant-webhooks/sqlite'
import { phone, replay } from 'fastify-merchant-webhooks/testing'

let handled = 0
for (const expected of ['accepted', 'repeated']) {
  const app = Fastify()
  await app.register(merchantWebhooks, {
    verify: 'none',
    store: sqliteStore('merchant.db'),
    ussd: (push, turn) => turn.end('Goodbye'),
    payment: async () => { handled++ },
  })
  await app.ready()
  assert.equal((await replay(app, 'checkout/paid-camel')).status, 200)
  assert.equal(app.merchant.counts.checkout[expected], 1)
  await phone(app).dial('*713#').expectScreen('Goodbye')
  while (handled === 0) await new Promise(setImmediate)
  await app.close()
}
assert.equal(handled, 1)
assert.match(postgresSchema(), /CREATE TABLE/i)
console.log('and keeps what it accepts')
`

// A call to a service on this machine.
const calls = `
import assert from 'node:assert/strict'
import Fastify from 'fastify'
import { MerchantClient, ServiceCallError } from 'fastify-merchant-webhooks/client'

const service = Fastify()
service.get('/status', async () => ({ responseCode: '0000', data: { status: 'Paid', clientReference: 'order-1', amount: 5 } }))
const baseUrl = await service.listen({ port: 0, host: '127.0.0.1' })
const client = new MerchantClient({ baseUrl, apiId: 'id', apiKey: 'key', paths: { transactionStatus: '/status' } })
assert.equal((await client.transactions.status({ clientReference: 'order-1' })).outcome, 'paid')
await service.close()
await assert.rejects(client.transactions.status({ clientReference: 'order-1' }, { timeout: 300 }), ServiceCallError)
console.log('and calls')
`

// As a project whose files are CommonJS reads it.
const commonJs = `
const assert = require('node:assert/strict')
const { default: merchantWebhooks, secretPath } = require('fastify-merchant-webhooks')
const { conversation } = require('fastify-merchant-webhooks/conversation')

assert.equal(typeof merchantWebhooks, 'function')
assert.equal(typeof secretPath, 'function')
assert.equal(typeof conversation, 'function')
console.log('and is read by require()')
`

/** What is run with the packed package installed: a file, and its text. Each says one line, and fails where something is wrong. */
export const programs = { 'app.js': app, 'durable.js': durable, 'calls.js': calls, 'common.cjs': commonJs }
