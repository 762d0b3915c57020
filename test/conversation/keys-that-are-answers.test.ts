import { describe, expect, it } from 'vitest'
import { decimal, type Question, type Script, text, whole } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

const behindAScreen =
  (question: Question<number>): Script =>
  async (talk) => {
    await talk.show('Welcome')
    return talk.end(`${await talk.ask('How many?', question)} it is`)
  }

describe('a number question that takes the key of a way', () => {
  it.each([
    [whole(), 'its question takes 0 for an answer, which is Back on the screens around it'],
    [
      whole({ min: 0, max: 5 }),
      'give limits or a pattern without it, such as min: 1, or takesKeys: true to have *0 Back drawn',
    ],
    [decimal({ max: 100 }), 'or other keys'],
    [decimal({ max: 100, currency: 'GHS', min: 0 }), 'talk.ask: its question takes 0'],
  ])('fails on a phone, and names the fix (%#)', async (question, message) => {
    const held = await hold(behindAScreen(question))
    await held
      .phone()
      .dial('*713#')
      .reply('1')
      .expectScreen(({ type }) => type === 'release')
    expect(held.lines.text()).toContain(message)
  })

  it('is told of another key that it takes', async () => {
    const held = await hold(behindAScreen(whole({ min: 1, max: 20 })), { keys: { back: '#', home: '9' } })
    await held.phone().dial('*713#').reply('1')
    expect(held.lines.text()).toContain('takes 9 for an answer, which is Menu')
  })

  it('may say that it does: then the way has a star', async () => {
    const held = await hold(behindAScreen(whole({ max: 5, takesKeys: true })))
    await held.phone().dial('*713#').reply('1').expectScreen('How many?\n*0 Back').reply('0').expectScreen('0 it is')
    const caller = held.phone()
    await caller
      .dial('*714#')
      .reply('1')
      .reply('*0')
      .expectScreen(/^Welcome/)
  })

  it.each([
    ['whose limits leave it out', behindAScreen(whole({ min: 1, max: 120 }))],
    ['of money', behindAScreen(decimal({ currency: 'GHS' }))],
    ['that is the first', async (talk) => talk.end(`${await talk.ask('How many?', whole())} it is`)],
  ] satisfies [string, Script][])('holds where it is one %s', async (_what, script) => {
    const held = await hold(script)
    const caller = held.phone()
    await caller.dial('*713#')
    if (caller.lastScreen?.text.startsWith('Welcome') === true) await caller.reply('1')
    await caller.reply('7').expectScreen('7 it is')
  })

  it('is none of text, which leads back by it', async () => {
    const held = await hold(async (talk) => {
      await talk.show('Welcome')
      return talk.end(await talk.ask('Your name?', text()))
    })
    await held
      .phone()
      .dial('*713#')
      .reply('1')
      .reply('0')
      .expectScreen(/^Welcome/)
  })

  it.each([
    ['a pattern', text({ pattern: /^\d{1,3}$/ })],
    ["a question of one's own", { type: 'code', field: 'text', read: (answer) => ({ answer }) }],
  ] satisfies [string, Question<string>][])(
    'may be %s, which fails too unless it says which',
    async (_what, question) => {
      const asked =
        (takesKeys?: boolean): Script =>
        async (talk) => {
          await talk.show('Welcome')
          return talk.end(`${await talk.ask('Code?', { ...question, takesKeys })} it is`)
        }
      const trapped = await hold(asked())
      await trapped
        .phone()
        .dial('*713#')
        .reply('1')
        .expectScreen(({ type }) => type === 'release')
      expect(trapped.lines.text()).toContain(
        'its question takes 0 for an answer, which is Back on the screens around it',
      )
      expect(trapped.lines.text()).toContain('or takesKeys: false where 0 is to be Back here too')
      const starred = await hold(asked(true))
      await starred.phone().dial('*713#').reply('1').expectScreen('Code?\n*0 Back').reply('0').expectScreen('0 it is')
      const leading = await hold(asked(false))
      await leading
        .phone()
        .dial('*713#')
        .reply('1')
        .expectScreen('Code?\n0 Back')
        .reply('0')
        .expectScreen(/^Welcome/)
    },
  )

  it('may be a text or a number that says which', async () => {
    const held = await hold(async (talk) => {
      await talk.show('Welcome')
      const name = await talk.ask('Your name?', text({ takesKeys: true }))
      return talk.end(`${name} and ${await talk.ask('How many?', whole({ takesKeys: false }))}`)
    })
    const caller = held.phone()
    await caller.dial('*713#').reply('1').expectScreen('Your name?\n*0 Back').reply('0')
    await caller.reply('0').expectScreen('Your name?\n*0 Back')
    await caller.reply('00').reply('7').expectScreen('00 and 7')
  })

  it('refuses a takesKeys that says neither', () => {
    expect(() => whole(Object({ takesKeys: 'yes' }))).toThrow('takesKeys of the question whole must be true or false')
  })
})

describe('on a rich channel', () => {
  it.each(['0', '00'])('%s in a field is what was entered', async (entered) => {
    const held = await hold(async (talk) => {
      await talk.choose('Shop', ['Rice'])
      const note = await talk.ask('A note?', text())
      return talk.end(`${note} and ${await talk.ask('How many?', whole())}`)
    })
    await held.user().dial().reply('Rice').reply(entered).reply(entered).expectScreen(`${entered} and 0`)
  })

  it('0 leads back where it is drawn', async () => {
    const held = await hold(async (talk) => {
      await talk.choose('Shop', ['Rice'])
      return talk.end(await talk.choose('Size', ['Small']))
    })
    await held.user().dial().reply('Rice').reply('0').expectScreen('Shop')
  })
})
