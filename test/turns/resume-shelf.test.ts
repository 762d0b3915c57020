import { describe, expect, it } from 'vitest'
import { ResumableSessions } from '../../src/turns/memory/resumable-sessions.ts'

const left = (shelf: ResumableSessions, key: string, now: number): string | undefined => shelf.find(key, now)?.state

describe('What sessions in memory leave for others', () => {
  it('is found under its key until its time is over', () => {
    const shelf = new ResumableSessions(10, 2 ** 20)
    shelf.put({ key: 'a', within: 1_000 }, 'one', '{}', 0)
    expect([left(shelf, 'a', 999), left(shelf, 'a', 1_000), left(shelf, 'b', 0)]).toEqual(['{}', undefined, undefined])
  })

  it('is of one session for each key: who takes it is told whose it was', () => {
    const shelf = new ResumableSessions(10, 2 ** 20)
    expect(shelf.put({ key: 'a', within: 1_000 }, 'one', '1', 0)).toBeUndefined()
    expect(shelf.put({ key: 'a', within: 2_000 }, 'one', '2', 0)).toBeUndefined()
    expect(shelf.put({ key: 'a', within: 2_000 }, 'other', '3', 0)).toBe('one')
    expect(left(shelf, 'a', 1_500)).toBe('3')
  })

  it('is renewed and taken away by its own session only', () => {
    const shelf = new ResumableSessions(10, 2 ** 20)
    shelf.put({ key: 'a', within: 1_000 }, 'one', '1', 0)
    shelf.renew('a', 'other', '2')
    shelf.clear('a', 'other')
    expect(left(shelf, 'a', 0)).toBe('1')
    shelf.renew('a', 'one', '3')
    expect([left(shelf, 'a', 999), left(shelf, 'a', 1_000)]).toEqual(['3', undefined])
    shelf.clear('a', 'one')
    shelf.renew('a', 'one', '4')
    expect(left(shelf, 'a', 0)).toBeUndefined()
  })

  it('is bounded: that of the session that was first gives way, wherever the session has come to', () => {
    const shelf = new ResumableSessions(2, 2 ** 20)
    for (const key of ['a', 'b', 'a', 'c']) shelf.put({ key, within: 1_000 }, key, key, 0)
    expect(['a', 'b', 'c'].map((key) => left(shelf, key, 0))).toEqual([undefined, 'b', 'c'])
  })

  it('is the newest where another session left it', () => {
    const shelf = new ResumableSessions(2, 2 ** 20)
    for (const [at, key] of ['a', 'b', 'a', 'c'].entries()) shelf.put({ key, within: 1_000 }, `session ${at}`, key, 0)
    expect(['a', 'b', 'c'].map((key) => left(shelf, key, 0))).toEqual(['a', undefined, 'c'])
  })

  it('makes room when its time is over', () => {
    const shelf = new ResumableSessions(2, 2 ** 20)
    shelf.put({ key: 'a', within: 1_000 }, 'one', '1', 0)
    shelf.put({ key: 'b', within: 500 }, 'two', '2', 0)
    shelf.sweep(500)
    shelf.put({ key: 'c', within: 1_000 }, 'three', '3', 0)
    expect(['a', 'b', 'c'].map((key) => left(shelf, key, 0))).toEqual(['1', undefined, '3'])
  })

  it('is found as an end by those who came before its last screen was seen, and by all where the subscriber left', () => {
    const shelf = new ResumableSessions(10, 2 ** 20)
    const end = { key: 'a', within: 1_000, isEnd: true }
    shelf.put(end, 'one', '1', 0)
    shelf.see('a', 'other', 0)
    shelf.leave('a', 'other')
    shelf.see('a', 'one', 100)
    shelf.see('a', 'one', 300)
    expect(shelf.find('a', 300)).toMatchObject({ state: '1', seenFor: 200 })
    shelf.leave('a', 'one')
    expect(left(shelf, 'a', 300)).toBe('1')
    shelf.see('a', 'one', 300)
    expect(left(shelf, 'a', 300)).toBe('1')
    shelf.put({ ...end, isEnd: false }, 'one', '2', 300)
    shelf.leave('a', 'one')
    shelf.see('a', 'one', 300)
    expect(left(shelf, 'a', 300)).toBe('2')
  })

  it('is seen by nobody where another session had looked there before its last screen went out', () => {
    const shelf = new ResumableSessions(10, 2 ** 20)
    const end = { key: 'a', within: 1_000, isEnd: true }
    shelf.put({ ...end, isEnd: false }, 'one', '1', 0)
    expect(left(shelf, 'a', 0)).toBe('1')
    shelf.put(end, 'one', '2', 0)
    shelf.see('a', 'one', 100)
    expect(shelf.find('a', 300)).toMatchObject({ state: '2', seenFor: null })
    shelf.put(end, 'two', '2', 300)
    shelf.see('a', 'two', 400)
    expect(shelf.find('a', 400)).toMatchObject({ seenFor: 0 })
  })
})

describe('A session in memory that found something under a key', () => {
  const shelfOf = () => {
    const shelf = new ResumableSessions(10, 2 ** 20)
    shelf.put({ key: 'a', within: 1_000, isEnd: true }, 'one', '1', 0)
    const after = shelf.find('a', 0)?.version
    const overtaken = (session: string, now = 0) => shelf.isOvertaken({ key: 'a', within: 1_000, after }, session, now)
    return { shelf, overtaken }
  }

  it('is overtaken once another session has left something else there', () => {
    for (const change of ['put', 'renew', 'leave'] as const) {
      const { shelf, overtaken } = shelfOf()
      expect(overtaken('other')).toBe(false)
      if (change === 'put') shelf.put({ key: 'a', within: 1_000 }, 'one', '2', 0)
      else if (change === 'renew') shelf.renew('a', 'one', '2')
      else shelf.leave('a', 'one')
      expect(overtaken('other')).toBe(true)
    }
  })

  it('is not where it left that itself, where its time is over, and where it did not look', () => {
    const { shelf, overtaken } = shelfOf()
    shelf.renew('a', 'one', '2')
    expect([overtaken('one'), overtaken('other', 1_000), overtaken('other')]).toEqual([false, false, true])
    expect(shelf.isOvertaken({ key: 'a', within: 1_000 }, 'other', 0)).toBe(false)
    expect(shelf.isOvertaken({ key: 'b', within: 1_000, after: null }, 'other', 0)).toBe(false)
    expect(shelf.isOvertaken({ key: 'a', within: 1_000, after: null }, 'other', 0)).toBe(true)
  })
})
