import { describe, expect, it, onTestFinished } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { eventually, freshDatabase, opened, sql } from './bench.ts'
import { proxyTo } from './proxy.ts'
import { done, entryOf, turnOf } from './samples.ts'

const url = await freshDatabase()

describe('the time of the server', () => {
  it('is not known before the server has answered', async () => {
    const user = postgresStore(url).open({ registration: 'default', log: silentLog })
    onTestFinished(() => user.close())
    expect(user.now?.()).toBeUndefined()
    await user.ready
    expect(user.now?.()).toBeGreaterThan(Date.now() - 60_000)
  })
})

describe('a process that was taken for dead', () => {
  it('goes on under another name, and what it held is lost to it', async () => {
    const schema = 'resumed'
    const { inbox, turns } = await opened(url, { schema })
    const held = await claimOf(inbox)
    const turn = await turns.open(turnOf('resumed'))
    const before = (await sql(url, `SELECT id FROM ${schema}.instances`)).rows
    // As another process does that did not hear of it for ten seconds.
    await sql(
      url,
      `UPDATE ${schema}.instances SET seen_at = now() - interval '11 seconds';
      SELECT ${schema}.beat_1(gen_random_uuid(), true, true, '{}')`,
    )
    const other = entryOf()
    expect(await inbox.accept(other, true)).toEqual({ status: 'accepted' })
    const ids = (await inbox.claim(10)).map(({ entry }) => entry.id)
    expect(ids.toSorted()).toEqual([held.entry.id, other.id].toSorted())
    expect(await inbox.settle(held, done)).toBe(false)
    expect(turn.status).toBe('opened')
    expect(await turns.open(turnOf('resumed'))).toMatchObject({ status: 'interrupted' })
    const after = (await sql(url, `SELECT id FROM ${schema}.instances`)).rows
    expect(after.filter(({ id }) => id === before[0].id)).toEqual([])
  })

  it('opens no turn under its old name', async () => {
    const schema = 'stranger'
    const { turns } = await opened(url, { schema })
    await sql(url, `DELETE FROM ${schema}.instances`)
    expect(await turns.open(turnOf('stranger'))).toMatchObject({ status: 'opened' })
    expect((await sql(url, `SELECT id FROM ${schema}.instances`)).rows).toHaveLength(1)
  })

  it('is refused when that happens to it again at once', async () => {
    const schema = 'haunted'
    const { inbox, turns } = await opened(url, { schema })
    // Signs of life that are never seen.
    await sql(
      url,
      `CREATE FUNCTION ${schema}.hide() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      DELETE FROM ${schema}.instances;
      CREATE TRIGGER hide BEFORE INSERT OR UPDATE ON ${schema}.instances FOR EACH ROW EXECUTE FUNCTION ${schema}.hide()`,
    )
    const refused = { code: 'FMW_STORE_UNAVAILABLE', message: expect.stringContaining('taken for dead') }
    await expect(inbox.claim(1)).rejects.toMatchObject(refused)
    await expect(turns.open(turnOf('haunted'))).rejects.toMatchObject(refused)
    await sql(url, `DROP TRIGGER hide ON ${schema}.instances`)
    expect(await inbox.claim(1)).toEqual([])
  })
})

describe('instances', () => {
  it('leave what they hold to others when the store is closed', async () => {
    const schema = 'left'
    const one = await opened(url, { schema })
    const other = await opened(url, { schema })
    const held = await claimOf(one.inbox)
    await one.turns.open(turnOf('left'))
    await one.close()
    expect((await other.inbox.claim(10)).map(({ entry }) => entry.id)).toEqual([held.entry.id])
    expect(await other.turns.open(turnOf('left'))).toMatchObject({ status: 'interrupted' })
  })

  it('that are open twice on one store close it with the last of them', async () => {
    const first = await opened(url, { schema: 'shared' })
    const second = first.store.open({ registration: 'tickets', log: silentLog })
    await second.ready
    await first.close()
    expect(await second.inbox.accept(entryOf(), false)).toEqual({ status: 'accepted' })
    await second.close()
    await second.close()
    await expect(second.inbox.accept(entryOf(), false)).rejects.toMatchObject({
      message: expect.stringContaining('it is closed'),
    })
  })

  it('that outlive an outage keep what they hold', async () => {
    const schema = 'outage'
    const proxies = [await proxyTo(url), await proxyTo(url)] as const
    const [one, other] = [await opened(proxies[0].url, { schema }), await opened(proxies[1].url, { schema })]
    const held = await claimOf(one.inbox)
    for (const proxy of proxies) proxy.cut()
    await eventually('an outage', () => (one.health().ok || other.health().ok ? undefined : true))
    // Longer ago than what is taken for dead.
    await sql(url, `UPDATE ${schema}.instances SET seen_at = now() - interval '11 seconds'`)
    for (const proxy of proxies) proxy.mend()
    await eventually('recovery', () => other.inbox.claim(10).catch(() => undefined))
    await eventually('a sign of life', async () => {
      const text = `SELECT 1 FROM ${schema}.instances WHERE seen_at > now() - interval '5 seconds'`
      return (await sql(url, text)).rowCount === 2 ? true : undefined
    })
    expect(await other.inbox.claim(10)).toEqual([])
    expect(await one.inbox.settle(held, done)).toBe(true)
  })
})

async function claimOf(inbox: Awaited<ReturnType<typeof opened>>['inbox']) {
  const acceptance = await inbox.accept(entryOf(), true)
  const claim = 'claim' in acceptance ? acceptance.claim : undefined
  if (claim === undefined) throw new Error('not claimed')
  return claim
}

it('The name of an instance that is gone goes with the next one that begins', async () => {
  const url = await freshDatabase()
  const schema = 'gone'
  await (await opened(url, { schema })).close()
  await opened(url, { schema })
  const text = `SELECT (SELECT count(*)::int FROM ${schema}.instance_names n JOIN ${schema}.instances i USING (id)) AS here,
    (SELECT count(*)::int FROM ${schema}.instance_names) AS all`
  expect((await sql(url, text)).rows).toEqual([{ here: 1, all: 1 }])
})
