import { describe, expect, it } from 'vitest'
import { Sealer } from '../../src/conversation/record/seal.ts'

const secret = 'the secret of this shop'

describe('What is sealed', () => {
  it.each([['4321'], [4321], [null], [true], [{ amount: 5, labels: ['Ama\u00e9'] }], [['4321', '1']]])(
    'opens as it was: %j',
    (value) => {
      const sealer = new Sealer([secret])
      expect(sealer.open(sealer.seal(value, 'a'), 'a')).toEqual({ value })
    },
  )

  it('looks different each time, and shows nothing of what it is but its length', () => {
    const sealer = new Sealer([secret])
    const [one, other] = [sealer.seal('4321', 'a'), sealer.seal('4321', 'a')]
    expect(one).not.toBe(other)
    expect(one).toMatch(/^[\w-]+$/)
    expect(Buffer.from(one, 'base64url').includes('4321')).toBe(false)
  })

  it('opens where it belongs only', () => {
    const sealer = new Sealer([secret])
    expect(sealer.open(sealer.seal('4321', 'a'), 'b')).toBeUndefined()
  })

  it('opens in another process that has the secret, whichever of several it is there', () => {
    const sealed = new Sealer([secret]).seal('4321', 'a')
    expect(new Sealer([secret]).open(sealed, 'a')).toEqual({ value: '4321' })
    expect(new Sealer(['a newer secret, 1', secret]).open(sealed, 'a')).toEqual({ value: '4321' })
    expect(new Sealer(['a newer secret, 1']).open(sealed, 'a')).toBeUndefined()
  })

  it('is sealed with the first of several secrets', () => {
    const sealed = new Sealer(['a newer secret, 1', secret]).seal('4321', 'a')
    expect(new Sealer(['a newer secret, 1']).open(sealed, 'a')).toEqual({ value: '4321' })
    expect(new Sealer([secret]).open(sealed, 'a')).toBeUndefined()
  })

  it('opens without a secret in its own process only', () => {
    const [one, other] = [new Sealer([]), new Sealer([])]
    expect(one.open(one.seal('4321', 'a'), 'a')).toEqual({ value: '4321' })
    expect(other.open(one.seal('4321', 'a'), 'a')).toBeUndefined()
    expect([one.isFleeting, new Sealer([secret]).isFleeting]).toEqual([true, false])
  })

  it('does not open where anything of it was changed, or where it was never sealed', () => {
    const sealer = new Sealer([secret])
    const bytes = Buffer.from(sealer.seal('4321', 'a'), 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const forged = Buffer.from(bytes)
      forged[at] = (forged[at] ?? 0) ^ 1
      expect(sealer.open(forged.toString('base64url'), 'a')).toBeUndefined()
    }
    for (let length = 0; length < bytes.length; length++) {
      expect(sealer.open(bytes.subarray(0, length).toString('base64url'), 'a')).toBeUndefined()
    }
    expect(sealer.open('4321', 'a')).toBeUndefined()
  })
})
