import { beforeAll, describe, expect, it } from 'vitest'
import type { Claim } from '../../../src/store/inbox-store.ts'
import { readClaim } from '../../../src/store/postgres/inbox/settle-claims.ts'
import { Semaphore, untilAborted } from '../../../src/store/postgres/server/semaphore.ts'
import { attemptAt, eventually, freshDatabase, opened, sql } from './bench.ts'
import { proxyTo } from './proxy.ts'
import { attemptOf, done, entryOf } from './samples.ts'

let url = ''
beforeAll(async () => {
  url = await freshDatabase()
  await sql(url, `CREATE TABLE effects (id text, UNIQUE (id) DEFERRABLE INITIALLY DEFERRED)`)
})

describe('store.transaction', () => {
  it('commits what the application did and the end of the entry together', async () => {
    const { store, inbox } = await opened(url)
    const { attempt, claim } = await attemptAt({ inbox })
    const result = await store.transaction(attempt, async (tx) => {
      await tx.query('INSERT INTO effects VALUES ($1)', [claim.entry.id])
      return 'settled'
    })
    expect(result).toBe('settled')
    expect(await effectsOf(claim)).toBe(1)
    const entry = await inbox.get('default', claim.entry.id)
    expect(entry).toMatchObject({ state: 'done', failures: 0, attempts: [{ number: 1, error: null, replay: false }] })
    expect(entry?.finishedAt).toEqual(expect.any(Number))
  })

  it('commits the review of the entry with it', async () => {
    const { store, inbox } = await opened(url)
    const { attempt, claim } = await attemptAt({ inbox }, undefined, { review: ['overpaid'] })
    await store.transaction(attempt, async () => undefined)
    expect(await inbox.get('default', claim.entry.id)).toMatchObject({
      state: 'done',
      review: { reasons: ['overpaid'], settledAt: null },
    })
  })

  it('has the entry settled when the inbox settles it afterwards, once', async () => {
    const { store, inbox } = await opened(url)
    const { attempt, claim } = await attemptAt({ inbox })
    await store.transaction(attempt, async () => undefined)
    expect(await inbox.settle(claim, done)).toBe(true)
    expect(await inbox.settle(claim, done)).toBe(false)
    expect((await inbox.get('default', claim.entry.id))?.attempts).toHaveLength(1)
  })

  it('leaves a done entry done when the handler fails after it', async () => {
    const { store, inbox } = await opened(url)
    const { attempt, claim } = await attemptAt({ inbox })
    expect(inbox.hasEnded?.(claim)).toBe(false)
    await store.transaction(attempt, async () => undefined)
    expect(inbox.hasEnded?.(claim)).toBe(true)
    expect(await inbox.settle(claim, { state: 'dead', attempt: attemptOf(1, 'later') })).toBe(false)
    expect(await inbox.get('default', claim.entry.id)).toMatchObject({ state: 'done', failures: 0 })
  })

  it('has the entry done for a settlement that was on its way while it committed', async () => {
    const proxy = await proxyTo(url)
    const { store, inbox } = await opened(proxy.url)
    const { attempt, claim } = await attemptAt({ inbox })
    const hear = proxy.holdAfter('settle_and_accept_1')
    let settling: Promise<boolean> | boolean | undefined
    await store.transaction(attempt, async (tx) => {
      await tx.query('INSERT INTO effects VALUES ($1)', [claim.entry.id])
      await tx.query('SELECT pg_advisory_xact_lock($1)', [readClaim(claim).laneKey])
      settling = inbox.settle(claim, done)
      const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`
      await eventually('the settlement', async () => (await sql(url, waiting)).rowCount || undefined)
    })
    hear()
    expect(await settling).toBe(true)
    expect((await inbox.get('default', claim.entry.id))?.state).toBe('done')
    expect(await effectsOf(claim)).toBe(1)
  })

  it('has no effect where the entry was settled before it ended', async () => {
    const { store, inbox } = await opened(url)
    const { attempt, claim } = await attemptAt({ inbox })
    const run = store.transaction(attempt, async (tx) => {
      await tx.query('INSERT INTO effects VALUES ($1)', [claim.entry.id])
      expect(await inbox.settle(claim, done)).toBe(true)
    })
    await expect(run).rejects.toMatchObject({ code: 'FMW_ATTEMPT_LOST' })
    expect(await effectsOf(claim)).toBe(0)
  })

  it('rolls back when the application throws, with its own error, and leaves the claim as it is', async () => {
    const { store, inbox } = await opened(url)
    const { attempt, claim } = await attemptAt({ inbox })
    const error = new Error('the ledger is closed')
    const run = store.transaction(attempt, async (tx) => {
      await tx.query('INSERT INTO effects VALUES ($1)', [claim.entry.id])
      throw error
    })
    await expect(run).rejects.toBe(error)
    expect(await effectsOf(claim)).toBe(0)
    expect((await inbox.get('default', claim.entry.id))?.state).toBe('running')
    await store.transaction(attempt, async () => undefined)
    expect((await inbox.get('default', claim.entry.id))?.state).toBe('done')
  })

  it('rolls back when another has taken the entry over', async () => {
    const { store, inbox } = await opened(url)
    const { attempt, claim } = await attemptAt({ inbox })
    await inbox.settle(claim, { state: 'handedBack' })
    const run = store.transaction(attempt, (tx) => tx.query('INSERT INTO effects VALUES ($1)', [claim.entry.id]))
    await expect(run).rejects.toMatchObject({
      code: 'FMW_ATTEMPT_LOST',
      message: expect.stringContaining(claim.entry.id),
    })
    expect(await effectsOf(claim)).toBe(0)
    expect((await inbox.get('default', claim.entry.id))?.state).toBe('waiting')
  })

  it('frees the lane for the next entry', async () => {
    const { store, inbox } = await opened(url)
    const { attempt, claim } = await attemptAt({ inbox })
    const next = entryOf({ lane: claim.entry.lane })
    await inbox.accept(next, false)
    const claimedInLane = async () =>
      (await inbox.claim(10)).map(({ entry }) => entry).filter(({ lane }) => lane === next.lane)
    expect(await claimedInLane()).toEqual([])
    let rings = 0
    inbox.onWork(() => rings++)
    await store.transaction(attempt, async () => undefined)
    const before = rings
    expect(await inbox.settle(claim, done)).toBe(true)
    await eventually('word of the next', () => (rings > before ? true : undefined), 500)
    expect(await claimedInLane()).toMatchObject([{ id: next.id }])
  })

  it('refuses an attempt that is not of this store', async () => {
    const { store } = await opened(url)
    const other = await opened(url)
    const { attempt } = await attemptAt(other)
    for (const stranger of [attempt, {}]) {
      await expect(store.transaction(stranger, async () => undefined)).rejects.toMatchObject({
        code: 'FMW_STORE_ARGUMENT',
      })
    }
  })

  it('refuses work that is no function, and leaves the entry as it is', async () => {
    const { store, inbox } = await opened(url)
    const { attempt, claim } = await attemptAt({ inbox })
    const given: readonly unknown[] = [attempt, 'x']
    await expect(Reflect.apply(store.transaction, store, given)).rejects.toMatchObject({
      code: 'FMW_STORE_ARGUMENT',
      message: 'The store was given work that is no function: give async (tx) => …',
    })
    expect(await inbox.get('default', claim.entry.id)).toMatchObject({ state: 'running' })
  })

  it('tells the error of a constraint that is looked at only at the commit', async () => {
    const { store, inbox } = await opened(url)
    const { attempt, claim } = await attemptAt({ inbox })
    const run = store.transaction(attempt, async (tx) => {
      await tx.query('INSERT INTO effects VALUES ($1), ($1)', [claim.entry.id])
    })
    await expect(run).rejects.toMatchObject({ code: '23505' })
    expect(await effectsOf(claim)).toBe(0)
    expect((await inbox.get('default', claim.entry.id))?.state).toBe('running')
  })

  it('commits nothing when a statement failed and the application went on', async () => {
    const { store, inbox } = await opened(url)
    const { attempt, claim } = await attemptAt({ inbox })
    const run = store.transaction(attempt, async (tx) => {
      await tx.query('INSERT INTO effects VALUES ($1)', [claim.entry.id])
      await tx.query('SELECT 1/0').catch(() => undefined)
    })
    await expect(run).rejects.toMatchObject({ code: '25P02' })
    expect(await effectsOf(claim)).toBe(0)
    expect((await inbox.get('default', claim.entry.id))?.state).toBe('running')
  })

  it('leaves connections to the store however many run', async () => {
    const { store, inbox } = await opened(url, { connections: 5 })
    const attempts = await Promise.all(Array.from({ length: 6 }, () => attemptAt({ inbox })))
    let running = 0
    let most = 0
    const gate = Promise.withResolvers<void>()
    const all = attempts.map(({ attempt }) =>
      store.transaction(attempt, async () => {
        most = Math.max(most, ++running)
        await gate.promise
        running--
      }),
    )
    // Five connections: one listens, one is for pushes, one for turns.
    expect(await inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
    gate.resolve()
    await Promise.all(all)
    expect(most).toBe(2)
  })
})

describe('store.transaction on a connection that breaks', () => {
  it('has happened when the commit came through and only its answer was lost', async () => {
    const proxy = await proxyTo(url)
    const { store, inbox } = await opened(proxy.url)
    const { attempt, claim } = await attemptAt({ inbox })
    const sprung = proxy.cutAfter('COMMIT')
    const result = await store.transaction(attempt, async (tx) => {
      await tx.query('INSERT INTO effects VALUES ($1)', [claim.entry.id])
      return 'settled'
    })
    await sprung
    expect(result).toBe('settled')
    expect(await effectsOf(claim)).toBe(1)
    expect(await inbox.settle(claim, done)).toBe(true)
  })

  it('has not happened when the commit did not come through', async () => {
    const proxy = await proxyTo(url)
    const { store, inbox } = await opened(proxy.url)
    const { attempt, claim } = await attemptAt({ inbox })
    const sprung = proxy.cutAfter('COMMIT', 'kept')
    const run = store.transaction(attempt, (tx) => tx.query('INSERT INTO effects VALUES ($1)', [claim.entry.id]))
    await expect(run).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    await sprung
    expect(await effectsOf(claim)).toBe(0)
    expect((await inbox.get('default', claim.entry.id))?.state).toBe('running')
  })

  it('is looked for until the server can be asked again', async () => {
    const proxy = await proxyTo(url)
    const { store, inbox } = await opened(proxy.url)
    const { attempt, claim } = await attemptAt({ inbox })
    const sprung = proxy.cutAfter('COMMIT')
    const run = store.transaction(attempt, (tx) => tx.query('INSERT INTO effects VALUES ($1)', [claim.entry.id]))
    await sprung
    proxy.cut()
    setTimeout(() => proxy.mend(), 1_200)
    await run
    expect(await effectsOf(claim)).toBe(1)
  })

  it('is told as not known when the server stays away', async () => {
    const proxy = await proxyTo(url)
    const { store, inbox } = await opened(proxy.url)
    const { attempt, claim } = await attemptAt({ inbox })
    const sprung = proxy.cutAfter('COMMIT')
    const run = store.transaction(attempt, (tx) => tx.query('INSERT INTO effects VALUES ($1)', [claim.entry.id]))
    sprung.then(() => proxy.cut())
    await expect(run).rejects.toMatchObject({
      code: 'FMW_STORE_UNAVAILABLE',
      message: expect.stringContaining('did not tell whether the transaction was committed'),
    })
    expect(await effectsOf(claim)).toBe(1)
  })

  it('is told as not known as soon as the store is closed', async () => {
    const proxy = await proxyTo(url)
    const { store, inbox, close } = await opened(proxy.url)
    const { attempt, claim } = await attemptAt({ inbox })
    const sprung = proxy.cutAfter('COMMIT')
    const run = store.transaction(attempt, (tx) => tx.query('INSERT INTO effects VALUES ($1)', [claim.entry.id]))
    const closed = sprung.then(() => {
      proxy.cut()
      return close()
    })
    await expect(run).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    await closed
  })

  it('is told as not usable when it breaks before the commit', async () => {
    const proxy = await proxyTo(url)
    const { store, inbox } = await opened(proxy.url)
    const { attempt, claim } = await attemptAt({ inbox })
    const sprung = proxy.cutAfter('settle_1', 'kept')
    const run = store.transaction(attempt, (tx) => tx.query('INSERT INTO effects VALUES ($1)', [claim.entry.id]))
    await expect(run).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    await sprung
    expect(await effectsOf(claim)).toBe(0)
  })

  it('tells the error that the application met on it', async () => {
    const proxy = await proxyTo(url)
    const { store, inbox } = await opened(proxy.url)
    const { attempt, claim } = await attemptAt({ inbox })
    const run = store.transaction(attempt, async (tx) => {
      await tx.query('INSERT INTO effects VALUES ($1)', [claim.entry.id])
      proxy.breakAll()
      await tx.query('SELECT 1')
    })
    await expect(run).rejects.toThrow(/ECONNRESET|Connection terminated|not queryable/)
    expect(await effectsOf(claim)).toBe(0)
  })
})

describe('a transaction that outlives its attempt', () => {
  it('is rolled back where the server ends it, because it waited for something else for too long', async () => {
    const limited = new URL(url)
    limited.searchParams.set('options', '-c idle_in_transaction_session_timeout=200')
    const { store, inbox } = await opened(limited.href)
    const { attempt, claim } = await attemptAt({ inbox })
    const waiting = store.transaction(attempt, async (tx) => {
      await tx.query('INSERT INTO effects VALUES ($1)', [claim.entry.id])
      const sessions = `SELECT FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND datname = current_database()`
      await eventually('its end', async () => ((await sql(url, sessions)).rowCount === 0 ? true : undefined))
      await tx.query('SELECT 1')
    })
    await expect(waiting).rejects.toThrow()
    expect(await effectsOf(claim)).toBe(0)
    expect((await inbox.get('default', claim.entry.id))?.state).not.toBe('done')
    const { attempt: next, claim: other } = await attemptAt({ inbox })
    await store.transaction(next, (tx) => tx.query('INSERT INTO effects VALUES ($1)', [other.entry.id]))
    expect(await effectsOf(other)).toBe(1)
  })

  it('is rolled back when the attempt is over, and its connection is free for others', async () => {
    const { store, inbox } = await opened(url)
    const signals = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const controller = new AbortController()
        const { attempt, claim } = await attemptAt({ inbox }, controller.signal)
        const run = store.transaction(attempt, async (tx) => {
          await tx.query('INSERT INTO effects VALUES ($1)', [claim.entry.id])
          return new Promise<never>(() => undefined)
        })
        return { controller, claim, run: run.catch((error: unknown) => error) }
      }),
    )
    const reason = new Error('the attempt is over')
    for (const { controller } of signals) controller.abort(reason)
    expect(await Promise.all(signals.map(({ run }) => run))).toEqual(signals.map(() => reason))
    const { attempt, claim } = await attemptAt({ inbox }, new AbortController().signal)
    await store.transaction(attempt, (tx) => tx.query('INSERT INTO effects VALUES ($1)', [claim.entry.id]))
    expect(await effectsOf(claim)).toBe(1)
    for (const { claim } of signals) expect(await effectsOf(claim)).toBe(0)
  })

  it('does not begin when the attempt is over already', async () => {
    const { store, inbox } = await opened(url)
    const reason = new Error('the attempt is over')
    const { attempt } = await attemptAt({ inbox }, AbortSignal.abort(reason))
    let ran = false
    const run = store.transaction(attempt, async () => {
      ran = true
    })
    await expect(run).rejects.toBe(reason)
    expect(ran).toBe(false)
  })

  it('gives its place on when it was let in at the moment in which it was over', async () => {
    const semaphore = new Semaphore(() => 1)
    const first = Promise.withResolvers<void>()
    const inside = semaphore.pass(() => first.promise)
    const controller = new AbortController()
    const second = semaphore.pass(
      async () => 'second',
      (room) => untilAborted(() => room, controller.signal),
    )
    const third = semaphore.pass(async () => 'third')
    first.resolve()
    inside.then(() => controller.abort(new Error('over')))
    await inside
    controller.abort(new Error('over'))
    await second.catch(() => undefined)
    expect(await third).toBe('third')
    expect(await semaphore.pass(async () => 'fourth')).toBe('fourth')
  })
})

async function effectsOf({ entry }: Claim): Promise<number> {
  const { rowCount } = await sql(url, 'SELECT 1 FROM effects WHERE id = $1', [entry.id])
  return rowCount ?? 0
}
