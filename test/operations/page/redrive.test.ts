import { describe, expect, it } from 'vitest'
import { type Office, officeOf } from './office.ts'

/** A shop with this many dead entries, whose handler works by now. */
async function afterTheFailure(dead: number): Promise<Office & { readonly handled: readonly (string | null)[] }> {
  const handled: (string | null)[] = []
  let isClosed = true
  const office = await officeOf(undefined, {
    payment: ({ clientReference }) => {
      if (isClosed) throw new Error('The ledger is closed')
      handled.push(clientReference)
    },
  })
  for (let number = 1; number <= dead; number++) {
    await office.push({}, { CheckoutId: `c-${number}`, ClientReference: `o-${number}` })
  }
  await office.settled()
  isClosed = false
  return { ...office, handled }
}

describe('a redrive of the operator’s page', () => {
  it('replays what a dry run has shown and a person has confirmed, the oldest first', async () => {
    const { ask, settled, handled } = await afterTheFailure(3)
    const { body: shown } = await ask('redrive/dry-run', { kinds: ['checkout'], limit: 2 })
    expect(shown).toEqual({
      fitting: 3,
      count: 2,
      limit: 2,
      until: expect.any(Number),
      confirmation: expect.any(String),
    })
    expect(handled).toEqual([])
    const { limit, until, confirmation } = shown
    const { body } = await ask('redrive', { kinds: ['checkout'], limit, until, confirmation })
    expect(body).toEqual({ redriven: 2, skipped: 0 })
    await settled()
    expect(handled.toSorted()).toEqual(['o-1', 'o-2'])
    expect((await ask('redrive', { kinds: ['checkout'], limit, until, confirmation })).body).toMatchObject({
      code: 'FMW_OPERATOR_CONFIRMATION',
    })
    await settled()
    expect(handled).toHaveLength(2)
  })

  it('is bound to its dry run: filter, time, limit and count', async () => {
    const { ask, push, handled } = await afterTheFailure(2)
    const { limit, until, confirmation } = (await ask('redrive/dry-run', { reference: 'o-1' })).body
    const confirmed = { reference: 'o-1', limit, until, confirmation }
    const others = [
      { ...confirmed, reference: 'o-2' },
      { ...confirmed, reference: undefined },
      { ...confirmed, kinds: ['deliveryReport'] },
      { ...confirmed, limit: 5 },
      { ...confirmed, until: until - 1 },
      { ...confirmed, until: undefined },
      { ...confirmed, confirmation: 'yes' },
    ]
    for (const other of others) {
      expect(await ask('redrive', other), JSON.stringify(other)).toMatchObject({
        status: 409,
        body: { code: 'FMW_OPERATOR_CONFIRMATION' },
      })
    }
    await push({}, { CheckoutId: 'later' })
    expect(handled).not.toContain('o-1')
  })

  it('leaves alone what died after the dry run, and what is not dead', async () => {
    const { ask, settled, handled, app } = await afterTheFailure(1)
    const { limit, until, confirmation } = (await ask('redrive/dry-run')).body
    const [{ name }] = (await ask('entries', { tab: 'dead' })).body.entries
    await ask('replay', { name })
    await settled()
    expect((await ask('redrive', { limit, until, confirmation })).status).toBe(409)
    expect(handled).toEqual(['o-1'])
    expect((await app.merchant.inbox.count()).done).toBe(1)
  })

  it.each([
    ['no confirmation', { limit: 1 }],
    ['no limit', { confirmation: 'x' }],
    ['a limit of nothing', { limit: 0, confirmation: 'x' }],
    ['a limit beyond reason', { limit: 10_001, confirmation: 'x' }],
    ['states of its own', { limit: 1, confirmation: 'x', states: ['done'] }],
    ['another body of the push', { limit: 1, confirmation: 'x', payload: '{}' }],
  ])('is refused with %s', async (_name, body) => {
    const { ask } = await officeOf()
    expect(await ask('redrive', body)).toMatchObject({ status: 400, body: { code: 'FMW_OPERATOR_REQUEST' } })
  })
})
