import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Script, text } from '../../src/conversation/index.ts'
import { everyWorld } from './every-world.ts'
import { hold } from './hold.ts'
import { keptWorld } from './world.ts'

const secret = 'a secret of 16 characters or more'

describe('home, where the script has marked it', () => {
  it.each(everyWorld)('is the main menu: no PIN again, and the next purchase is another, %s', async (_, world) => {
    const keys: string[] = []
    const pins: string[] = []
    const held = await world().start(saving(keys, pins), {}, undefined)
    const caller = held.phone()
    await caller
      .dial('*713#')
      .reply('1234')
      .expectScreen('Savings\n1. Withdraw\n2. Balance\n0 Back')
      .reply('1')
      .expectScreen('How much?\n0 Back')
      .reply('50')
      .expectScreen('Sent 50\n1. Continue\n00 Menu')
      .reply('00')
      .expectScreen('Savings\n1. Withdraw\n2. Balance\n0 Back')
      .reply('1')
      .reply('50')
      .expectScreen('Sent 50\n1. Continue\n00 Menu')
    expect(new Set(keys).size).toBe(2)
    expect(keys).toHaveLength(2)
    expect(new Set(pins)).toEqual(new Set(['1234']))
  })

  it('keeps what was done before it, and does it no second time', async () => {
    const keys: string[] = []
    const held = await hold(async (talk) => {
      const account = await talk.once('open', (key) => keys.push(key))
      talk.home()
      const menu = await talk.choose(`Account ${account}`, ['Name', 'Town'])
      await talk.ask(`${menu}?`, text())
      await talk.ask('Sure?', text())
      return talk.end('Done')
    })
    await held
      .phone()
      .dial('*713#')
      .reply('1')
      .reply('Ama')
      .expectScreen('Sure?\n0 Back 00 Menu')
      .reply('00')
      .expectScreen('Account 1\n1. Name\n2. Town')
    expect(keys).toHaveLength(1)
  })

  it('is not offered where it is on the screen, or where back leads to it, and is no answer there', async () => {
    const held = await hold(async (talk) => {
      const language = await talk.choose('Language', ['English', 'Twi'])
      talk.home()
      const name = await talk.ask('Your name?', text())
      const town = await talk.ask('Your town?', text())
      return talk.end(`${language} ${name} ${town}`)
    })
    await held
      .phone()
      .dial('*713#')
      .reply('1')
      .expectScreen('Your name?\n0 Back')
      .reply('00')
      .expectScreen('Your name?\n0 Back')
      .reply('Ama')
      .expectScreen('Your town?\n0 Back')
      .reply('0')
      .reply('0')
      .expectScreen('Language\n1. English\n2. Twi')
      .reply('2')
      .expectScreen('Your name?\n0 Back')
      .reply('Kofi')
      .reply('Accra')
      .expectScreen('Twi Kofi Accra')
  })

  it('is the last place that was marked', async () => {
    const held = await hold(async (talk) => {
      talk.home()
      for (;;) {
        const wish = await talk.choose('Menu', ['Prices', 'Leave'])
        if (wish === 'Leave') return talk.end('Goodbye')
        await talk.show('Rice 60')
        talk.home()
      }
    })
    await held
      .phone()
      .dial('*713#')
      .reply('1')
      .reply('1')
      .expectScreen('Menu\n1. Prices\n2. Leave\n0 Back')
      .reply('1')
      .expectScreen('Rice 60\n1. Continue\n0 Back')
      .reply('00')
      .expectScreen('Menu\n1. Prices\n2. Leave\n0 Back')
      .reply('2')
      .expectScreen('Goodbye')
  })

  it('is a choice beside the others on channels that draw them', async () => {
    const held = await hold(async (talk) => {
      await talk.choose('Language', ['English', 'Twi'])
      talk.home()
      await talk.choose('Shop', ['Rice', 'Oil'])
      await talk.choose('Size', ['Small', 'Large'])
      await talk.choose('Colour', ['Red', 'Blue'])
      return talk.end('Done')
    })
    for (const operator of ['webstore', 'pos', 'app']) {
      await held
        .user(operator)
        .dial()
        .choose('English')
        .choose('Rice')
        .choose('Small')
        .choose('Menu')
        .expectScreen(/^Shop/)
    }
  })

  it('is no other path for a second run, nor is what it is about', async () => {
    const held = await hold(
      async (talk) => {
        talk.home()
        talk.about('Nothing')
        return talk.end(await talk.choose('Menu', ['Rice', 'Oil']))
      },
      { rehearse: true },
    )
    await held.phone().dial('*713#').reply('1').expectScreen('Rice')
    await setImmediate()
    await setImmediate()
    expect(held.lines.saying('when it ran again')).toEqual([])
  })

  it('holds in a process that comes after', async () => {
    const world = keptWorld()
    const first = await world.start(saving([], []), { secret })
    const caller = first.phone()
    await caller.dial('*713#').reply('1234').reply('1').reply('50')
    await first.kill()
    const keys: string[] = []
    const second = await world.start(saving(keys, []), { secret })
    await caller
      .moveTo(second.app)
      .reply('00')
      .expectScreen(/^Savings/)
      .reply('1')
      .reply('50')
      .expectScreen(/^Sent 50/)
    expect(keys).toHaveLength(1)
  })
})

function saving(keys: string[], pins: string[]): Script {
  return async (talk) => {
    pins.push(await talk.ask('Your PIN?', text({ pattern: /^\d{4}$/, sensitive: true })))
    talk.home()
    const wish = await talk.choose('Savings', ['Withdraw', 'Balance'])
    if (wish === 'Balance') return talk.end('You have 100')
    const amount = await talk.ask('How much?', text())
    await talk.once('send', (key) => keys.push(key))
    await talk.show(`Sent ${amount}`)
    return talk.end('Goodbye')
  }
}
