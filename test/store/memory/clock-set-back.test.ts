import { expect, it } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'
import { manualClock } from '../../../src/testing/manual-clock.ts'
import { entryOf } from '../../../src/testing/store-suite/samples.ts'

it('makes nothing wait longer than its span where the clock is set back', async () => {
  const hands = manualClock()
  let ahead = 2 * 86_400_000
  const clock = {
    now: () => hands.now() + ahead,
    monotonic: () => hands.monotonic(),
    after: (ms: number, callback: () => void) => hands.after(ms, callback),
  }
  const { inbox } = memoryStore({ clock }).open({ registration: 'default', log: silentLog })
  const acceptance = await inbox.accept(entryOf(), true)
  const claim = 'claim' in acceptance ? acceptance.claim : undefined
  if (claim === undefined) throw new Error('not claimed')
  await inbox.settle(claim, { state: 'handedBack', retryIn: 60_000 })
  ahead = 0
  hands.advance(59_999)
  expect(await inbox.claim(1)).toEqual([])
  hands.advance(1)
  expect(await inbox.claim(1)).toMatchObject([{ entry: { id: claim.entry.id } }])
})
