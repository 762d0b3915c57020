import { expect, it } from 'vitest'
import type { Claim } from '../../../src/store/inbox-store.ts'
import { eventually, freshDatabase, opened } from './bench.ts'
import { childOn } from './child.ts'
import { done, entryOf, turnOf } from './samples.ts'

it('takes over soon what a killed process held, in order, with no attempt used up', async () => {
  const url = await freshDatabase()
  const { inbox, turns } = await opened(url)
  const lane = [entryOf(), entryOf({ lane: 'checkout:1' }), entryOf({ lane: 'checkout:1' })]
  for (const entry of lane) await inbox.accept(entry, false)
  const holder = await childOn(url, 'hold')
  expect(await holder.told).toEqual([lane[0]?.id, lane[1]?.id])
  const acceptor = await childOn(url, 'accept')
  expect(await acceptor.told).toMatchObject({ status: 'accepted', claim: { entry: { state: 'running' } } })
  const turner = await childOn(url, 'turn')
  expect(await turner.told).toMatchObject({ status: 'opened' })
  expect(await inbox.claim(10)).toEqual([])
  expect(await turns.open(turnOf('begun'))).toEqual({ status: 'running', isSame: true })

  let rings = 0
  inbox.onWork(() => rings++)
  const freed: string[] = []
  const unwatch = turns.watch({ kind: 'ussd', sessionId: 'begun' }, (change) => freed.push(change))
  const before = Date.now()
  await Promise.all([holder.kill(), acceptor.kill(), turner.kill()])
  const claims: Claim[] = []
  await eventually('take-over', async () => {
    claims.push(...(await inbox.claim(10)))
    return claims.length === 3 ? true : undefined
  })
  await eventually('the turn', () => (freed.includes('free') ? true : undefined))
  unwatch()
  expect(Date.now() - before).toBeLessThan(60_000)
  expect(rings).toBeGreaterThan(0)
  expect(claims.map(({ entry }) => entry.id).toSorted()).toEqual([lane[0]?.id, lane[1]?.id, 'checkout:held'].toSorted())
  expect(claims.map(({ entry }) => [entry.failures, entry.attempts])).toEqual(claims.map(() => [0, []]))
  for (const claim of claims) expect(await inbox.settle(claim, done)).toBe(true)
  expect((await inbox.claim(10)).map(({ entry }) => entry.id)).toEqual([lane[2]?.id])
  expect(await turns.open(turnOf('begun'))).toMatchObject({ status: 'interrupted' })
})
