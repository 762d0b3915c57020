import { describe, expect, it } from 'vitest'
import { LazyPromise } from '../../src/conversation/script/unawaited.ts'

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

  it('begins by then and finally only when somebody awaits what they give, and at once where a failure is seen to', async () => {
    let begun = 0
    const waiting = () => new LazyPromise<number>((give) => give(++begun))
    const [next, ended] = [waiting().then((given) => given + 10), waiting().finally(() => undefined)]
    await Promise.resolve()
    expect(begun).toBe(0)
    expect(await next).toBe(11)
    expect(await ended).toBe(2)
    const caught = waiting().catch(() => 0)
    expect(begun).toBe(3)
    expect(caught).not.toBeInstanceOf(LazyPromise)
    expect(await caught).toBe(3)
  })

  it('hands a failure on by then and finally', async () => {
    const failing = () => new LazyPromise<number>((give) => give(Promise.reject(new Error('came to nothing'))))
    await expect(failing().then((given) => given)).rejects.toThrow('came to nothing')
    await expect(failing().finally(() => undefined)).rejects.toThrow('came to nothing')
  })
})
