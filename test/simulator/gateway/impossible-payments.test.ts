import { expect, it } from 'vitest'
import { openStranger } from './shop.ts'

const carts = [
  [[{ itemName: 'Tea', qty: -1, price: 2 }], /the qty of an Item is -1: it can't be paid/],
  [[{ itemName: 'Tea', qty: 0, price: 2 }], /the qty of an Item is 0: it can't be paid/],
  [[{ itemName: 'Tea', qty: 1, price: 0 }], /the price of an Item is 0: it can't be paid/],
  [[{ itemName: 'Tea', qty: 1, price: 1e15 }], /the price of an Item is 1000000000000000: it can't be paid/],
  [
    [
      { itemName: 'Tea', qty: 2, price: 5 },
      { itemName: 'Voucher', qty: 1, price: -4 },
    ],
    /the price of an Item is -4: it can't be paid/,
  ],
] as const

it.each(carts)('a cart that cannot be paid asks for nothing, and is told: %j', async (Item, problem) => {
  const { sim } = await openStranger((app) =>
    app.post<{ Body: { SessionId: string } }>('/programmable', ({ body: { SessionId } }) => ({
      SessionId,
      Type: 'AddToCart',
      Message: 'Pay',
      Item,
    })),
  )
  const user = sim.phone('+233000000000', { channel: 'webstore' })
  await user.dial()
  expect({ problem: user.problem, prompts: user.prompts }).toEqual({
    problem: expect.stringMatching(problem),
    prompts: [],
  })
})

it.each([
  [{ Amount: -5 }, /its Amount is -5: it asks for no payment/, 0],
  [{ Amount: 1.005 }, /its Amount is 1\.005: money has at most 2 decimals/, 1],
  [{ CallbackUrl: '/note' }, /its CallbackUrl is no whole http or https address: no notice can come/, 1],
  [{ CallbackUrl: 'ftp://shop.example/' }, /its CallbackUrl is no whole/, 1],
  [{ CallbackUrl: 'nonsense' }, /its CallbackUrl is no whole/, 1],
  [{ CallbackUrl: 'https://shop.example/note' }, /^$/, 1],
])('a Release with %j is told of', async (changed, problem, prompts) => {
  const asked = { Type: 'Release', Message: 'Approve', Amount: 5, CallbackUrl: 'http://127.0.0.1/note' }
  const { sim } = await openStranger((app) => app.post('/ussd', () => ({ ...asked, ...changed })))
  const phone = sim.phone('+233000000000')
  await phone.dial('*713#')
  expect(phone.problem ?? '').toMatch(problem)
  expect(phone.prompts).toHaveLength(prompts)
})

it('a price with a third decimal is told of, and the cart is paid in hundredths', async () => {
  const { sim } = await openStranger((app) =>
    app.post<{ Body: { SessionId: string } }>('/programmable', ({ body: { SessionId } }) => ({
      SessionId,
      Type: 'AddToCart',
      Message: 'Pay',
      Item: { itemName: 'Tea', qty: 0.5, price: 1.005 },
    })),
  )
  const user = sim.phone('+233000000000', { channel: 'webstore' })
  await user.dial()
  expect(user.problem).toMatch(/the price of an Item is 1\.005: money has at most 2 decimals/)
  expect(user.prompts).toMatchObject([{ amount: 0.5 }])
})
