import { describe, expect, it } from 'vitest'
import { officeOf } from './office.ts'

/** A shop with this many payments that died and need review, and one that came before or after them and fails later: `late`. */
async function withOneLate(dead: number, came: 'before' | 'after' = 'before') {
  const handled: (string | null)[] = []
  const failing = new Set(['late'])
  for (let number = 1; number <= dead; number++) failing.add(`o-${number}`)
  let openLate: (() => void) | undefined
  const late = new Promise<void>((resolve) => {
    openLate = resolve
  })
  const office = await officeOf(undefined, {
    payment: async ({ clientReference }) => {
      const reference = String(clientReference)
      if (reference === 'late') await late
      if (failing.has(reference)) throw new Error('The ledger is closed')
      handled.push(reference)
    },
  })
  const comes = () => office.push({}, { CheckoutId: 'late', ClientReference: 'late' })
  if (came === 'before') await comes()
  for (let number = 1; number <= dead; number++) {
    await office.push({}, { CheckoutId: `c-${number}`, ClientReference: `o-${number}` })
  }
  if (came === 'after') await comes()
  const deadIs = (count: number) =>
    expect.poll(async () => (await office.app.merchant.inbox.count()).dead, { timeout: 10_000 }).toBe(count)
  await deadIs(dead)
  return {
    ...office,
    handled,
    deadIs,
    heal: () => failing.clear(),
    openLate: () => openLate?.(),
    /** It dies now. */
    lateDies: async () => {
      const { dead: before } = await office.app.merchant.inbox.count()
      openLate?.()
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
    const { ask, replayed, lateDies, heal, handled, deadIs } = await withOneLate(dead)
    const { fitting, count, until, confirmation } = (await ask('redrive/dry-run', { limit })).body
    await replayed('o-1')
    await lateDies()
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
    const { ask, lateDies, app } = await withOneLate(1)
    const { count, limit, until, confirmation } = (await ask('settle-all/dry-run')).body
    const [entry] = (await app.merchant.inbox.list({ needsReview: true })).entries
    await app.merchant.inbox.settleReview(entry?.id ?? '', { by: 'Ama' })
    await lateDies()
    expect((await ask('settle-all/dry-run', { limit, until })).body).toMatchObject({ count })
    const order = { limit, until, confirmation, note: 'handed over by hand' }
    expect(await ask('settle-all', order)).toMatchObject({ status: 409 })
    expect((await app.merchant.inbox.list({ needsReview: true })).entries).toMatchObject([{ reference: 'late' }])
  })

  it('one that dies behind the limit changes nothing: the same entries are replayed', async () => {
    const { ask, lateDies, heal, handled } = await withOneLate(2, 'after')
    const { limit, until, confirmation, ...shown } = (await ask('redrive/dry-run', { limit: 1 })).body
    expect(shown).toEqual({ fitting: 2, count: 1 })
    await lateDies()
    heal()
    expect((await ask('redrive', { limit, until, confirmation })).body).toEqual({ redriven: 1, skipped: 0 })
    await expect.poll(() => handled).toEqual(['o-1'])
  })

  it('the same entries are not replayed again when somebody replayed one and it died again', async () => {
    const { ask, deadIs, app, heal, handled, openLate } = await withOneLate(2)
    const { limit, until, confirmation } = (await ask('redrive/dry-run')).body
    const [{ id } = { id: '' }] = (await app.merchant.inbox.list({ states: 'dead' })).entries
    await app.merchant.inbox.replay(id)
    await expect.poll(async () => (await app.merchant.inbox.get(id)).attempts.length).toBe(2)
    await deadIs(2)
    heal()
    expect(await ask('redrive', { limit, until, confirmation })).toMatchObject({
      status: 409,
      body: { code: 'FMW_OPERATOR_CONFIRMATION' },
    })
    expect(handled).toEqual([])
    const again = (await ask('redrive/dry-run', { limit, until })).body
    const order = { limit, until, confirmation: again.confirmation }
    expect((await ask('redrive', order)).body).toEqual({ redriven: 2, skipped: 0 })
    await expect.poll(() => handled.toSorted()).toEqual(['o-1', 'o-2'])
    openLate()
  })
})
