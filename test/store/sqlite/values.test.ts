import { describe, expect, it } from 'vitest'
import { addAttempt, lastNumber, noAttempts, readAttempts } from '../../../src/store/sqlite/inbox/entry-row.ts'
import { LiveClaims } from '../../../src/store/sqlite/inbox/sqlite-inbox.ts'
import { failedWith, isFailed, troubleOf } from '../../../src/store/sqlite/main/failures.ts'
import { oneOf, stateOf } from '../../../src/store/sqlite/rows/read-row.ts'
import { bytesOf, nullOr, numberOf, textOf } from '../../../src/store/sqlite/rows/values.ts'

const attempt = (number: number, error: string | null = null, replay = false) => ({
  number,
  startedAt: 1_000 + number,
  ms: 1.5,
  error,
  replay,
})

describe('what SQLite gives back', () => {
  it('is refused when it is of another type', () => {
    expect(() => numberOf('1')).toThrow(TypeError)
    expect(() => textOf(1)).toThrow(TypeError)
    expect(() => bytesOf('x')).toThrow(TypeError)
    expect(() => oneOf(['done'], 'lost')).toThrow(/lost is none of done/)
    expect(() => stateOf('lost', false)).toThrow(TypeError)
  })

  it('may be missing', () => {
    expect([nullOr(null, numberOf), nullOr(undefined, textOf), nullOr(7, numberOf)]).toEqual([null, null, 7])
  })
})

describe('attempts as they are kept', () => {
  it('come back as they were', () => {
    const attempts = [attempt(1, 'closed "for" 😀'), attempt(2, null, true)]
    expect(readAttempts(attempts.reduce(addAttempt, noAttempts))).toEqual(attempts)
    expect(readAttempts(noAttempts)).toEqual([])
  })

  it('are the last twenty', () => {
    const all = Array.from({ length: 25 }, (_none, index) => attempt(index + 1))
    const kept = all.reduce(addAttempt, noAttempts)
    expect(readAttempts(kept)).toEqual(all.slice(5))
    expect([lastNumber(kept), lastNumber(noAttempts)]).toEqual([25, 0])
  })
})

describe('a failure', () => {
  it('is told from an answer', () => {
    expect(isFailed(failedWith(new Error('why')))).toBe(true)
    expect(failedWith('why')).toEqual({ failed: 'why' })
    for (const answer of [null, undefined, 7, 'x', {}, []]) expect(isFailed(answer)).toBe(false)
  })

  it('says how much is wrong with the file', () => {
    const withCode = (errcode: unknown) => troubleOf(Object.assign(new Error('why'), { errcode }))
    // SQLITE_IOERR_FSYNC, SQLITE_BUSY_SNAPSHOT, SQLITE_CONSTRAINT
    expect([withCode(1_034), withCode(517), withCode(19), withCode('5')]).toEqual(['broken', 'passing', 'none', 'none'])
    expect([troubleOf(new Error('why')), troubleOf('why')]).toEqual(['none', 'none'])
  })
})

describe('the fence of a claim', () => {
  it('is read back, and nothing else is taken for one', () => {
    const claims = new LiveClaims()
    const fence = claims.nextFence()
    expect(claims.read(claims.begin(7, fence, claims))).toEqual([7, fence])
    for (const other of ['', '7', '7.', '.7', '7.7.7', '7.x', '-1.7', '1e3.7', ' 7.7']) {
      expect(claims.read(other)).toBeUndefined()
    }
  })

  it('has never been used by a process before', () => {
    expect(new LiveClaims().nextFence()).toBeGreaterThan(Date.now() * 1_000 - 3_600_000_000)
  })

  it('is forgotten by whom it belongs to', () => {
    const claims = new LiveClaims()
    const [one, other] = [{}, {}]
    claims.begin(1, 10, one)
    claims.begin(2, 20, other)
    claims.end(1, 99)
    expect(claims.heldBy(one)).toEqual([[1, 10]])
    claims.end(1, 10)
    expect([claims.heldBy(one), claims.all(), claims.running()]).toEqual([[], [[2, 20]], [2]])
  })
})
