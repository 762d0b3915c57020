import { chmodSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import merchantWebhooks, { type MerchantWebhooksOptions, memoryStore } from '../../src/index.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { phone } from '../../src/testing/index.ts'
import { linesOf } from '../http/lines.ts'
import { payingService } from '../payments/paying-service.ts'
import { fileOfTest } from '../store/sqlite/opened.ts'
import { proseOf, rowsOf } from './documents.ts'

const options: MerchantWebhooksOptions = { verify: 'none', ussd: (_push, turn) => turn.end('Goodbye') }

it('the list of errors has the text of an app.merchant that is not there, under its own heading', async () => {
  const app = Fastify()
  const registering = app.register(merchantWebhooks, options)
  let text = ''
  try {
    app.merchant.urls.at(0)
  } catch (error) {
    text = String(error)
  }
  expect(proseOf('docs/errors.md')).toContain(`\`${text}\``)
  await registering
  expect(app.merchant.urls).toHaveLength(1)
})

it('the list of errors has the warnings about payments as the log begins them', async () => {
  const lines = linesOf()
  const app = Fastify({ logger: lines.logger })
  const service = await payingService()
  await app.register(merchantWebhooks, {
    ...options,
    store: memoryStore(),
    client: service.client(),
    payment: () => undefined,
    ussd: (_push, turn) =>
      turn.pay('Approve', { amount: 5, description: 'Tea', callbackUrl: 'https://elsewhere.example/notices' }),
  })
  await phone(app).dial('*713#')
  const file = fileOfTest()
  chmodSync(dirname(file), 0o755)
  writeFileSync(file, '')
  chmodSync(file, 0o644)
  const other = Fastify({ logger: lines.logger })
  await other.register(merchantWebhooks, { ...options, publicUrl: 'https://shop.example', store: sqliteStore(file) })
  await other.ready()
  const begins = rowsOf('docs/errors.md', 'It starts, and the log warns').map(([cell = '']) => cell.replace(/ …$/, ''))
  expect(begins.map((begin) => lines.saying(begin).length)).toEqual([1, 1, 1, 1, 1, 2])
  await Promise.all([app.close(), other.close()])
})
