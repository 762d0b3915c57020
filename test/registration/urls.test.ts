import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, {
  anyOf,
  basic,
  type MerchantWebhooksOptions,
  secretPath,
  secretQuery,
} from '../../src/index.ts'
import { appWith } from '../http/app.ts'

const deliveryReport = () => undefined

async function urls(options: MerchantWebhooksOptions) {
  const app = await appWith({ deliveryReport, ...options })
  return app.merchant.urls.map(({ url }) => url)
}

describe('the addresses to register', () => {
  it('begin with the public address, whatever it ends with', async () => {
    for (const publicUrl of ['https://shop.example', 'https://shop.example/', 'https://SHOP.example:443//']) {
      expect(await urls({ publicUrl, prefix: '/push' })).toEqual(['https://shop.example/push/delivery-report'])
    }
    expect(await urls({ publicUrl: 'https://shop.example/behind' })).toEqual([
      'https://shop.example/behind/delivery-report',
    ])
  })

  it('are paths while nobody knows where the application is', async () => {
    expect(await urls({})).toEqual(['/delivery-report'])
    // As an unset variable of the environment may be passed on.
    expect(await urls({ publicUrl: '' })).toEqual(['/delivery-report'])
    expect(await urls({ prefix: '/' })).toEqual(['/delivery-report'])
  })

  it('end with the secret that verifies, the current one', async () => {
    expect(await urls({ verify: secretPath(['a secret?', 'an-older-one']) })).toEqual([
      '/delivery-report/a%20secret%3F',
    ])
    expect(await urls({ verify: secretQuery('key', 'a secret&more') })).toEqual([
      '/delivery-report?key=a%20secret%26more',
    ])
    const either = anyOf(secretPath('the-first-way'), basic({ username: 'service', password: 'the-second-way' }))
    expect(await urls({ verify: either })).toEqual(['/delivery-report/the-first-way'])
  })

  it('are those of every kind that is received', async () => {
    const app = await appWith({ payment: () => undefined, fulfilment: false, checkout: { path: '/paid' } })
    expect(app.merchant.urls).toEqual([
      { kind: 'checkout', method: 'POST', url: '/paid' },
      { kind: 'ussdPayment', method: 'POST', url: '/ussd-payment' },
    ])
  })
})

describe('without a public address', () => {
  async function listening(app: FastifyInstance, where: { host: string; port: number } | { path: string }) {
    onTestFinished(() => app.close())
    await app.register(merchantWebhooks, { verify: 'none', deliveryReport })
    await app.listen(where)
    return app.merchant.urls.map(({ url }) => url)
  }

  it('they begin with where the application listens', async () => {
    const app: FastifyInstance = Fastify()
    expect(await listening(app, { host: '127.0.0.1', port: 0 })).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/delivery-report$/),
    ])
  })

  it('they begin with https where it does', async () => {
    const tls = Fastify({ https: {} })
    onTestFinished(() => tls.close())
    await tls.register(merchantWebhooks, { verify: 'none', deliveryReport })
    await tls.listen({ host: '127.0.0.1', port: 0 })
    expect(tls.merchant.urls).toEqual([
      {
        kind: 'deliveryReport',
        method: 'POST',
        url: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+\/delivery-report$/),
      },
    ])
  })

  it('they are paths on a Unix socket', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'socket-')), 's')
    expect(await listening(Fastify(), { path })).toEqual(['/delivery-report'])
  })
})
