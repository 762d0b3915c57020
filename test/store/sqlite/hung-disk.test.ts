import { expect, it, onTestFinished } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { sqliteStore } from '../../../src/store/sqlite/index.ts'
import { storeOn } from '../../../src/store/sqlite/sqlite-store.ts'
import { hangingThreads } from './hanging-threads.ts'
import { fileOfTest } from './opened.ts'

const timeout = 300

it.each([
  { what: 'with an operation that waits', asks: true },
  { what: 'with nothing that waits', asks: false },
])(
  'a store on a disk that hangs after the start is closed all the same, $what, and its files stay taken until the disk lets go',
  async ({ asks }) => {
    const file = fileOfTest()
    const { start, hang, letGo } = hangingThreads()
    const store = storeOn(start, file, { timeout }).open({ registration: 'default', log: silentLog })
    onTestFinished(letGo)
    await store.ready
    hang()
    const claimed = asks
      ? expect(store.inbox.claim(1)).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
      : undefined

    await store.close()
    await claimed

    const next = sqliteStore(file, { lockWait: 100 }).open({ registration: 'default', log: silentLog })
    await expect(next.ready).rejects.toMatchObject({ code: 'FMW_STORE_OWNED' })
    await next.close()

    letGo()
    const later = sqliteStore(file).open({ registration: 'default', log: silentLog })
    await later.ready
    expect(await later.inbox.claim(1)).toEqual([])
    await later.close()
  },
)
