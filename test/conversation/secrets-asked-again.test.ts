import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Script, text } from '../../src/conversation/index.ts'
import { dealt } from '../store/dealt.ts'
import { keptWorld, worlds } from './world.ts'

const secret = 'the secret of this shop'
const talk = { resume: 'continue' } as const

const pin = text({ pattern: /^\d{4}$/, sensitive: true })

/** Orders for what is chosen, and counts what it orders. */
function ordering() {
  const orders: string[] = []
  const script: Script = async (talk) => {
    const item = await talk.choose('Item?', ['Rice', 'Oil'])
    await talk.ask('PIN?', pin)
    const order = await talk.once('order', () => `${orders.push(item)} ${item}`)
    await talk.ask('Note?', text())
    return talk.end(`Order ${order}`)
  }
  return { script, orders }
}

describe.each(dealt(worlds))('A sensitive answer that is asked again at the next dial, %s', (_name, world, it) => {
  it('opens nothing that the one before it opened: what was read after it is read again', async () => {
    const { phone } = await world().start(
      async (talk) => {
        const entered = await talk.ask('PIN?', pin)
        const isRight = await talk.load('right', () => entered === '4711')
        if (!isRight) return talk.end('Wrong PIN')
        const wish = await talk.choose('Menu', ['Balance', 'Send'])
        return talk.end(`${wish}: 500`)
      },
      { secret, talk },
    )
    const caller = phone()
    await caller.dial('*713#').reply('4711').expectScreen(/^Menu/)
    await caller
      .dial('*713#')
      .expectScreen(/^PIN\?/)
      .reply('0000')
      .expectScreen('Wrong PIN')
  })

  it('bars the way back where something was done behind it, and from home on it is done for another choice', async () => {
    const { script, orders } = ordering()
    const { phone } = await world().start(script, { secret, talk })
    const caller = phone()
    await caller
      .dial('*713#')
      .reply('1')
      .reply('1234')
      .expectScreen(/^Note\?/)
    await caller
      .dial('*713#')
      .expectScreen('PIN?\n00 Menu')
      .reply('0')
      .expectScreen('PIN?\n00 Menu')
      .reply('00')
      .expectScreen(/^Item\?/)
      .reply('2')
      .reply('1234')
      .expectScreen(/^Note\?/)
      .reply('x')
      .expectScreen('Order 2 Oil')
    expect(orders).toEqual(['Rice', 'Oil'])
  })

  it('is something to go on with, although nothing stands before it and what was done behind', async () => {
    let sent = 0
    const { phone } = await world().start(
      async (talk) => {
        await talk.ask('PIN?', pin)
        await talk.once('code', () => ++sent)
        await talk.ask('Note?', text())
        return talk.end('Goodbye')
      },
      { secret, talk },
    )
    const caller = phone()
    await caller.dial('*713#').reply('1234')
    for (let dials = 0; dials < 3; dials++) await caller.dial('*713#').expectScreen(/^PIN\?/)
    await caller
      .reply('1234')
      .expectScreen(/^Note\?/)
      .reply('x')
      .expectScreen('Goodbye')
    expect(sent).toBe(1)
  })

  it('keeps effects of one name apart, those before it and those behind', async () => {
    const done: string[] = []
    const { phone } = await world().start(
      async (talk) => {
        const first = await talk.once('sms', () => `first of ${done.push('first')}`)
        await talk.ask('PIN?', pin)
        const second = await talk.once('sms', () => `second of ${done.push('second')}`)
        await talk.show('Sent')
        return talk.end(`${first}, ${second}`)
      },
      { secret, talk },
    )
    const caller = phone()
    await caller.dial('*713#').reply('1234').expectScreen(/^Sent/)
    await caller.dial('*713#').reply('1234').expectScreen(/^Sent/).reply('1').expectScreen('first of 1, second of 2')
    expect(done).toEqual(['first', 'second'])
  })
})

describe('A sensitive answer that another process cannot open', () => {
  it('is asked again in its session, and nobody goes back past what was done behind it', async () => {
    const { start } = keptWorld()
    const { script, orders } = ordering()
    const [one, other] = [await start(script), await start(script)]
    const caller = one.phone()
    await caller
      .dial('*713#')
      .reply('1')
      .reply('1234')
      .expectScreen(/^Note\?/)
    const SessionId = caller.sessionId
    let Sequence = 3
    const say = async (Message: string): Promise<string> => {
      Sequence += 1
      const payload = { Mobile: '+233000000000', SessionId, ServiceCode: '713', Type: 'Response', Message, Sequence }
      return (await other.app.inject({ method: 'POST', url: '/ussd', payload })).json().Message
    }
    expect(await say('hello')).toMatch(/^PIN\?/)
    expect(await say('0')).toBe('PIN?\n00 Menu')
    expect(await say('1234')).toMatch(/^Note\?/)
    expect(await say('x')).toBe('Order 1 Rice')
    expect(orders).toEqual(['Rice'])
  })

  it('has behind it what nobody knows the outcome of, which is found out by its key and not started again', async () => {
    const { start, clock } = keptWorld()
    const begun = Promise.withResolvers<string>()
    const asked: string[] = []
    const scriptOf =
      (order: (key: string) => Promise<string>): Script =>
      async (talk) => {
        const item = await talk.choose('Item?', ['Rice', 'Oil'])
        await talk.ask('PIN?', pin)
        const id = await talk.once('order', order, { recover: (key) => `order ${asked.push(key)}` })
        await talk.show(`${item}: ${id}`)
        return talk.end('Goodbye')
      }
    const hanging = (key: string): Promise<string> => {
      begun.resolve(key)
      return new Promise(() => undefined)
    }
    const one = await start(scriptOf(hanging), { secret })
    const caller = one.phone()
    await caller.dial('*713#').reply('1')
    const answered = caller.reply('1234').run()
    const key = await begun.promise
    clock.advance(6_000)
    await answered
    await one.kill()
    for (let turn = 0; turn < 20; turn++) await setImmediate()
    const { phone } = await start(
      scriptOf(() => Promise.reject(new Error('it is done again'))),
      { secret },
    )
    const again = phone()
    await again
      .dial('*713#')
      .expectScreen(/^PIN\?/)
      .reply('0')
      .expectScreen('PIN?')
      .reply('1234')
      .expectScreen(/^Rice: order 1/)
    expect(asked).toEqual([key])
    // It is known now, so who dials again is asked whether to go on.
    await again.dial('*713#').expectScreen(/^You did not finish\. Continue\?/)
  })
})
