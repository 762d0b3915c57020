import { describe, expect, expectTypeOf, it } from 'vitest'
import { decimal, phone, type Question, text, whole } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

describe('talk.ask', () => {
  it('gives the answer in the type of its question', async () => {
    const given: unknown[] = []
    const held = await hold(async (talk) => {
      const name = await talk.ask('Your name?', text())
      const age = await talk.ask('Your age?', whole({ min: 1 }))
      const price = await talk.ask('Your price?', decimal({ min: 1 }))
      expectTypeOf(name).toEqualTypeOf<string>()
      expectTypeOf(age).toEqualTypeOf<number>()
      given.push(name, age, price)
      return talk.end('Thank you')
    })
    await held
      .phone()
      .dial('*713#')
      .expectScreen('Your name?')
      .reply(' Ama ')
      .expectScreen('Your age?\n0 Back')
      .reply('30')
      .expectScreen('Your price?\n0 Back 00 Menu')
      .reply('2.50')
      .expectScreen('Thank you')
    expect(given).toEqual(['Ama', 30, 2.5])
  })

  it('gives the same answer whenever the script runs again', async () => {
    const given: number[] = []
    const held = await hold(async (talk) => {
      given.push(await talk.ask('How many?', whole({ min: 1 })))
      await talk.show('One')
      await talk.show('Two')
      return talk.end('Three')
    })
    await held.phone().dial('*713#').reply('4').reply('1').reply('1').expectScreen('Three')
    expect(given).toEqual([4, 4, 4])
  })

  it('reads national numbers with the country of the registration', async () => {
    const given: string[] = []
    const held = await hold(
      async (talk) => {
        given.push(await talk.ask('Whose phone?', phone()))
        return talk.end('Thank you')
      },
      {},
      { country: 'GH' },
    )
    await held.phone().dial('*713#').reply('0000000000')
    expect(given).toEqual(['+233000000000'])
  })

  it('asks a question of your own', async () => {
    const plate: Question<{ region: string }> = {
      type: 'plate',
      field: 'text',
      read: (entered) =>
        /^[A-Z]{2} \d{4}$/.test(entered)
          ? { answer: { region: entered.slice(0, 2) } }
          : { problem: 'Such as AB 1234.' },
    }
    const held = await hold(async (talk) => talk.end(`From ${(await talk.ask('Your plate?', plate)).region}`))
    await held
      .phone()
      .dial('*713#')
      .reply('1234')
      .expectScreen('Such as AB 1234.\nYour plate?')
      .reply('GR 1234')
      .expectScreen('From GR')
  })

  it('fails the turn where a question of your own throws, and shows nothing of it', async () => {
    const broken: Question<string> = {
      type: 'broken',
      field: 'text',
      read: () => {
        throw new Error('no such table')
      },
    }
    const held = await hold(async (talk) => talk.end(await talk.ask('Your plate?', broken)))
    await held
      .phone()
      .dial('*713#')
      .reply('1')
      .expectScreen(({ type, text: shown }) => type === 'release' && !shown.includes('table'))
    expect(held.lines.text()).toContain('no such table')
  })
})
