import { expect, it } from 'vitest'
import { sqliteStore } from '../../../src/store/sqlite/index.ts'
import { type StartThread, startThread } from '../../../src/store/sqlite/main/thread.ts'
import { fileOfTest, openStore } from './opened.ts'

it('a stop is seen while the writer waits for its disk', async () => {
  const file = fileOfTest()
  let isHeldUp = false
  const held: (() => void)[] = []
  const start: StartThread = (role, listener) => {
    const thread = startThread(role, listener)
    if (role.role !== 'inbox') return thread
    return {
      ...thread,
      post: (message, transfer) => {
        if (isHeldUp) held.push(() => thread.post(message, transfer))
        else thread.post(message, transfer)
      },
    }
  }
  const { stops, inbox } = await openStore(file, start, { timeout: 1_000 })
  expect(await stops.list('default')).toEqual([])
  isHeldUp = true
  try {
    const beside = await sqliteStore(file).look?.()
    await beside?.stops.stop('default', { kind: 'checkout', by: 'Ama', reason: 'a flood' })
    await beside?.close()
    expect(await stops.list('default')).toMatchObject([{ kind: 'checkout', by: 'Ama' }])
    await expect(inbox.claim(1)).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
  } finally {
    isHeldUp = false
    for (const post of held) post()
  }
})
