import { describe, expect, it, onTestFinished } from 'vitest'
import { createSimulator } from '../../src/simulator/index.ts'

const order = {
  totalAmount: 50,
  description: 'Rice',
  callbackUrl: 'http://127.0.0.1/checkout',
  returnUrl: 'https://shop.example/',
  cancellationUrl: 'https://shop.example/',
  merchantAccountNumber: '10000',
  clientReference: 'order-1',
}
const message = { From: 'Shop', To: '+233000000000', Content: 'Hi', Type: 0, RegisteredDelivery: true }

/** Calls as a client written by hand might. @returns the row of the log */
async function call(path: string, body: object, type = 'application/json') {
  const sim = await createSimulator()
  onTestFinished(() => sim.close())
  const { apiId, apiKey } = sim.clientOptions
  const headers = { authorization: `Basic ${btoa(`${apiId}:${apiKey}`)}`, 'content-type': type }
  await fetch(sim.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const [row] = sim.log.rows({ direction: 'call' })
  return row
}

describe('a call that the reference shows otherwise', () => {
  it.each([
    ['/checkout', { ...order, clientReference: 17 }, /clientReference is a number, and text in the reference/],
    ['/checkout', { ...order, merchantAccountNumber: 10_000 }, /merchantAccountNumber is a number/],
    ['/checkout', { ...order, totalAmount: undefined, TotalAmount: 50 }, /TotalAmount is totalAmount in the reference/],
    ['/v1/messages', { ...message, Content: 12 }, /Content is a number, and text in the reference/],
    ['/v1/messages', { from: 'Shop', to: '+233000000000', content: 'Hi' }, /from is From in the reference; to is To/],
  ])('at %s is taken, and its row has a remark', async (path, body, remark) => {
    const row = await call(path, body)
    expect(row).toMatchObject({ problem: null, remark: expect.stringMatching(remark) })
    expect(row?.remark).toMatch(/^taken, but the service may refuse it: /)
    expect(row?.response?.status).toBeLessThan(300)
  })

  it('says which content type it has', async () => {
    const { remark } = (await call('/checkout', order, 'text/plain')) ?? {}
    expect(remark).toContain("its content type is 'text/plain', and application/json in the reference")
  })

  it.each([
    ['/checkout', order],
    ['/checkout', { ...order, totalAmount: '50' }],
    ['/v1/messages', message],
  ])('is not one as the reference shows it, at %s', async (path, body) => {
    const row = await call(path, body)
    expect(row?.response?.status).toBeLessThan(300)
    expect(row?.remark).toBeUndefined()
  })

  it('is not remarked on where it is refused', async () => {
    const row = await call('/checkout', { ...order, clientReference: 17, description: '' })
    expect(row?.response?.status).toBe(400)
    expect(row?.remark).toBeUndefined()
  })
})
