import assert from 'node:assert/strict'
import type { StoreLook } from '../../store/store.ts'
import type { Bench, BenchTest } from './bench.ts'
import { eventually } from './eventually.ts'
import { assertSameBytes } from './same-bytes.ts'
import { dead, entryOf } from './sample-entries.ts'
import { claimExactly, claimOne, registration, workOne } from './working.ts'

/** Looking at a store beside the application that runs on it. */
export function testLooking(test: BenchTest): void {
  test('look: it shows what the application has', async (bench) => {
    const { inbox } = await bench.open()
    const entry = entryOf()
    await workOne(inbox, entry, dead())
    await workOne((await bench.open('tickets')).inbox, entryOf())
    await withLook(bench, async (look) => {
      assert.deepEqual((await look.registrations()).toSorted(), ['default', 'tickets'])
      const { entries } = await look.inbox.list({ registration, limit: 10 })
      assert.deepEqual(
        entries.map(({ id, state }) => [id, state]),
        [[entry.id, 'dead']],
      )
      assertSameBytes((await look.inbox.get(registration, entry.id))?.payload, entry.payload)
      assert.equal((await look.inbox.count({ registration })).dead, 1)
      assert.equal((await look.inbox.count({ registration: 'tickets' })).done, 1)
    })
  })

  test('look: what is asked for again there is worked again', async (bench) => {
    const { inbox } = await bench.open()
    const entries = [entryOf(), entryOf(), entryOf()]
    for (const entry of entries) await workOne(inbox, entry, dead())
    const [first] = entries
    assert.ok(first)
    await withLook(bench, async (look) => {
      assert.equal(await look.inbox.replay(registration, 'checkout:nobody|paid'), false)
      assert.equal(await look.inbox.replay(registration, first.id), true)
      await eventually('the replay', async () => (await inbox.get(registration, first.id))?.state === 'waiting')
      assert.equal((await claimOne(inbox)).entry.id, first.id)
      assert.equal(await look.inbox.redrive({ registration }, 1), 1)
      await claimExactly(inbox, 1)
      assert.equal(await look.inbox.redrive({ registration }, 10), 1)
      await claimExactly(inbox, 1)
      assert.equal(await look.inbox.redrive({ registration }, 10), 0)
    })
  })

  test('look: what is asked for again there is told to the application', async (bench) => {
    const { inbox } = await bench.open()
    const entry = entryOf()
    await workOne(inbox, entry, dead())
    let toldAt = -1
    inbox.onWork(() => {
      toldAt = performance.now()
    })
    const from = performance.now()
    await withLook(bench, async (look) => {
      await look.inbox.replay(registration, entry.id)
      await eventually('word of work', () => toldAt > from)
    })
  })
}

/** Stores without a look have nothing to show here. */
async function withLook({ store }: Bench, run: (look: StoreLook) => Promise<void>): Promise<void> {
  const look = await store.look?.()
  if (look === undefined) return
  try {
    await run(look)
  } finally {
    await look.close()
  }
}
