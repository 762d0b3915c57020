import { expect, it } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { storeOn } from '../../../src/store/sqlite/sqlite-store.ts'
import { done, entryOf } from '../../../src/testing/store-suite/samples.ts'
import { fileOfTest } from './opened.ts'
import { startHere } from './threads-here.ts'

it('a claim agrees while it is held, not after it, and not once the store is closed', async () => {
  const store = storeOn(startHere, fileOfTest(), {}).open({ registration: 'default', log: silentLog })
  await store.ready
  const { inbox } = store
  await inbox.accept(entryOf(), false)
  const [claim] = await inbox.claim(1)
  if (claim === undefined) throw new Error('there is an entry to claim')
  expect(await inbox.agree?.({ ...claim, fence: 'of another store' })).toBe(false)
  expect(await inbox.agree?.(claim)).toBe(true)
  expect(await inbox.agree?.(claim)).toBe(true)
  await inbox.settle(claim, done())
  expect(await inbox.agree?.(claim)).toBe(false)
  await store.close()
  await expect(inbox.agree?.(claim)).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
})
