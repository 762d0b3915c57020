import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { blockUnder } from '../docs/documents.ts'
import { openWorkshop, run } from '../docs/workshop.ts'
import type { Screen } from './rivals.ts'
import { settled } from './settled.ts'
import { type Item, items as list, type Orders, openOrders } from './shop.ts'
import { answering, dialling } from './wire.ts'

const open: FastifyInstance[] = []
// Who calls from one number is one caller, and may go on where another session stopped.
const ama = { SessionId: 'ama', Mobile: '+233000000001' }
const kofi = { SessionId: 'kofi', Mobile: '+233000000002' }

afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
  vi.unstubAllEnvs()
})

describe('the same shop in this package', () => {
  it('sells to one caller who does nothing odd', async () => {
    const orders = openOrders()
    const push = await openShop({ orders })
    expect(await push(dialling())).toMatchObject({
      Message: expect.stringMatching(/^Ama's shop\n1\. Rice 5 kg\n2\. Oil/),
    })
    expect(await push(answering(2, '1'))).toMatchObject({ Message: expect.stringContaining('How many?') })
    expect(await push(answering(3, '2'))).toMatchObject({ Message: expect.stringContaining('Pay 120?') })
    expect(await push(answering(4, '1'))).toMatchObject({
      Type: 'Release',
      Message: 'Approve the prompt',
      Amount: 120,
      Description: expect.stringContaining('Rice 5 kg'),
    })
    expect(orders.made).toEqual([{ item: 'rice', quantity: 2 }])
  })

  it('keeps two callers apart who do everything at once', async () => {
    const orders = openOrders()
    const push = await openShop({ orders })
    const both = (sequence: number, toAma: string, toKofi: string) =>
      Promise.all([push(answering(sequence, toAma, ama)), push(answering(sequence, toKofi, kofi))])
    await Promise.all([push(dialling(ama)), push(dialling(kofi))])
    await both(2, '1', '2')
    const prices = await both(3, '20', '3')
    expect(prices.map(({ Message }) => /Pay \d+/.exec(Message)?.[0])).toEqual(['Pay 1200', 'Pay 75'])
    await both(4, '2', '1')
    expect(orders.made).toEqual([{ item: 'oil', quantity: 3 }])
  })

  it('buys once when both copies of a turn come at once, and answers both alike', async () => {
    const orders = openOrders()
    const push = await askedToConfirm({ orders })
    const [one, other] = await Promise.all([push(answering(4, '1')), push(answering(4, '1'))])
    expect(one).toMatchObject({ Message: 'Approve the prompt' })
    expect(other).toEqual(one)
    expect(orders.made).toHaveLength(1)
  })

  it('gives a later copy the same screen, also after the end', async () => {
    const orders = openOrders()
    const push = await openShop({ orders })
    await push(dialling())
    expect(await push(answering(2, '1'))).toEqual(await push(answering(2, '1')))
    await push(answering(3, '2'))
    expect(await push(answering(4, '1'))).toEqual(await push(answering(4, '1')))
    expect(orders.made).toEqual([{ item: 'rice', quantity: 2 }])
  })

  it.each(['Timeout', 'Release'])('buys once when a %s comes during a slow purchase', async (Type) => {
    const orders = openOrders()
    const push = await askedToConfirm({ orders })
    const finish = orders.hold()
    const bought = push(answering(4, '1'))
    await vi.waitFor(() => expect(orders.made).toHaveLength(1))
    const gone = push(answering(5, '', { Type }))
    await settled()
    finish()
    await Promise.all([bought, gone])
    expect(orders.made).toHaveLength(1)
  })

  it('sells what was on the screen when the list changes before the answer', async () => {
    const orders = openOrders()
    const items = [...list]
    const push = await openShop({ orders, items })
    await push(dialling())
    items.shift()
    for (const later of [answering(2, '1'), answering(3, '2'), answering(4, '1')]) await push(later)
    expect(orders.made).toEqual([{ item: 'rice', quantity: 2 }])
  })

  it('answers politely when the order fails, and goes on with the next caller', async () => {
    const orders: Orders = { ...openOrders(), create: () => Promise.reject(new Error('no connection')) }
    const push = await askedToConfirm({ orders })
    const screen = await push(answering(4, '1'))
    expect(screen.Type).toBe('Release')
    expect(screen.Message).not.toContain('no connection')
    expect(await push(dialling({ SessionId: 'session-2' }))).toMatchObject({ Type: 'Response' })
  })

  it('says why it asks again', async () => {
    const push = await openShop({})
    await push(dialling())
    await push(answering(2, '1'))
    const { Message } = await push(answering(3, '21'))
    expect(Message).toContain('Please enter 20 or less.')
    expect(Message).toContain('How many?')
  })

  it('shows a list of forty in pages that fit', async () => {
    const items = Array.from({ length: 40 }, (_item, index) => ({
      label: `A thing of number ${index}`,
      value: `${index}`,
      amount: 1,
    }))
    const push = await openShop({ items })
    const first = await push(dialling())
    expect(first.Message.length).toBeLessThanOrEqual(160)
    const second = await push(answering(2, '99'))
    expect(second.Message.length).toBeLessThanOrEqual(160)
    expect(second.Message).not.toEqual(first.Message)
  })

  it('asks who was timed out and dials again whether to go on, and does', async () => {
    const push = await askedToConfirm({})
    await push(answering(4, '', { Type: 'Timeout' }))
    const again = { SessionId: 'session-2' }
    expect(await push(dialling(again))).toMatchObject({
      Message: expect.stringMatching(/^You did not finish\. Continue\?/),
    })
    expect(await push(answering(2, '1', again))).toMatchObject({ Message: expect.stringContaining('Pay 120?') })
  })

  it('ends the first of two sessions of one mobile when the second answers', async () => {
    const push = await openShop({})
    const second = { SessionId: 'session-2' }
    await Promise.all([push(dialling()), push(dialling(second))])
    await push(answering(2, '1'))
    await push(answering(2, '1', second))
    expect(await push(answering(3, '2'))).toMatchObject({ Type: 'Release' })
    expect(await push(answering(3, '2', second))).toMatchObject({ Message: expect.stringContaining('Pay 120?') })
  })

  it('is answered by what is dialled with the code', async () => {
    const push = await openShop({})
    expect(await push(dialling({ Message: '*713*1*3#' }))).toMatchObject({
      Message: expect.stringContaining('Pay 180?'),
    })
  })
})

/** A session that has been asked whether to pay for two of the first item. */
async function askedToConfirm(shop: Shop): Promise<(push: object) => Promise<Screen>> {
  const push = await openShop(shop)
  for (const early of [dialling(), answering(2, '1'), answering(3, '2')]) await push(early)
  return push
}

interface Shop {
  readonly orders?: Orders
  readonly items?: readonly Item[]
}

/** Opens the shop as docs/rivals.md has it, and pushes to it as the service would. */
async function openShop({ orders = openOrders(), items = list }: Shop): Promise<(push: object) => Promise<Screen>> {
  vi.stubEnv('PUSH_SECRET', 'a-secret-of-the-rivals')
  const workshop = openWorkshop()
  try {
    const block = await run(workshop, blockUnder('docs/rivals.md', 'This package', 'ts'))
    if (!opensShops(block.openShop)) throw new Error('docs/rivals.md has no openShop')
    const create = (_key: string, item: string, quantity: number) => orders.create(item, quantity)
    const app = block.openShop({ items, createOrder: create })
    open.push(app)
    await app.ready()
    const url = app.merchant.urls.find(({ kind }) => kind === 'ussd')?.url ?? ''
    return async (payload) => (await app.inject({ method: 'POST', url, payload })).json()
  } finally {
    workshop.remove()
  }
}

function opensShops(value: unknown): value is (parts: Readonly<Record<string, unknown>>) => FastifyInstance {
  return typeof value === 'function'
}
