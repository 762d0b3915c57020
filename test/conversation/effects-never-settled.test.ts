import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/index.ts'
import { byTheClock, leaveWhileSending, message, type Send, sending, silent, stores, unknown } from './sending.ts'

const within = 600_000
const question = 'Send it?\n1. Yes\n2. No'

describe.each(stores)('An effect that recover never finds, %s', (_name, world) => {
  it('is asked for until resumeWithin after it began, and a dial begins anew then', async () => {
    let ahead = 0
    const clock = { ...systemClock, now: () => systemClock.now() + ahead }
    const keys: string[] = []
    const send: Send = async (key) => {
      if (keys.push(key) === 1) throw Object.assign(new Error('no answer'), { isUncertain: true })
      return 'sent'
    }
    let looked = 0
    const recover = () => {
      looked += 1
      throw new Error('no such order')
    }
    const { phone } = await world().start(sending(send, { recover }), { clock, talk: { resumeWithin: within } })
    const caller = phone()
    await caller.dial('*713#').reply('1').expectScreen(unknown)
    await caller.dial('*713#').expectScreen(unknown)
    ahead = within / 2
    await caller.dial('*713#').expectScreen(unknown)
    // The store goes by a time of its own: this dial is the last that it finds the conversation for.
    ahead = within
    await caller.dial('*713#').expectScreen(unknown)
    const asked = Date.now()
    await expect.poll(() => Date.now() - asked).toBeGreaterThan(2)
    await caller.dial('*713#').expectScreen(question)
    await caller.reply('1').expectScreen('Sent: "sent"')
    expect([looked, new Set(keys).size]).toEqual([3, 2])
  })
})

describe.each(stores)('An effect that is cut off where the subscriber has left, %s', (_name, world) => {
  it('is told to the log by its name and its key, and why', async () => {
    const service = await silent()
    const keys: string[] = []
    const send: Send = (clientReference, { signal }) => {
      keys.push(clientReference)
      return service.client().messages.send({ ...message, clientReference }, { signal })
    }
    const { phone, lines } = await world().start(sending(send), byTheClock)
    const caller = phone()
    await leaveWhileSending(caller, service)
    await expect
      .poll(() => lines.saying('an effect may have happened or not: its turn was left before anybody could be told'))
      .toMatchObject([
        {
          level: 50,
          effect: 'send',
          key: keys[0],
          err: { message: expect.stringContaining('Its signal aborted before an answer came') },
        },
      ])
  })
})

describe.each(stores)('An effect that fails where the subscriber has left, %s', (_name, world) => {
  it('is not in doubt for a signal that only another step has used', async () => {
    const done = Promise.withResolvers<void>()
    const mayFail = Promise.withResolvers<void>()
    const keys: string[] = []
    const { phone, lines } = await world().start(async (talk) => {
      await talk.load('stock', () => (talk.signal.aborted ? 'none' : 'some'))
      await talk.confirm('Send it?')
      await talk.once('first', () => talk.signal.aborted)
      await talk.once('send', async (key) => {
        if (keys.push(key) > 1) return
        done.resolve()
        await mayFail.promise
        throw new Error('sold out')
      })
      return talk.end('Sent')
    }, byTheClock)
    const caller = phone()
    await caller.dial('*713#')
    const answered = caller.reply('1').run()
    await done.promise
    await caller.timeout()
    await answered.catch(() => undefined)
    mayFail.resolve()
    // Nothing is in doubt, so it is tried again behind the one that was done.
    await caller.dial('*713#').expectScreen('Sent')
    expect(lines.saying('an effect may have happened or not')).toEqual([])
    expect(keys).toHaveLength(2)
  })
})
