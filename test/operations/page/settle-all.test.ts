import { expect, it } from 'vitest'
import { officeOf } from './office.ts'

/** A shop with three payments that need review. */
async function withReviews() {
  const office = await officeOf(undefined, {
    payment: () => {
      throw new Error('the ledger is closed')
    },
  })
  for (const number of [1, 2, 3]) await office.push({}, { CheckoutId: `c-${number}`, ClientReference: `o-${number}` })
  await office.settled()
  return office
}

it('settles the reviews that a dry run has counted and a person has confirmed, with one note', async () => {
  const { ask, app } = await withReviews()
  const { body: shown } = await ask('settle-all/dry-run', { limit: 2 })
  expect(shown).toMatchObject({ fitting: 3, count: 2, limit: 2 })
  const { limit, until, confirmation } = shown
  const order = { limit, until, confirmation, note: 'handed over by hand' }
  expect((await ask('settle-all', order)).body).toEqual({ settled: 2, skipped: 0 })
  const { entries } = await app.merchant.inbox.list({ needsReview: true })
  expect(entries).toHaveLength(1)
  expect((await ask('settle-all', order)).body).toMatchObject({
    code: 'FMW_OPERATOR_CONFIRMATION',
    message: expect.stringMatching(/^Nothing was done: /),
  })
  const { lines } = (await ask('trail')).body
  expect(lines).toMatchObject([
    { by: 'Ama', act: 'settle', entry: null, about: { done: 2, skipped: 0 } },
    { by: 'Ama', act: 'settle', entry: expect.stringContaining('checkout:') },
    { by: 'Ama', act: 'settle', entry: expect.stringContaining('checkout:') },
    { by: 'Ama', act: 'settle', entry: null, about: { count: 2 }, reason: 'handed over by hand' },
  ])
})

it('takes no confirmation of a redrive, and asks for a note', async () => {
  const { ask, app } = await withReviews()
  const { limit, until, confirmation } = (await ask('redrive/dry-run')).body
  const order = { limit, until, confirmation, note: 'looked at' }
  expect(await ask('settle-all', order)).toMatchObject({ status: 409 })
  const { note: _note, ...bare } = order
  expect(await ask('settle-all', bare)).toMatchObject({ status: 400 })
  expect((await app.merchant.inbox.list({ needsReview: true })).entries).toHaveLength(3)
})
