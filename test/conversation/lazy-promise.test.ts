import { describe, expect, it } from 'vitest'
import { LazyPromise } from '../../src/conversation/script/lazy-promise.ts'

describe('A promise that begins when somebody waits for it', () => {
  it('does nothing before', async () => {
    let begun = 0
    const waits = new LazyPromise<number>((give) => give(++begun))
    await Promise.resolve()
    expect(begun).toBe(0)
    expect(await waits).toBe(1)
  })

  it('begins once, whoever waits for it and how often', async () => {
    let begun = 0
    const waits = new LazyPromise<number>((give) => give(Promise.resolve(++begun)))
    const all = await Promise.all([waits, waits.then((given) => given + 10), waits])
    expect(all).toEqual([1, 11, 1])
    expect(await waits).toBe(1)
    expect(begun).toBe(1)
  })

  it('rejects with what its beginning throws, and with what comes of it', async () => {
    const thrown = new LazyPromise(() => {
      throw new Error('cannot begin')
    })
    await expect(thrown).rejects.toThrow('cannot begin')
    await expect(thrown.catch((error: Error) => error.message)).resolves.toBe('cannot begin')
    const rejected = new LazyPromise((give) => give(Promise.reject(new Error('came to nothing'))))
    await expect(rejected).rejects.toThrow('came to nothing')
  })

  it('gives a plain promise, which begins nothing', () => {
    const next = new LazyPromise<number>((give) => give(1)).then((given) => given)
    expect(next).toBeInstanceOf(Promise)
    expect(next).not.toBeInstanceOf(LazyPromise)
    expect(new LazyPromise<number>((give) => give(1)).finally(() => undefined)).not.toBeInstanceOf(LazyPromise)
  })
})
