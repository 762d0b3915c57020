import { describe, expect, it, vi } from 'vitest'
import type { Instead } from '../../src/inbox/work.ts'
import { afterTrouble } from '../../src/payments/work/preparation-trouble.ts'
import { FMW_STORE_UNAVAILABLE } from '../../src/store/errors.ts'

const newLog = () => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() })
const reject = (why: string): Instead => ({ state: 'rejected', why })

describe('a payment of which nothing can be found out', () => {
  it('is looked at again without a word while the store is away, however old it is', () => {
    const log = newLog()
    const away = new FMW_STORE_UNAVAILABLE('shop.db', 'the disk is full')
    expect(afterTrouble(away, { log, age: 8_000, giveUpAfter: 1_000 }, reject)).toEqual({
      state: 'later',
      retryIn: 2_000,
      why: 'The store shop.db cannot be used now: the disk is full',
    })
    expect(log.error).not.toHaveBeenCalled()
  })

  it.each([
    [999, { state: 'later', retryIn: 1_000, why: 'no such function' }],
    [1_000, { state: 'rejected', why: 'no such function' }],
  ])('is told by the log where the application made a mistake, and given up in time: after %d ms', (age, instead) => {
    const log = newLog()
    expect(afterTrouble(new TypeError('no such function'), { log, age, giveUpAfter: 1_000 }, reject)).toEqual(instead)
    expect(log.error).toHaveBeenCalledTimes(1)
  })
})
