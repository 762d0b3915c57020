import { describe, expect, it } from 'vitest'
import { type Script, text, whole } from '../../src/conversation/index.ts'
import { dealt } from '../store/dealt.ts'
import { hold } from './hold.ts'
import { worlds } from './world.ts'

const tooOften = 'Too many tries. Please dial again.'

describe('A question that is answered wrongly', () => {
  it('has no more tries for who goes back to it', async () => {
    const { phone } = await hold(async (talk) => {
      await talk.ask('Your name?', text())
      await talk.ask('Your code?', text({ check: (code) => code === 'right', sensitive: true }))
      return talk.end('Welcome')
    })
    const caller = phone()
    await caller
      .dial('*713#')
      .reply('Ama')
      .reply('a')
      .reply('b')
      .reply('0')
      .reply('Ama')
      .expectScreen(/^Your code\?/)
    await caller.reply('c').expectScreen(tooOften)
  })

  it('has all its tries again once it was answered rightly', async () => {
    const { phone } = await hold(async (talk) => {
      let sum = 0
      for (let round = 1; round <= 3; round++) sum += await talk.ask('How many?', whole({ min: 1 }))
      return talk.end(`In all ${sum}`)
    })
    const caller = phone()
    await caller.dial('*713#')
    for (const answer of ['x', 'y', '1', 'x', 'y', '2', 'x', 'y']) await caller.reply(answer).expectScreen(/How many\?/)
    await caller.reply('3').expectScreen('In all 6')
  })
})

describe.each(dealt(worlds))('Too many wrong answers, %s', (_name, world, it) => {
  const ordering: Script = async (talk) => {
    const meal = await talk.choose('Shop', ['Rice', 'Oil'])
    const quantity = await talk.ask('How many?', whole({ min: 1 }))
    const code = await talk.ask('Your code?', text({ check: (entered) => entered === 'right', sensitive: true }))
    return talk.end(`${quantity} x ${meal} (${code})`)
  }

  it('keep the answers before them for the next dial, which has all tries again', async () => {
    const { phone } = await world().start(ordering)
    const caller = phone()
    await caller.dial('*713#').reply('2').reply('a').reply('b').reply('c').expectScreen(tooOften)
    await caller
      .dial('*713#')
      .expectScreen(/^You did not finish/)
      .reply('1')
      .expectScreen(/^How many/)
      .reply('d')
      .reply('e')
      .reply('3')
      .reply('right')
      .expectScreen('3 x Oil (right)')
  })

  it('start again where a secret was tried', async () => {
    const { phone } = await world().start(ordering)
    const caller = phone()
    await caller.dial('*713#').reply('2').reply('3').reply('a').reply('b').reply('c').expectScreen(tooOften)
    await caller.dial('*713#').expectScreen(/^Shop/)
  })

  it('start again where nothing was answered, or nothing is resumed', async () => {
    const { phone } = await world().start(ordering)
    const caller = phone()
    await caller.dial('*713#').reply('a').reply('b').reply('c').expectScreen(tooOften)
    await caller.dial('*713#').expectScreen(/^Shop/)
    const { phone: never } = await world().start(ordering, { talk: { resume: 'never' } })
    const other = never()
    await other.dial('*713#').reply('2').reply('a').reply('b').reply('c').expectScreen(tooOften)
    await other.dial('*713#').expectScreen(/^Shop/)
  })
})

describe('A setting that a step does not take', () => {
  it('is told, where it would be lost without a word', async () => {
    const steps: [string, string, unknown][] = [
      ['ask', 'talk.ask', { sensitve: true }],
      ['ask', 'talk.ask', { sensitive: 'yes' }],
      ['ask', 'talk.ask', { id: '' }],
      ['ask', 'talk.ask', { tries: 1 }],
      ['confirm', 'talk.confirm', { as: 'menu' }],
      ['show', 'talk.show', { label: 7 }],
      ['choose', 'talk.choose', { as: 'list' }],
      ['choose', 'talk.choose', { tries: 0 }],
      ['choose', 'talk.choose', { problem: ' ' }],
      ['choose', 'talk.choose', { pages: 1 }],
      ['choose', 'talk.choose', 7],
      ['end', 'talk.end', { id: 'x' }],
      ['end', 'talk.pay', { sensitive: 1 }],
    ]
    for (const [step, name, settings] of steps) {
      const { phone, lines } = await hold(async (talk) => {
        // As plain JavaScript calls it.
        const given = Object.assign(Object.create(null), { settings }).settings
        if (name === 'talk.pay') return talk.pay('Pay', { name: 'Tea', quantity: 1, price: 5 }, given)
        if (step === 'end') return talk.end('Goodbye', given)
        if (step === 'ask') await talk.ask('Your name?', text(), given)
        if (step === 'confirm') await talk.confirm('Sure?', given)
        if (step === 'show') await talk.show('Look', given)
        if (step === 'choose') await talk.choose('Which?', ['Tea'], given)
        return talk.end('Goodbye')
      })
      await phone()
        .dial('*713#')
        .expectScreen(/something went wrong/)
      expect(lines.text(), name).toMatch(/FMW_QUESTION_(?:NAME|VALUE)/)
      expect(lines.text(), name).toContain(name)
    }
  })
})
