import { describe, expect, it } from 'vitest'
import { type Question, text, whole } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

const tooOften = 'Too many tries. Please dial again.'

describe('a wrong answer', () => {
  it('is asked again, with a line above that says why', async () => {
    const held = await hold(async (talk) => talk.end(`${await talk.ask('How many?', whole({ max: 20 }))}`))
    await held
      .phone()
      .dial('*713#')
      .reply('some')
      .expectScreen('Numbers only, such as 20.\nHow many?')
      .reply('21')
      .expectScreen('Please enter 20 or less.\nHow many?')
      .reply('20')
      .expectScreen('20')
  })

  it('ends the session at the third, when nothing else is said', async () => {
    const held = await hold(async (talk) => talk.end(`${await talk.ask('How many?', whole({ min: 1 }))}`))
    await held
      .phone()
      .dial('*713#')
      .reply('a')
      .reply('b')
      .reply('c')
      .expectScreen((screen) => screen.type === 'release' && screen.text === tooOften)
  })

  it('ends it as often as the conversation says, with its own words', async () => {
    const held = await hold(async (talk) => talk.end(`${await talk.ask('How many?', whole({ min: 1 }))}`), {
      tries: 1,
      words: { tooOften: 'Goodbye' },
    })
    await held.phone().dial('*713#').reply('a').expectScreen('Goodbye')
  })

  it('ends it as often as the question says', async () => {
    const held = await hold(async (talk) => talk.end(`${await talk.ask('How many?', whole({ tries: 2 }))}`))
    await held.phone().dial('*713#').reply('a').reply('b').expectScreen(tooOften)
  })

  it('is counted for its question alone', async () => {
    const held = await hold(
      async (talk) => {
        await talk.ask('How many?', whole({ min: 1 }))
        await talk.ask('How old?', whole({ min: 1 }))
        return talk.end('Thank you')
      },
      { tries: 2 },
    )
    await held.phone().dial('*713#').reply('a').reply('1').reply('b').reply('2').expectScreen('Thank you')
  })

  it('puts no line above the next question', async () => {
    const held = await hold(async (talk) => {
      await talk.ask('How many?', whole({ min: 1 }))
      return talk.end(await talk.ask('Your name?', text()))
    })
    await held.phone().dial('*713#').reply('a').reply('1').expectScreen('Your name?\n0 Back')
  })

  it('leaves the title of a rich screen to the question', async () => {
    const held = await hold(async (talk) => talk.end(`${await talk.ask('How many?', whole({ min: 1 }))}`))
    const user = held.user()
    await user.dial()
    expect(user.lastScreen?.raw).toMatchObject({ Label: 'How many?', DataType: 'input', FieldType: 'number' })
    await user.reply('a')
    expect(user.lastScreen?.raw).toMatchObject({
      Message: 'Numbers only, such as 1500.\nHow many?',
      Label: 'How many?',
    })
  })
})

describe('a check of your own', () => {
  it.each<[string, Question<number>, string]>([
    ['says in one line why it refuses', whole({ check: (n) => n < 5 || 'Only 4 are left.' }), 'Only 4 are left.'],
    ['may take its time', whole({ check: async (n) => n < 5 || 'Only 4 are left.' }), 'Only 4 are left.'],
    ['may say nothing', whole({ check: (n) => n < 5 }), 'Please check it and enter it again.'],
    ['may say it in blanks', whole({ check: (n) => n < 5 || ' ' }), 'Please check it and enter it again.'],
    ['says what the question says', whole({ check: (n) => n < 5, problem: '1 to 4, please.' }), '1 to 4, please.'],
  ])('%s', async (_what, question, line) => {
    const held = await hold(async (talk) => talk.end(`${await talk.ask('How many?', question)} it is`))
    await held.phone().dial('*713#').reply('5').expectScreen(`${line}\nHow many?`).reply('4').expectScreen('4 it is')
  })

  it('is not asked about what the question refuses', async () => {
    const asked: number[] = []
    const check = (n: number) => asked.push(n) > 0
    const held = await hold(async (talk) => talk.end(`${await talk.ask('How many?', whole({ min: 1, check }))}`))
    await held.phone().dial('*713#').reply('a').reply('0').reply('2').expectScreen('2')
    expect(asked).toEqual([2])
  })

  it('fails the turn where it throws', async () => {
    const check = () => Promise.reject(new Error('no such table'))
    const held = await hold(async (talk) => talk.end(`${await talk.ask('How many?', whole({ check }))}`))
    await held
      .phone()
      .dial('*713#')
      .reply('1')
      .expectScreen(({ type }) => type === 'release')
    expect(held.lines.text()).toContain('no such table')
  })

  it('comes to nothing where the subscriber leaves meanwhile', async () => {
    const checking = Promise.withResolvers<boolean>()
    const arrived = Promise.withResolvers<void>()
    let ends = 0
    const held = await hold(async (talk) => {
      const check = () => {
        arrived.resolve()
        return checking.promise
      }
      await talk.ask('How many?', whole({ check }))
      ends += 1
      return talk.end('Thank you')
    })
    const caller = held.phone()
    await caller.dial('*713#')
    const answered = caller.reply('1').run()
    await arrived.promise
    await caller.timeout()
    checking.resolve(true)
    await answered
    await held.app.close()
    expect(ends).toBe(0)
  })
})
