import { describe, expect, it } from 'vitest'
import { conversation, type Script, text, whole } from '../../src/index.ts'
import { hold } from './hold.ts'

/** What an application in plain JavaScript may give, which the types refuse. */
const given = (json: string) => JSON.parse(json)

describe('a script', () => {
  it.each<[string, Script, string]>([
    [
      'reads while it does something',
      async (talk) => {
        await Promise.all([talk.once('order', () => 1), talk.load('price', () => 2)])
        return talk.end('Goodbye')
      },
      "talk.load('price'): talk.once('order') is not over: write await talk.once('order'), and await each function that takes it",
    ],
    [
      'asks without a text',
      async (talk) => talk.end(await talk.ask(' ', text())),
      'talk.ask: its text must be a string with something to read in it',
    ],
    [
      'asks something that is no text',
      async (talk) => talk.end(`${await talk.confirm(given('5'))}`),
      'talk.confirm: its text must be a string with something to read in it',
    ],
    [
      'asks no question',
      async (talk) => talk.end(await talk.ask('Your name?', given('null'))),
      'talk.ask: give a question, such as whole({ min: 1 }), or { type, field, read }',
    ],
    [
      'offers nothing to choose from',
      async (talk) => talk.end(await talk.choose('Shop', [])),
      'talk.choose: there is nothing to choose: give at least one option, or end',
    ],
    [
      'gives settings that are no object',
      async (talk) => talk.end(String(await talk.confirm('Sure?', given('"sensitive"')))),
      'The option options of talk.confirm must be an object, but it is a string of 9 characters.',
    ],
    [
      'offers something that is no list',
      async (talk) => talk.end(await talk.choose('Shop', given('{"label":"Rice"}'))),
      'talk.choose: there is nothing to choose: give at least one option, or end',
    ],
    [
      'offers an option without a label',
      async (talk) => talk.end(await talk.choose('Shop', ['Rice', given('{"label":" "}')])),
      'talk.choose: option 2 has no label to read',
    ],
    [
      'offers an option that is nothing',
      async (talk) => talk.end(await talk.choose('Shop', [given('null')])),
      'talk.choose: option 1 has no label to read',
    ],
    [
      'offers an option that costs less than nothing',
      async (talk) =>
        talk.end((await talk.choose('Shop', ['Rice', { label: 'Oil', amount: -1 }])).valueOf().toString()),
      'The amount of option 2, Oil, must be a number above 0 with at most 2 decimals, in major currency units, but it is ' +
        'the number -1. Convert strings with Number(), and round with Math.round(value * 100) / 100.',
    ],
    [
      'ends in an effect',
      async (talk) => {
        await talk.once('order', () => Object(talk.end('Ordered')))
        return talk.end('Ordered')
      },
      "The effect 'order' failed, and is not done again: it gave an ending: return that from the script",
    ],
    [
      'asks to pay where it reads',
      async (talk) => talk.load('fees', () => Object(talk.pay('Approve', { name: 'Fees', quantity: 1, price: 5 }))),
      "Reading 'fees' failed: it gave an ending: return that from the script",
    ],
    [
      'reads under a name with a space',
      async (talk) => talk.end(await talk.load('the price', () => '5')),
      'talk.load: its name must be 1 to 64 letters, digits, - and _',
    ],
    [
      'does something under no name',
      async (talk) => talk.end(await talk.once(given('null'), () => '5')),
      'talk.once: its name must be 1 to 64 letters, digits, - and _',
    ],
    [
      'reads what is no function',
      async (talk) => talk.end(await talk.load('price', Object(Promise.resolve('5')))),
      'talk.load: what reads it must be a function',
    ],
    [
      'does what is no function',
      async (talk) => talk.end(await talk.once('order', given('"5"'))),
      'talk.once: the effect must be a function',
    ],
    [
      'misspells how to find out what became of an effect',
      async (talk) => talk.end(await talk.once('order', () => '5', Object({ recovers: () => '5' }))),
      'There is no option "recovers" of talk.once; "recover" may be meant. It takes recover.',
    ],
    [
      'finds that out by what is no function',
      async (talk) => talk.end(await talk.once('order', () => '5', given('{"recover":true}'))),
      'The option recover of talk.once must be a function, but it is the boolean true.',
    ],
    [
      'speaks what are no words',
      (talk) => {
        talk.speak(given('null'))
        return talk.end('Goodbye')
      },
      'The words of a conversation must be an object of words',
    ],
    ['ends without a text', (talk) => talk.end(''), 'talk.end: its text must be a string with something to read in it'],
    [
      'asks to pay nothing',
      (talk) => talk.pay('Approve', given('null')),
      'talk.pay: give what is to be paid: { name, quantity, price }',
    ],
    [
      'ends with nothing',
      () => Object().nothing,
      'The script of a conversation returned nothing: return what talk.end or talk.pay gives',
    ],
    [
      'ends with a text',
      async () => Object('Goodbye').valueOf(),
      'The script of a conversation returned a string: return what talk.end or talk.pay gives',
    ],
    [
      'throws before its first step',
      () => {
        throw new Error('no such table')
      },
      'no such table',
    ],
  ])('that %s fails its turn, and the log says why', async (_what, script, message) => {
    const held = await hold(script)
    for (const caller of [held.phone(), held.user()]) {
      await caller.dial('*713#').expectScreen(/^Sorry, something went wrong\./)
    }
    const told = held.lines.saying('the handler of a turn failed')
    expect(told.map(({ err }) => err)).toMatchObject([{ message }, { message }])
  })

  it('that asks two questions at once fails at once', async () => {
    const held = await hold(async (talk) => {
      await Promise.all([talk.ask('How many?', whole({ min: 1 })), talk.ask('How old?', whole({ min: 1 }))])
      return talk.end('Goodbye')
    })
    await held
      .phone()
      .dial('*713#')
      .expectScreen(/^Sorry, something went wrong\./)
    const [line] = held.lines.saying('the handler of a turn failed')
    expect(line?.err).toMatchObject({
      message: 'talk.ask: talk.ask is not over: write await talk.ask, and await each function that takes it',
    })
  })

  it('may catch that there is nothing to choose from, and go on', async () => {
    const held = await hold(async (talk) => {
      try {
        await talk.choose('Shop', [])
      } catch {
        await talk.show('We are sold out.')
      }
      return (await talk.confirm('Tell you when?')) ? talk.end('We will') : talk.end('Goodbye')
    })
    await held
      .phone()
      .dial('*713#')
      .expectScreen('We are sold out.\n1. Continue')
      .reply('1')
      .expectScreen(/^Tell you when\?/)
      .reply('1')
      .expectScreen('We will')
  })

  it('may catch what a check of its own throws, and end in its own words', async () => {
    const check = () => Promise.reject(new Error('no such table'))
    const held = await hold(async (talk) => {
      try {
        return talk.end(await talk.ask('Your name?', text({ check })))
      } catch {
        return talk.end('Please come back tomorrow.')
      }
    })
    await held.phone().dial('*713#').reply('Ama').expectScreen('Please come back tomorrow.')
    expect(held.lines.saying('took another path')).toEqual([])
  })

  it('may catch it, and ask something else, which does not get that answer', async () => {
    const check = () => {
      throw new Error('no such table')
    }
    const held = await hold(async (talk) => {
      const name = await talk.ask('Your name?', text({ check })).catch(() => talk.ask('Your town?', text()))
      return talk.end(name)
    })
    await held.phone().dial('*713#').reply('Ama').expectScreen('Your town?')
  })
})

describe('conversation', () => {
  it('refuses what is no function', () => {
    expect(() => conversation(given('{}'))).toThrow('The script of a conversation must be a function of talk')
  })
})
