import { describe, expect, it } from 'vitest'
import { type Script, text } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'
import { nominees } from './nominees.ts'

const awards = ['Artiste of the year', 'Song of the year', 'Dancer of the year', 'Best newcomer', 'Gospel song']
const grouped = nominees.map((label, at) => ({ label, group: awards[at % awards.length] }))
const optionsOf = (shown = '') => shown.split('\n').filter((line) => /^\d+\. |^0 |99 /.test(line))

const open = (script: Script) => hold(script, { tries: 9, rehearse: false }, { dialCode: '*713#' })

describe('A line that says what was wrong', () => {
  it.each<readonly [string, readonly string[], Script]>([
    ['of groups', [], async (talk) => talk.end((await talk.choose('Vote for whom?', grouped, { find: true })).label)],
    ['of a group', ['2'], async (talk) => talk.end((await talk.choose('Vote for whom?', grouped)).label)],
    [
      'of what was found',
      ['a'],
      async (talk) => talk.end(await talk.choose('Vote for whom?', nominees, { find: true })),
    ],
    ['of names', [], async (talk) => talk.end(await talk.choose('Vote for whom?', nominees, { find: true }))],
    ['behind its first page', ['99'], async (talk) => talk.end(await talk.choose('Vote for whom?', nominees))],
    [
      'with codes',
      [],
      async (talk) => {
        const coded = nominees.map((label, at) => ({ label, number: at + 101 }))
        return talk.end((await talk.choose('Vote for whom?', coded, { find: 'Or type a code.' })).label)
      },
    ],
  ])('moves no option of a list to another page: %s', async (_which, answers, script) => {
    const held = await open(async (talk) => {
      await talk.choose('Awards night', ['Vote', 'Results'])
      return script(talk)
    })
    const caller = held.phone()
    await caller.dial('*713#').reply('1')
    for (const answer of answers) await caller.reply(answer)
    const plain = caller.lastScreen?.text ?? ''
    for (const wrong of ['xyzzy', '0000000', 'xyzzy']) {
      const led = (await caller.reply(wrong).run()).text
      expect(led).toMatch(/^(?:Reply with|Nothing found)/)
      expect(optionsOf(led)).toEqual(optionsOf(plain))
    }
    await caller.redial()
    await caller.reply('1').expectScreen(plain)
  })

  it('is read before a question that fills its page: an answer counts there, and the question follows whole', async () => {
    const terms = `Your address, please. ${'Write the town, the street, and the house. '.repeat(3)}`.trim()
    const held = await open(async (talk) => talk.end(await talk.ask(terms, text({ min: 4 }))))
    const caller = held.phone()
    await caller.dial('*713#').expectScreen(terms)
    await caller
      .reply('a')
      .expectScreen(/^Too short: at least 4 characters\.\nYour address, please\. [\s\S]*\n99 More$/)
      .reply('99')
      .expectScreen(terms)
      .reply('b')
      .expectScreen(/^Too short/)
      .reply('Accra')
      .expectScreen('Accra')
  })

  it('is no screen to say yes to: the question follows, whole', async () => {
    const price = `Pay GHS 60 for ${'rice, '.repeat(17)}oil?`
    const held = await open(async (talk) => talk.end((await talk.confirm(price)) ? 'Paid' : 'Cancelled'))
    const caller = held.phone()
    const whole = `${price}\n1. Yes\n2. No`
    await caller.dial('*713#').expectScreen(whole)
    await caller
      .reply('perhaps')
      .expectScreen(/^Reply with a number from the list\.\nPay GHS 60 [\s\S]*\n99 More$/)
      .reply('1')
      .expectScreen(whole)
      .reply('1')
      .expectScreen('Paid')
  })

  it('leaves the title of a list that nobody has read: it follows whole', async () => {
    const title = "Ama's shop, at the market, every day"
    const sizes = ['Rice 1 kg', 'Rice 2 kg', 'Rice 5 kg', 'Rice 10 kg', 'Oil 1 l', 'Oil 2 l', 'Oil 5 l', 'Oil 10 l']
    const held = await open(async (talk) => talk.end(await talk.choose(title, sizes)))
    const caller = held.phone()
    await caller
      .dial('*713*70#')
      .expectScreen(/^Reply with a number from the list\.\nAma's shop, at the market, every day\n1\. [\s\S]*\n99 More$/)
      .reply('99')
      .expectScreen(({ text: shown }) => shown.startsWith(`${title}\n1. `) && shown.endsWith('8. Oil 10 l'))
      .reply('70')
      .expectScreen(({ text: shown }) => shown.startsWith('Reply with a number') && shown.endsWith('\n8. Oil 10 l'))
      .reply('8')
      .expectScreen('Oil 10 l')
  })

  it('of a check is said to its end, on as many screens as that takes', async () => {
    const why = 'We have no pupil of this number. '.repeat(7).trim()
    const held = await open(async (talk) =>
      talk.end(await talk.ask('Pupil number?', text({ check: (n) => n === '7' || why }))),
    )
    const caller = held.phone()
    await caller.dial('*713#').reply('8')
    const said: string[] = []
    while (caller.lastScreen?.text.endsWith('\n99 More')) {
      said.push(caller.lastScreen.text.replace('\n99 More', ''))
      await caller.reply('99')
    }
    const [last = '', question] = caller.lastScreen?.text.split('\n') ?? []
    expect([...said, last].join(' ')).toBe(why)
    expect(question).toBe('Pupil number?')
    await caller.reply('7').expectScreen('7')
  })

  it('is the same on rich channels, where nothing has pages', async () => {
    const held = await hold(async (talk) => talk.end(await talk.choose('Vote for whom?', nominees)), { tries: 9 })
    const user = held.user()
    await user.dial('*713#').reply('xyzzy').expectScreen('Please choose one of these.\nVote for whom?')
    expect(user.lastScreen?.choices).toHaveLength(nominees.length)
  })
})
