import { describe, expect, it } from 'vitest'
import type { Channel, Script } from '../../src/conversation/index.ts'
import type { SessionEvent } from '../../src/pushes/session-push.ts'
import { manualClock, phone } from '../../src/testing/index.ts'
import { hold } from './hold.ts'

describe('talk', () => {
  it('says who calls, from where, and what was dialled', async () => {
    const seen: unknown[] = []
    const held = await hold((talk) => {
      const { mobile, mobileInternational, operator, serviceCode } = talk.caller
      seen.push([talk.channel, mobile, mobileInternational, operator, serviceCode, talk.sessionId])
      return talk.end('Hello')
    })
    const caller = held.phone()
    await caller.dial('*713#')
    const user = held.user('POS-Android')
    await user.dial()
    expect(seen).toEqual([
      ['ussd', '+233000000000', '+233000000000', 'network', '713', caller.sessionId],
      ['pos', 'user-7', null, 'POS-Android', '', user.sessionId],
    ])
  })

  it('has one name for a conversation over all its turns, and another for another', async () => {
    const ids: string[] = []
    const held = await hold(async (talk) => {
      ids.push(talk.id)
      await talk.show('One')
      return talk.end('Two')
    })
    await held.phone().dial('*713#').reply('1')
    await phone(held.app, { mobile: '+233000000001' }).dial('*713#')
    expect(ids[0]).toMatch(/^[\w-]{16}$/)
    expect(ids).toEqual([ids[0], ids[0], expect.not.stringMatching(ids[0] ?? '')])
  })

  it('says how long it is until an answer goes out', async () => {
    const clock = manualClock()
    const left: number[] = []
    const held = await hold(
      async (talk) => {
        left.push(talk.remaining())
        clock.advance(500)
        left.push(talk.remaining())
        return talk.end(talk.signal.aborted ? 'Given up' : 'In time')
      },
      {},
      { clock },
    )
    await held.phone().dial('*713#').expectScreen('In time')
    expect(left).toEqual([6_000, 5_500])
  })

  it('aborts its signal when the subscriber leaves', async () => {
    const arrived = Promise.withResolvers<AbortSignal>()
    const held = await hold(async (talk) => {
      await talk.load('price', () => {
        arrived.resolve(talk.signal)
        return new Promise((resolve) => talk.signal.addEventListener('abort', resolve))
      })
      return talk.end('Goodbye')
    })
    const caller = held.phone()
    const dialled = caller.dial('*713#').run()
    const signal = await arrived.promise
    expect(signal.aborted).toBe(false)
    await caller.hangUp()
    expect(signal.aborted).toBe(true)
    await dialled
  })

  it('logs under the kind and the session', async () => {
    const held = await hold((talk) => {
      talk.log.info({ step: 'greeting' }, 'hello from the script')
      return talk.end('Hello')
    })
    const caller = held.phone()
    await caller.dial('*713#')
    expect(held.lines.saying('hello from the script')).toMatchObject([
      { kind: 'ussd', sessionId: caller.sessionId, step: 'greeting' },
    ])
  })
})

describe('the channel of a conversation', () => {
  const said: Script = (talk) => talk.end(talk.channel)

  it.each([
    ['webstore', 'webstore'],
    ['POS-ios', 'pos'],
    ['something-else', 'app'],
  ])('is told by the operator %s', async (operator, channel) => {
    const held = await hold(said)
    await held.user(operator).dial().expectScreen(channel)
  })

  it('is USSD where a code was dialled, and then drawn as text with its data beside it', async () => {
    const held = await hold(async (talk) => talk.end(await talk.choose('Shop', ['Rice', 'Oil'])))
    const caller = phone(held.app, { kind: 'programmable' })
    await caller.dial('*713#').expectScreen('Shop\n1. Rice\n2. Oil')
    expect(caller.lastScreen?.raw).toMatchObject({
      DataType: 'menu',
      Data: [
        { Display: 'Rice', Value: '1' },
        { Display: 'Oil', Value: '2' },
      ],
    })
    await caller.reply('2').expectScreen('Oil')
  })

  it('may be told by a function of your own', async () => {
    const channel = ({ operator }: SessionEvent): Channel => (operator === 'kiosk' ? 'pos' : 'app')
    const held = await hold(said, { channel })
    await held.user('kiosk').dial().expectScreen('pos')
    await held.phone().dial('*713#').expectScreen('app')
  })
})
