import { describe, expect, it } from 'vitest'
import { conversation, type Script, type TalkHelp, text, whole } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

const shop: Script = async (talk) => {
  const meal = await talk.choose('Shop', ['Rice', 'Oil'])
  const count = await talk.ask('How many?', whole({ min: 1 }))
  return talk.end((await talk.confirm(`${count} ${meal}?`)) ? 'Ordered' : 'Cancelled')
}
const help: TalkHelp = { key: '#', show: 'Call 0000000000.' }

describe('the key for help', () => {
  it('shows it at every question on a phone, and the same question after it', async () => {
    const held = await hold(shop, { help, tries: 1 })
    await held
      .phone()
      .dial('*713#')
      .expectScreen('Shop\n1. Rice\n2. Oil\n# Help')
      .reply('#')
      .expectScreen('Call 0000000000.\n0 Back')
      .reply('0')
      .expectScreen('Shop\n1. Rice\n2. Oil\n# Help')
      .reply('2')
      .expectScreen('How many?\n0 Back # Help')
      .reply(' \uff03')
      .reply('anything')
      .expectScreen('How many?\n0 Back # Help')
      .reply('3')
      .expectScreen('3 Oil?\n1. Yes\n2. No\n0 Back 00 Menu # Help')
      .reply('#')
      .reply('1')
      .expectScreen('3 Oil?\n1. Yes\n2. No\n0 Back 00 Menu # Help')
      .reply('1')
      .expectScreen('Ordered')
  })

  it('shows long help on pages', async () => {
    const held = await hold(shop, { help: { key: '#', show: 'Call us any day. '.repeat(20) } })
    const caller = held.phone()
    await caller
      .dial('*713#')
      .reply('#')
      .expectScreen(/\n0 Back 99 More$/)
    const first = caller.lastScreen?.text ?? ''
    await caller.reply('99').expectScreen(/\n0 Back 99 More$/)
    await caller
      .reply('0')
      .expectScreen(first)
      .reply('99')
      .reply('99')
      .expectScreen(/\n0 Back$/)
    await caller.reply('99').expectScreen(/^Shop/)
  })

  it('asks a function what to show, each time it is entered', async () => {
    const asked: string[] = []
    const show: TalkHelp['show'] = async ({ mobile }) => `${asked.push(mobile)}. call`
    const held = await hold(shop, { help: { key: '9', show } })
    await held
      .phone()
      .dial('*713#')
      .reply('9')
      .expectScreen('1. call\n0 Back')
      .reply('0')
      .reply('9')
      .expectScreen('2. call\n0 Back')
    expect(asked).toHaveLength(2)
  })

  it('gives its function a key, which stays the same until that has given its text', async () => {
    const keys: string[] = []
    const show: TalkHelp['show'] = (_caller, key) => {
      keys.push(key)
      if (keys.length === 1) throw new Error('no agent')
      return 'We call you'
    }
    const held = await hold(shop, { help: { key: '#', show } })
    for (const times of [3, 1]) {
      const caller = held.phone()
      await caller.dial('*713#')
      for (let time = 0; time < times; time++) await caller.reply('#').reply('0')
      await caller.timeout()
    }
    expect(keys).toHaveLength(4)
    const [failed = '', again, next, ...more] = keys
    expect(failed).toMatch(/^[\da-f]{32}$/)
    expect(again).toBe(failed)
    expect(new Set([again, next, ...more]).size).toBe(keys.length - 1)
  })

  it.each<[string, TalkHelp['show']]>([
    ['throws', () => Promise.reject(new Error('no agent'))],
    ['gives nothing', () => ' '],
    ['gives no text', () => Object(5)],
  ])('shows the question again where its function %s', async (_what, show) => {
    const held = await hold(shop, { help: { key: '#', show } })
    await held
      .phone()
      .dial('*713#')
      .reply('#')
      .expectScreen('Shop\n1. Rice\n2. Oil\n# Help')
      .reply('1')
      .expectScreen(/^How many/)
    expect(held.lines.saying('the help of a conversation failed')).toHaveLength(1)
  })

  it('is a choice in the menus of a rich channel, in the words that were spoken, and a field takes it for text', async () => {
    const held = await hold(
      async (talk) => {
        talk.speak({ help: 'Aide' })
        await talk.choose('Shop', ['Rice'])
        return talk.end(await talk.ask('Your name?', text()))
      },
      { help },
    )
    const user = held.user()
    await user.dial()
    expect(user.lastScreen?.raw).toMatchObject({ Data: [{ Display: 'Rice' }, { Display: 'Aide', Value: '#' }] })
    await user
      .reply('#')
      .expectScreen('Call 0000000000.')
      .reply('0')
      .expectScreen('Shop')
      .reply('1')
      .reply('#')
      .expectScreen('#')
  })

  it('leaves the turn where the subscriber has left meanwhile', async () => {
    const shown = Promise.withResolvers<string>()
    const entered = Promise.withResolvers<void>()
    const show = () => {
      entered.resolve()
      return shown.promise
    }
    const held = await hold(shop, { help: { key: '#', show } })
    const caller = held.phone()
    await caller.dial('*713#')
    const answered = caller.reply('#').run()
    await entered.promise
    await caller.timeout()
    shown.resolve('Call us')
    expect((await answered).text).not.toContain('Call us')
  })

  it('is the number of no option', async () => {
    const held = await hold(
      async (talk) => talk.end((await talk.choose('Shop', [{ label: 'Rice', number: 9 }])).label),
      {
        help: { key: '9', show: 'Help' },
      },
    )
    await held
      .phone()
      .dial('*713#')
      .expectScreen(({ type }) => type === 'release')
    expect(held.lines.text()).toContain('the number of option 1 is 9, which is the key of a way')
  })

  it.each<[unknown, string]>([
    ['#', 'option help of a conversation must be an object: { key, show }'],
    [null, 'option help of a conversation must be an object'],
    [{ key: 'h', show: 'x' }, 'key help of a conversation must be a digit or #'],
    [{ key: 5, show: 'x' }, 'key help of a conversation must be a digit or #'],
    [{ key: '0', show: 'x' }, 'and the key of no way'],
    [{ key: '#', show: ' ' }, 'option help.show of a conversation must be text, or a function that gives it'],
    [{ key: '#', show: 5 }, 'option help.show of a conversation'],
    [{ key: '#', show: 'x', label: 'y' }, 'option help.label of a conversation is not one that is known'],
  ])('is refused where it is %j', (given, message) => {
    expect(() => conversation(shop, Object({ help: given }))).toThrow(message)
  })
})
