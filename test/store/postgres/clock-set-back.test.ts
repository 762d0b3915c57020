import { expect, it } from 'vitest'
import { eventually, freshDatabase, opened, sql } from './bench.ts'
import { attemptOf, entryOf, turnOf } from './samples.ts'

const url = await freshDatabase()

it('where the server clock is set back two days, nothing waits or is held for longer than it was meant to', async () => {
  const schema = 'set_back'
  const { inbox, turns } = await opened(url, { schema })
  const acceptance = await inbox.accept(entryOf({ identityFor: 300_000 }), true)
  const claim = 'claim' in acceptance ? acceptance.claim : undefined
  if (claim === undefined) throw new Error('not claimed')
  await inbox.settle(claim, { state: 'waiting', retryIn: 60_000, attempt: attemptOf(1, 'no') })
  await turns.open(turnOf('session', { expiry: 90_000 }))
  // As all of it was written while the clock was ahead.
  await sql(
    url,
    `UPDATE ${schema}.clock SET seen_at = clock_timestamp() + interval '2 days';
    UPDATE ${schema}.instances SET seen_at = seen_at + interval '2 days';
    UPDATE ${schema}.active SET due_at = due_at + interval '2 days';
    UPDATE ${schema}.sessions SET expires_at = expires_at + interval '2 days', swept_from = swept_from + interval '2 days';
    UPDATE ${schema}.identities SET accepted_at = accepted_at + interval '2 days', expires_at = expires_at + interval '2 days'`,
  )
  await opened(url, { schema })
  const longest = async (table: string, column: string) => {
    const { rows } = await sql(
      url,
      `SELECT ceil(extract(epoch FROM max(${column}) - now()))::int AS s FROM ${schema}.${table}`,
    )
    return rows[0].s
  }
  expect(await longest('active', 'due_at')).toBeLessThanOrEqual(60)
  expect(await longest('instances', 'seen_at')).toBeLessThanOrEqual(0)
  expect(await longest('sessions', 'expires_at')).toBeLessThanOrEqual(90)
  expect(await longest('sessions', 'swept_from')).toBeLessThanOrEqual(90)
  expect(await longest('identities', 'expires_at')).toBeLessThanOrEqual(300)
  expect(await longest('identities', 'accepted_at')).toBeLessThanOrEqual(0)
})

it('where the server clock is set forward, nobody is taken for dead by that', async () => {
  const schema = 'set_forward'
  await opened(url, { schema })
  const other = () => sql(url, `SELECT 1 FROM ${schema}.instances WHERE id = '00000000-0000-0000-0000-000000000001'`)
  const silentSince = `INSERT INTO ${schema}.instances (id, seen_at)
    VALUES ('00000000-0000-0000-0000-000000000001', clock_timestamp() - interval '11 seconds')`
  await sql(url, silentSince)
  await eventually('the end of one that gives no sign', async () => ((await other()).rowCount === 0 ? true : undefined))
  await sql(
    url,
    `BEGIN;
    CREATE OR REPLACE FUNCTION ${schema}.tell_time_1() RETURNS double precision LANGUAGE sql AS
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000 + 3600000)::double precision';
    CREATE TABLE ${schema}.seen AS SELECT max(seen_at) AS at FROM ${schema}.instances;
    ${silentSince};
    COMMIT`,
  )
  await eventually('a sign of life after that', async () => {
    const text = `SELECT 1 FROM ${schema}.instances i, ${schema}.seen s WHERE i.seen_at > s.at`
    return (await sql(url, text)).rowCount === 1 ? true : undefined
  })
  expect((await other()).rowCount).toBe(1)
})
