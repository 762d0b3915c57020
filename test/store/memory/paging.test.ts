import { describe, expect, it } from 'vitest'
import { openMemory } from './opened.ts'

const refused = { code: 'FMW_STORE_ARGUMENT' }

describe('lists of the memory store', () => {
  it.each([0, -1, 1.5, 1_001, Number.NaN])('refuse a limit of %d', async (limit) => {
    const { inbox, turns } = openMemory()
    await expect(inbox.list({ registration: 'default', limit })).rejects.toMatchObject(refused)
    await expect(turns.list({ registration: 'default', limit })).rejects.toMatchObject(refused)
  })

  it.each(['', 'again', '-1', '1e3', '9'.repeat(16)])('refuse a cursor that is not their own: %j', async (cursor) => {
    const { inbox, turns } = openMemory()
    await expect(inbox.list({ registration: 'default', limit: 1, cursor })).rejects.toMatchObject(refused)
    await expect(turns.list({ registration: 'default', limit: 1, cursor })).rejects.toMatchObject(refused)
  })

  it('are empty for a registration that nobody opened', async () => {
    const { inbox, turns } = openMemory()
    const registration = 'nobody'
    expect(await inbox.list({ registration, limit: 1 })).toEqual({ entries: [], next: undefined })
    expect(await inbox.get(registration, 'id')).toBeUndefined()
    expect(await inbox.count({ registration })).toMatchObject({ waiting: 0 })
    expect(await inbox.replay(registration, 'id')).toBe(false)
    expect(await inbox.redrive({ registration }, 1)).toBe(0)
    expect(await turns.list({ registration, limit: 1 })).toEqual({ sessions: [], next: undefined })
    expect(await turns.get(registration, 'id')).toEqual([])
  })
})
