import { describe, expect, it } from 'vitest'
import { officeOf } from './office.ts'

/** A shop with this many payments that died and need review, and one that came before them and fails later: `older`. */
async function withOneBefore(dead: number) {
  const handled: (string | null)[] = []
  const failing = new Set(['older'])
  for (let number = 1; number <= dead; number++) failing.add(`o-${number}`)
  let openOlder: (() => void) | undefined
  const older = new Promise<void>((resolve) => {
    openOlder = resolve
  })
  const office = await officeOf(undefined, {
    payment: async ({ clientReference }) => {
      const reference = String(clientReference)
      if (reference === 'older') await older
      if (failing.has(reference)) throw new Error('The ledger is closed')
      handled.push(reference)
    },
  })
  await office.push({}, { CheckoutId: 'older', ClientReference: 'older' })
  for (let number = 1; number <= dead; number++) {
    await office.push({}, { CheckoutId: `c-${number}`, ClientReference: `o-${number}` })
  }
  const deadIs = (count: number) =>
    expect.poll(async () => (await office.app.merchant.inbox.count()).dead, { timeout: 10_000 }).toBe(count)
  await deadIs(dead)
  return {
    ...office,
    handled,
    deadIs,
    heal: () => failing.clear(),
    openOlder: () => openOlder?.(),
    /** The entry that came first dies now. */
    olderDies: async () => {
      const { dead: before } = await office.app.merchant.inbox.count()
      openOlder?.()
      await deadIs(before + 1)
    },
    /** Somebody replays one alone, and it's done. */
    replayed: async (reference: string) => {
      const { entries } = (await office.ask('entries', { tab: 'dead', reference })).body
      failing.delete(reference)
      await office.ask('replay', { name: entries[0].name })
      await expect.poll(() => handled).toContain(reference)
    },
  }
}

describe('what a dry run has shown is confirmed for those entries alone', () => {
  it.each([
    { dead: 1, limit: 100 },
    { dead: 3, limit: 2 },
  ])('a redrive of at most $limit is refused when as many others fit', async ({ dead, limit }) => {
    const { ask, replayed, olderDies, heal, handled, deadIs } = await withOneBefore(dead)
    const { fitting, count, until, confirmation } = (await ask('redrive/dry-run', { limit })).body
    await replayed('o-1')
    await olderDies()
    heal()
    expect((await ask('redrive/dry-run', { limit, until })).body).toMatchObject({ fitting, count })
    expect(await ask('redrive', { limit, until, confirmation })).toMatchObject({
      status: 409,
      body: { code: 'FMW_OPERATOR_CONFIRMATION' },
    })
    await deadIs(dead)
    expect(handled).toEqual(['o-1'])
  })

  it('reviews are not settled when as many others need one', async () => {
    const { ask, olderDies, app } = await withOneBefore(1)
    const { count, limit, until, confirmation } = (await ask('settle-all/dry-run')).body
    const [entry] = (await app.merchant.inbox.list({ needsReview: true })).entries
    await app.merchant.inbox.settleReview(entry?.id ?? '', { by: 'Ama' })
    await olderDies()
    expect((await ask('settle-all/dry-run', { limit, until })).body).toMatchObject({ count })
    const order = { limit, until, confirmation, note: 'handed over by hand' }
    expect(await ask('settle-all', order)).toMatchObject({ status: 409 })
    expect((await app.merchant.inbox.list({ needsReview: true })).entries).toMatchObject([{ reference: 'older' }])
  })

  it('the same entries may be replayed, also when one was replayed and died again', async () => {
    const { ask, deadIs, app, heal, handled, openOlder } = await withOneBefore(2)
    const { limit, until, confirmation } = (await ask('redrive/dry-run')).body
    const [{ id } = { id: '' }] = (await app.merchant.inbox.list({ states: 'dead' })).entries
    await app.merchant.inbox.replay(id)
    await expect.poll(async () => (await app.merchant.inbox.get(id)).attempts.length).toBe(2)
    await deadIs(2)
    heal()
    expect((await ask('redrive', { limit, until, confirmation })).body).toEqual({ redriven: 2 })
    await expect.poll(() => handled.toSorted()).toEqual(['o-1', 'o-2'])
    openOlder()
  })
})
