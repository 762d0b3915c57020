import assert from 'node:assert/strict'
import { dead, done, entryOf, pairOf } from '../samples.ts'
import type { SuiteTest } from '../suite-context.ts'
import { claimExactly, claimNone, claimOne, each, sweepAll, workOne } from '../working.ts'

/** Several registrations that share one store. */
export function testRegistrationsApart(test: SuiteTest): void {
  test('registrations: the same notification is new to each', async ({ open }) => {
    const [shop, tickets] = [(await open('shop')).inbox, (await open('tickets')).inbox]
    const entry = entryOf()
    assert.deepEqual(await shop.accept(entry, false), { status: 'accepted' })
    assert.deepEqual(await tickets.accept({ ...entry, fingerprint: '9.00' }, false), { status: 'accepted' })
    assert.equal((await shop.get('shop', entry.id))?.id, entry.id)
    assert.equal((await tickets.get('tickets', entry.id))?.id, entry.id)
  })

  test('registrations: each works its own entries, in lanes of its own', async ({ open }) => {
    const [shop, tickets] = [(await open('shop')).inbox, (await open('tickets')).inbox]
    const [first, second] = pairOf()
    await shop.accept(first, false)
    await tickets.accept(second, false)
    const [mine, theirs] = [await claimOne(shop), await claimOne(tickets)]
    assert.deepEqual([mine.entry.id, theirs.entry.id], [first.id, second.id])
    assert.equal(await shop.settle(mine, done()), true)
    assert.equal(await tickets.settle(theirs, dead()), true)
    assert.equal((await shop.get('shop', first.id))?.state, 'done')
    assert.equal((await tickets.get('tickets', second.id))?.state, 'dead')
  })

  test('registrations: entries of one id end on their own', async ({ open }) => {
    const [shop, tickets] = [(await open('shop')).inbox, (await open('tickets')).inbox]
    const entry = await workOne(shop, entryOf())
    await workOne(tickets, entry, dead())
    assert.equal((await shop.get('shop', entry.id))?.state, 'done')
    assert.equal((await tickets.get('tickets', entry.id))?.state, 'dead')
    assert.equal(await tickets.redrive({ registration: 'tickets' }, 10), 1)
    await claimNone(shop)
    await claimOne(tickets)
  })

  test('registrations: what each lists, counts, asks for and forgets is its own', async ({ open }) => {
    const [shop, tickets] = [(await open('shop')).inbox, (await open('tickets')).inbox]
    const [first, second] = [entryOf(), entryOf()]
    await workOne(shop, first, dead())
    await workOne(tickets, second, dead())
    const { entries } = await shop.list({ registration: 'shop', limit: 10 })
    assert.deepEqual(each(entries, 'id'), [first.id])
    assert.equal((await tickets.count({ registration: 'tickets' })).dead, 1)
    assert.equal(await shop.replay('shop', second.id), false)
    await sweepAll(shop, { entries: 0 })
    assert.equal((await tickets.get('tickets', second.id))?.state, 'dead')
    assert.equal(await shop.get('shop', first.id), undefined)
  })

  for (const [one, other] of [
    ['shop', 'tickets'],
    ['tickets', 'shop'],
  ] as const) {
    test(`registrations: one goes on when the other has closed (${one} first)`, async ({ open }) => {
      const opened = { shop: await open('shop'), tickets: await open('tickets') }
      await opened[one].inbox.accept(entryOf(), false)
      await opened[one].close()
      const entry = entryOf()
      await workOne(opened[other].inbox, entry)
      assert.equal((await opened[other].inbox.get(other, entry.id))?.state, 'done')
      assert.equal(opened[other].health().ok, true)
      await claimExactly(opened[other].inbox, 0)
      await opened[other].close()
    })
  }
}
