import assert from 'node:assert/strict'
import type { InboxStore } from '../../../store/inbox-store.ts'
import { dead, done, entryOf, failed, laneOf } from '../samples.ts'
import { eventually, type SuiteTest } from '../suite-context.ts'
import { acceptAll, claimed, claimOne, registration, workOne } from '../working.ts'

/** When a store tells that there may be something to claim. */
export function testTellingOfWork(test: SuiteTest): void {
  test('work is told: each time that something is accepted', async ({ inbox }) => {
    const told = listen(inbox)
    for (let time = 0; time < 3; time++) {
      const from = performance.now()
      await inbox.accept(entryOf(), false)
      await told.from(from)
      await inbox.settle(await claimOne(inbox), done())
    }
  })

  test('work is told: of what waited before anyone listened', async ({ inbox }) => {
    await inbox.accept(entryOf(), false)
    await listen(inbox).from(0)
  })

  test('work is told: when the next of a lane may be worked', async ({ inbox }) => {
    await acceptAll(inbox, laneOf(2))
    const claim = await claimOne(inbox)
    const told = listen(inbox)
    const from = performance.now()
    await inbox.settle(claim, done())
    await told.from(from)
    await claimOne(inbox)
  })

  test('work is told: when it is time to try again', async ({ inbox }) => {
    const claim = await claimed(inbox)
    const told = listen(inbox)
    const from = performance.now()
    await inbox.settle(claim, failed(200))
    await told.from(from + 190)
    await claimOne(inbox)
  })

  test('work is told: when a sooner time comes in before a later one', async ({ inbox }) => {
    const told = listen(inbox)
    await workOne(inbox, entryOf(), failed(60_000))
    const claim = await claimed(inbox)
    const from = performance.now()
    await inbox.settle(claim, failed(200))
    await told.from(from + 190)
    await claimOne(inbox)
  })

  test('work is told: when a claim is handed back', async ({ inbox }) => {
    const claim = await claimed(inbox)
    const told = listen(inbox)
    const from = performance.now()
    await inbox.settle(claim, { state: 'handedBack' })
    await told.from(from)
  })

  test('work is told: when an entry is asked for again', async ({ inbox }) => {
    const entry = await workOne(inbox, entryOf(), dead())
    const told = listen(inbox)
    const from = performance.now()
    assert.equal(await inbox.replay(registration, entry.id), true)
    await told.from(from)
  })
}

/** Listens, and waits for what is told from a time on: at the latest a second after it, and what a machine takes. */
function listen(inbox: InboxStore): { from(time: number): Promise<void> } {
  let last = -1
  inbox.onWork(() => {
    last = performance.now()
  })
  return {
    async from(time) {
      await eventually('word of work', () => last >= time, Math.max(0, time - performance.now()) + soon)
    },
  }
}

// A second, and as long again for a busy machine, ms.
const soon = 2_500
