import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { InboxStore } from '../../store/inbox-store.ts'
import type { BenchTest } from './bench.ts'
import { eventually } from './eventually.ts'
import { entryOf } from './sample-entries.ts'
import { entryIn, listed, workAll, workOne } from './working.ts'

/** Identities that count for a while only. */
export function testIdentityWindows(test: BenchTest): void {
  test('identity for a while: within it another is a repeat', async ({ open }) => {
    const { inbox } = await open()
    const first = entryOf({ identityFor: 600_000 })
    await inbox.accept(first, false)
    const again = { ...first, id: `${first.id}-again` }
    assert.deepEqual(await inbox.accept(again, false), { status: 'repeated', id: first.id, state: 'waiting' })
  })

  test('identity for a while: after it another is new, although copies came meanwhile', async ({ open }) => {
    const { inbox } = await open()
    const first = entryOf({ identityFor: 80 })
    await inbox.accept(first, false)
    const second = { ...first, id: `${first.id}-second` }
    await acceptedAtLast(inbox, second)
    assert.deepEqual(await listed(inbox), [second.id, first.id])
    assert.equal((await entryIn(inbox, second.id)).conflictsWith, null)
    assert.deepEqual(await workAll(inbox, 2), [first.id, second.id])
  })

  test('identity for a while: after it another fingerprint is no conflict', async ({ open }) => {
    const { inbox } = await open()
    const first = entryOf({ identityFor: 30 })
    await workOne(inbox, first)
    // The last of these is new, under its own id; those before it are repeats.
    const second = { ...first, id: `${first.id}-second`, identityFor: 600_000 }
    await acceptedAtLast(inbox, second)
    const acceptance = await inbox.accept({ ...second, fingerprint: '9.00' }, false)
    assert.equal(acceptance.status, 'conflict')
    assert.equal(acceptance.conflictsWith, second.id)
  })

  test('identity for a while: what begins anew counts from then on', async ({ open }) => {
    const { inbox } = await open()
    const first = entryOf({ identityFor: 30 })
    await inbox.accept(first, false)
    const second = { ...first, id: `${first.id}-second`, identityFor: 600_000 }
    await acceptedAtLast(inbox, second)
    // Longer than the first one counted.
    await delay(60)
    const third = { ...first, id: `${first.id}-third` }
    assert.deepEqual(await inbox.accept(third, false), { status: 'repeated', id: second.id, state: 'waiting' })
  })
}

/** Asks until it is taken for new; each time before it is a repeat. */
async function acceptedAtLast(inbox: InboxStore, entry: Parameters<InboxStore['accept']>[0]): Promise<void> {
  await eventually('the end of what an identity counts', async () => {
    const { status } = await inbox.accept(entry, false)
    assert.ok(status === 'accepted' || status === 'repeated', status)
    return status === 'accepted'
  })
}
