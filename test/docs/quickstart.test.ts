import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Block, blocksOf, blockUnder } from './documents.ts'
import { appOf, openWorkshop, run } from './workshop.ts'

const secret = 'a-secret-of-the-quickstart'
const block = blockUnder('README.md', 'Start', 'ts')
const workshop = openWorkshop()
const lines: string[] = []
const shown: unknown[] = []

// The README's own code, with the two things that a test needs: to reach the application, and to read its log.
const watched: Block = {
  ...block,
  code: block.code
    .replace('const app = Fastify({ logger: true })', 'export const app = Fastify({ logger: { stream: captured } })')
    .replace('const orders =', 'export const orders ='),
}

beforeAll(() => {
  vi.stubEnv('PUSH_SECRET', secret)
  vi.stubEnv('PUBLIC_URL', '')
  vi.stubEnv('PORT', '0')
  vi.stubGlobal('captured', { write: (line: string) => lines.push(line) })
  vi.spyOn(console, 'table').mockImplementation((table: unknown) => shown.push(table))
})
afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  workshop.remove()
})

describe('the quickstart of the README', () => {
  it('answers, pays and acknowledges over HTTP as the README shows', async () => {
    expect(watched.code).toContain('export const app')
    const app = appOf(await run(workshop, watched))
    try {
      const urls = new Map(app.merchant.urls.map(({ kind, url }) => [kind, url]))
      expect(shown).toEqual([app.merchant.urls])
      expect([...urls.values()].every((url) => /^http:\/\/.+:\d+\/push\//.test(url))).toBe(true)

      const [turn, screen, callback, acknowledgement] = blocksOf('README.md')
        .filter(({ language, heading }) => language === 'json' && heading === 'What goes over the wire')
        .map(({ code }) => JSON.parse(code))

      expect(await post(urls.get('ussd'), turn)).toEqual({ status: 200, body: screen })
      expect(await post(urls.get('ussd'), { ...turn, Type: 'Response', Message: '1', Sequence: 2 })).toMatchObject({
        status: 200,
        body: { Type: 'Release', Message: 'Approve the prompt', Amount: 5, Description: 'Tea' },
      })
      expect(await post(urls.get('checkout'), callback)).toEqual({ status: 200, body: acknowledgement })
      expect(await post(urls.get('deliveryReport'), { MessageId: 'm', Status: 'Delivered' })).toEqual({
        status: 200,
        body: acknowledgement,
      })
      expect(await post(urls.get('inboundMessage'), { from: '+233000000000', keyword: 'WIN' })).toEqual({
        status: 200,
        body: acknowledgement,
      })
      expect(await post(urls.get('ussd')?.replace(secret, 'another-secret'), turn)).toMatchObject({ status: 401 })
      expect(app.merchant.counts.checkout).toEqual({ accepted: 1, handled: 1 })

      expect(lines.join('')).toContain('a payment')
      expect(lines.join('')).not.toContain('+233000000000')
      expect(lines.join('')).not.toContain(secret)
    } finally {
      await app.close()
    }
  })

  it('gives value only for the amount that is owed', async () => {
    const quickstart = await run(workshop, { ...watched, line: 0 })
    const app = appOf(quickstart)
    try {
      const url = app.merchant.urls.find(({ kind }) => kind === 'checkout')?.url
      const callback = (amount: number, status: string) => ({
        ResponseCode: '0000',
        Status: 'Success',
        Data: { CheckoutId: 'c', ClientReference: 'order-1', Status: status, Amount: amount },
      })
      await post(url, callback(0.05, 'Success'))
      await post(url, callback(5, 'Cancelled'))
      expect(quickstart.orders).toEqual(new Map([['order-1', { due: 500, isPaid: false }]]))
      await post(url, callback(5, 'Success'))
      expect(quickstart.orders).toEqual(new Map([['order-1', { due: 500, isPaid: true }]]))
    } finally {
      await app.close()
    }
  })

  it('passes the test that the README shows', async () => {
    const { testShop } = await run(workshop, blockUnder('README.md', 'Test your handlers', 'ts'))
    const app = appOf(await run(workshop, { ...watched, line: 2 }))
    try {
      if (typeof testShop !== 'function') throw new Error('The block exports no test')
      await testShop(app)
      expect(app.merchant.counts).toEqual({ ussd: { handler: 2 }, checkout: { accepted: 1, handled: 1 } })
    } finally {
      await app.close()
    }
  })

  it('does not start without a secret', async () => {
    vi.stubEnv('PUSH_SECRET', '')
    await expect(run(workshop, { ...watched, line: 1 })).rejects.toMatchObject({
      code: 'FMW_VERIFIER_SECRET_MISSING',
    })
  })
})

async function post(url: string | undefined, body: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
