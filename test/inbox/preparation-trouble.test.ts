import { describe, expect, it, vi } from 'vitest'
import { readTrouble } from '../../src/inbox/preparation-trouble.ts'
import { FMW_STORE_UNAVAILABLE } from '../../src/store/errors.ts'

const newLog = () => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() })

describe('what a preparation failed with', () => {
  it('passes where the store is away, and is logged elsewhere', () => {
    const log = newLog()
    expect(readTrouble(new FMW_STORE_UNAVAILABLE('shop.db', 'the disk is full'), log)).toEqual({
      why: 'The store shop.db cannot be used now: the disk is full',
      passes: true,
    })
    expect(log.error).not.toHaveBeenCalled()
  })

  it('stays, and is logged, where the application made a mistake', () => {
    const log = newLog()
    expect(readTrouble(new TypeError('no such function'), log)).toEqual({ why: 'no such function', passes: false })
    expect(log.error).toHaveBeenCalledTimes(1)
  })
})
