import assert from 'node:assert/strict'
import { dead, entryOf, rejectedOf } from '../samples.ts'
import type { SuiteTest } from '../suite-context.ts'
import { claimOne, registration, workOne } from '../working.ts'

/** What is not done, by kind. */
export function testBacklog(test: SuiteTest): void {
  test('backlog: what waits, runs, is dead or rejected, by kind, and since when the oldest waits', async ({
    inbox,
  }) => {
    assert.deepEqual(await inbox.backlog(registration), [])
    await workOne(inbox, entryOf({ receivedAt: 1 }))
    assert.deepEqual(await inbox.backlog(registration), [])
    await workOne(inbox, entryOf({ receivedAt: 2 }), dead())
    await inbox.accept(rejectedOf({ kind: 'deliveryReport', receivedAt: 3 }), false)
    await inbox.accept(entryOf({ receivedAt: 4 }), false)
    await claimOne(inbox)
    for (const receivedAt of [9_000, 5_000, 7_000]) await inbox.accept(entryOf({ receivedAt }), false)
    await inbox.accept(entryOf({ kind: 'expectedPayment', receivedAt: 8_000 }), false)
    assert.deepEqual(await inbox.backlog(registration), [
      { kind: 'checkout', waiting: 3, running: 1, dead: 1, rejected: 0, oldestWaiting: 5_000 },
      { kind: 'deliveryReport', waiting: 0, running: 0, dead: 0, rejected: 1, oldestWaiting: null },
      { kind: 'expectedPayment', waiting: 1, running: 0, dead: 0, rejected: 0, oldestWaiting: 8_000 },
    ])
  })

  test('backlog: only the states that were asked for are counted', async ({ inbox }) => {
    await workOne(inbox, entryOf({ receivedAt: 1 }), dead())
    await inbox.accept(rejectedOf({ kind: 'deliveryReport', receivedAt: 2 }), false)
    await inbox.accept(entryOf({ receivedAt: 3 }), false)
    const checkout = { kind: 'checkout', waiting: 0, running: 0, dead: 0, rejected: 0, oldestWaiting: null }
    assert.deepEqual(await inbox.backlog(registration, ['waiting']), [{ ...checkout, waiting: 1, oldestWaiting: 3 }])
    assert.deepEqual(await inbox.backlog(registration, ['dead']), [{ ...checkout, dead: 1 }])
    assert.deepEqual(await inbox.backlog(registration, []), [])
  })

  test('backlog: each registration has its own', async ({ inbox, open }) => {
    const tickets = await open('tickets')
    await tickets.inbox.accept(entryOf(), false)
    assert.deepEqual(await inbox.backlog(registration), [])
    assert.equal((await tickets.inbox.backlog('tickets'))[0]?.waiting, 1)
    assert.deepEqual(await tickets.inbox.backlog('nobody'), [])
  })
}
