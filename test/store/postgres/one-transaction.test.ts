import type { PoolClient } from 'pg'
import { describe, expect, it } from 'vitest'
import type { Claim } from '../../../src/store/inbox-store.ts'
import { attemptAt, freshDatabase, opened, sql } from './bench.ts'

const url = await freshDatabase()
await sql(url, 'CREATE TABLE effects (id text, what text)')

describe('a second transaction of one attempt', () => {
  it('is refused once the first has committed', async () => {
    const { store, inbox } = await opened(url)
    const { attempt } = await attemptAt({ inbox })
    await store.transaction(attempt, async () => undefined)
    await expect(store.transaction(attempt, async () => undefined)).rejects.toMatchObject({
      code: 'FMW_STORE_ARGUMENT',
      message: expect.stringContaining('do all of it in one'),
    })
  })

  it('is refused while the first is open, before its function runs, and the first is rolled back', async () => {
    const { store, inbox } = await opened(url)
    const { attempt, claim } = await attemptAt({ inbox })
    let ran = false
    const first = store.transaction(attempt, (tx) => write(tx, claim, 'sale'))
    const second = store.transaction(attempt, async () => {
      ran = true
    })
    await expect(second).rejects.toMatchObject(isOpen)
    await expect(first).rejects.toMatchObject(isOpen)
    expect(ran).toBe(false)
    expect(await effectsOf(claim)).toEqual([])
    expect((await inbox.get('default', claim.entry.id))?.state).toBe('running')
  })

  it('is refused inside the first, which is rolled back by that', async () => {
    const { store, inbox } = await opened(url)
    const { attempt, claim } = await attemptAt({ inbox })
    const outer = store.transaction(attempt, async (tx) => {
      await write(tx, claim, 'sale')
      await store.transaction(attempt, (inner) => write(inner, claim, 'stock'))
    })
    await expect(outer).rejects.toMatchObject(isOpen)
    expect(await effectsOf(claim)).toEqual([])
    expect((await inbox.get('default', claim.entry.id))?.state).toBe('running')
  })

  it('is refused inside the first, which is rolled back though it goes on', async () => {
    const { store, inbox } = await opened(url)
    const { attempt, claim } = await attemptAt({ inbox })
    const outer = store.transaction(attempt, async (tx) => {
      await write(tx, claim, 'sale')
      await store.transaction(attempt, (inner) => write(inner, claim, 'stock')).catch(() => undefined)
    })
    await expect(outer).rejects.toMatchObject(isOpen)
    expect(await effectsOf(claim)).toEqual([])
  })

  it.each([
    ['by its own error', async () => Promise.reject(new Error('the ledger is closed'))],
    ['by a second', async (again: () => Promise<unknown>) => again()],
  ])('may begin when the first was rolled back %s', async (_how, end) => {
    const { store, inbox } = await opened(url)
    const { attempt, claim } = await attemptAt({ inbox })
    const first = store.transaction(attempt, async (tx) => {
      await write(tx, claim, 'sale')
      await end(() => store.transaction(attempt, async () => undefined))
    })
    await expect(first).rejects.toThrow(/ledger is closed|transaction open/)
    await store.transaction(attempt, (tx) => write(tx, claim, 'refusal'))
    expect(await effectsOf(claim)).toEqual(['refusal'])
    expect((await inbox.get('default', claim.entry.id))?.state).toBe('done')
  })
})

describe('a function that ends its transaction by itself', () => {
  it.each([
    ['ROLLBACK', []],
    ['COMMIT', ['before']],
    ['ROLLBACK; BEGIN', []],
    ['COMMIT; BEGIN', ['before']],
    ['ROLLBACK AND CHAIN', []],
    ['COMMIT AND CHAIN', ['before']],
  ])('settles nothing, and is told so: %s', async (words, kept) => {
    const { store, inbox } = await opened(url)
    const { attempt, claim } = await attemptAt({ inbox })
    const run = store.transaction(attempt, async (tx) => {
      await write(tx, claim, 'before')
      await tx.query(words)
    })
    await expect(run).rejects.toMatchObject({
      code: 'FMW_STORE_ARGUMENT',
      message: expect.stringContaining('COMMIT or ROLLBACK'),
    })
    expect(await effectsOf(claim)).toEqual(kept)
    expect((await inbox.get('default', claim.entry.id))?.state).toBe('running')
    expect(inbox.hasEnded?.(claim)).toBe(false)
  })

  it('takes nothing from the next one on its connection, nor leaves it anything', async () => {
    const { store, inbox } = await opened(url, { connections: 5 })
    const [one, other] = [await attemptAt({ inbox }), await attemptAt({ inbox })]
    await store.transaction(one.attempt, (tx) => write(tx, one.claim, 'sale'))
    const ended = store.transaction(other.attempt, (tx) => tx.query('ROLLBACK'))
    await expect(ended).rejects.toMatchObject({ code: 'FMW_STORE_ARGUMENT' })
    await store.transaction(other.attempt, (tx) => write(tx, other.claim, 'sale'))
    expect(await effectsOf(other.claim)).toEqual(['sale'])
  })

  it.each([
    ['a savepoint that it goes back to', 'SAVEPOINT s; SELECT 1; ROLLBACK TO SAVEPOINT s'],
    ['another isolation', 'SET TRANSACTION ISOLATION LEVEL SERIALIZABLE'],
    ['a setting of its own', `SET LOCAL search_path = nowhere; SET LOCAL timezone = 'Asia/Tokyo'`],
  ])('is not meant where it has %s', async (_what, words) => {
    const { store, inbox } = await opened(url)
    const { attempt, claim } = await attemptAt({ inbox })
    await store.transaction(attempt, async (tx) => {
      await tx.query(words)
      await write(tx, claim, 'sale')
    })
    expect(await effectsOf(claim)).toEqual(['sale'])
    expect((await inbox.get('default', claim.entry.id))?.state).toBe('done')
  })
})

const isOpen = { code: 'FMW_STORE_ARGUMENT', message: expect.stringContaining('has a transaction open') }

async function write(tx: PoolClient, { entry }: Claim, what: string): Promise<void> {
  await tx.query('INSERT INTO public.effects VALUES ($1, $2)', [entry.id, what])
}

async function effectsOf({ entry }: Claim): Promise<unknown[]> {
  const { rows } = await sql(url, 'SELECT what FROM effects WHERE id = $1', [entry.id])
  return rows.map(({ what }) => what)
}
