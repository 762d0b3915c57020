import { describe, expect, it } from 'vitest'
import { ResumeShelf } from '../../src/turns/resume-shelf.ts'

describe('What sessions in memory leave for others', () => {
  it('is found under its key until its time is over', () => {
    const shelf = new ResumeShelf(10, 2 ** 20)
    shelf.put({ key: 'a', until: 1_000 }, 'one', '{}')
    expect([shelf.find('a', 999), shelf.find('a', 1_000), shelf.find('b', 0)]).toEqual(['{}', null, null])
  })

  it('is of one session for each key: who takes it is told whose it was', () => {
    const shelf = new ResumeShelf(10, 2 ** 20)
    expect(shelf.put({ key: 'a', until: 1_000 }, 'one', '1')).toBeUndefined()
    expect(shelf.put({ key: 'a', until: 2_000 }, 'one', '2')).toBeUndefined()
    expect(shelf.put({ key: 'a', until: 2_000 }, 'other', '3')).toBe('one')
    expect(shelf.find('a', 1_500)).toBe('3')
  })

  it('is renewed and taken away by its own session only', () => {
    const shelf = new ResumeShelf(10, 2 ** 20)
    shelf.put({ key: 'a', until: 1_000 }, 'one', '1')
    shelf.renew('a', 'other', '2')
    shelf.clear('a', 'other')
    expect(shelf.find('a', 0)).toBe('1')
    shelf.renew('a', 'one', '3')
    expect([shelf.find('a', 999), shelf.find('a', 1_000)]).toEqual(['3', null])
    shelf.clear('a', 'one')
    shelf.renew('a', 'one', '4')
    expect(shelf.find('a', 0)).toBeNull()
  })

  it('is bounded: that of the session that was first gives way, wherever the session has come to', () => {
    const shelf = new ResumeShelf(2, 2 ** 20)
    for (const key of ['a', 'b', 'a', 'c']) shelf.put({ key, until: 1_000 }, key, key)
    expect(['a', 'b', 'c'].map((key) => shelf.find(key, 0))).toEqual([null, 'b', 'c'])
  })

  it('is the newest where another session left it', () => {
    const shelf = new ResumeShelf(2, 2 ** 20)
    for (const [at, key] of ['a', 'b', 'a', 'c'].entries()) shelf.put({ key, until: 1_000 }, `session ${at}`, key)
    expect(['a', 'b', 'c'].map((key) => shelf.find(key, 0))).toEqual(['a', null, 'c'])
  })

  it('makes room when its time is over', () => {
    const shelf = new ResumeShelf(2, 2 ** 20)
    shelf.put({ key: 'a', until: 1_000 }, 'one', '1')
    shelf.put({ key: 'b', until: 500 }, 'two', '2')
    shelf.sweep(500)
    shelf.put({ key: 'c', until: 1_000 }, 'three', '3')
    expect(['a', 'b', 'c'].map((key) => shelf.find(key, 0))).toEqual(['1', null, '3'])
  })
})
