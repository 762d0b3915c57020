import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import type { Claim, InboxStore, Settlement } from '../../../src/store/inbox-store.ts'
import { eventually, freshDatabase, opened, sql } from './bench.ts'
import { attemptOf, entryOf } from './samples.ts'

const url = await freshDatabase()

async function claimsOf(inbox: InboxStore, count: number): Promise<readonly Claim[]> {
  for (let number = 0; number < count; number += 1) {
    await inbox.accept(
      entryOf({ id: `checkout:${number}`, identity: `checkout:${number}`, lane: `lane ${number}` }),
      false,
    )
  }
  return inbox.claim(count)
}

/** Writes a row beside the store, and holds it until it is told to let go. */
async function held(statement: string): Promise<() => Promise<void>> {
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('BEGIN')
  await client.query(statement)
  return async () => {
    await client.query('COMMIT')
  }
}

function somebodyWaits(): Promise<unknown> {
  return eventually('nobody waits for the row', async () => {
    const { rows } = await sql(
      url,
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rows[0]
  })
}

it('claims that end in one group end each in its own way', async () => {
  const { inbox } = await opened(url, { schema: 'mixed' })
  const claims = await claimsOf(inbox, 5)
  const ways: readonly Settlement[] = [
    { state: 'done', attempt: attemptOf(1) },
    { state: 'dead', attempt: attemptOf(1, 'no more') },
    { state: 'rejected', reason: 'not ours' },
    { state: 'waiting', attempt: attemptOf(1), retryIn: 60_000 },
    { state: 'handedBack' },
  ]
  const ended = claims.map((claim, index) => inbox.settle(claim, ways[index] ?? { state: 'handedBack' }))
  expect(await Promise.all(ended)).toEqual([true, true, true, true, true])
  const { entries } = await inbox.list({ registration: 'default', limit: 10 })
  const shown = entries
    .toReversed()
    .map(({ state, attempts, failures, reason }) => [state, attempts.length, failures, reason])
  expect(shown).toEqual([
    ['done', 1, 0, null],
    ['dead', 1, 1, null],
    ['rejected', 0, 0, 'not ours'],
    ['waiting', 1, 1, null],
    ['waiting', 0, 0, null],
  ])
})

it('what somebody else writes into an entry while its claim ends stays there', async () => {
  const schema = 'written'
  const { inbox } = await opened(url, { schema })
  const [claim] = await claimsOf(inbox, 1)
  if (claim === undefined) throw new Error('Nothing is due')
  const letGo = await held(`UPDATE ${schema}.entries SET review_note = 'seen'`)
  const ended = inbox.settle(claim, { state: 'done', attempt: attemptOf(1) })
  await somebodyWaits()
  await letGo()
  expect(await ended).toBe(true)
  const { rows } = await sql(url, `SELECT state, review_note FROM ${schema}.entries`)
  expect(rows).toEqual([{ state: 'done', review_note: 'seen' }])
})

it('a claim that is taken away while it ends is not held, and its entry waits', async () => {
  const schema = 'taken'
  const { inbox } = await opened(url, { schema })
  const [claim] = await claimsOf(inbox, 1)
  if (claim === undefined) throw new Error('Nothing is due')
  const letGo = await held(`UPDATE ${schema}.active SET owner = NULL, fence = NULL`)
  const ended = inbox.settle(claim, { state: 'done', attempt: attemptOf(1) })
  await somebodyWaits()
  await letGo()
  expect(await ended).toBe(false)
  expect(await inbox.get('default', claim.entry.id)).toMatchObject({ state: 'waiting', attempts: [] })
})

it('what somebody else holds of an entry keeps its claim from ending, and keeps nobody from being acknowledged and no other from ending', async () => {
  const schema = 'beside'
  const { inbox, health } = await opened(url, { schema })
  const [claim, ...others] = await claimsOf(inbox, 3)
  if (claim === undefined) throw new Error('Nothing is due')
  const letGo = await held(`UPDATE ${schema}.entries SET review_note = 'seen' WHERE id = '${claim.entry.id}'`)
  let isEnded = false
  const ending = async () => {
    const isHeld = await inbox.settle(claim, { state: 'done', attempt: attemptOf(1) })
    isEnded = true
    return isHeld
  }
  const ended = ending()
  const settled = others.map((other) => inbox.settle(other, { state: 'done', attempt: attemptOf(1) }))
  const accepted = Array.from({ length: 40 }, () => inbox.accept(entryOf(), false))
  expect(new Set((await Promise.all(accepted)).map(({ status }) => status))).toEqual(new Set(['accepted']))
  expect(await Promise.all(settled)).toEqual([true, true])
  // For longer than the server may take for anything.
  const until = performance.now() + 5_500
  while (performance.now() < until) {
    expect(await inbox.accept(entryOf(), false)).toMatchObject({ status: 'accepted' })
    expect(health()).toMatchObject({ ok: true })
    await setTimeout(250)
  }
  expect(isEnded).toBe(false)
  await letGo()
  expect(await ended).toBe(true)
})
