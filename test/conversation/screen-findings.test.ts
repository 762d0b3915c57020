import { describe, expect, it, vi } from 'vitest'
import {
  type ConversationOptions,
  conversation,
  phone as phoneNumber,
  type Script,
  text,
  whole,
} from '../../src/conversation/index.ts'
import { hold } from './hold.ts'
import { memoryWorld } from './world.ts'

const atDesk = { rehearse: true } as const
const words = (length: number): string => 'word '.repeat(length / 5).trimEnd()

async function held(script: Script, settings: ConversationOptions = {}) {
  const world = await hold(script, { ...atDesk, ...settings })
  return {
    ...world,
    told: (problem?: string) =>
      world.lines.all().filter((line) => 'fix' in line && (problem === undefined || line.problem === problem)),
  }
}

const sixteen = Array.from({ length: 16 }, (_, at) => `Region number ${at + 1}`)

describe('An author is told at the desk', () => {
  it('of a payment behind More, once', async () => {
    const { phone, told } = await held((talk) =>
      talk.pay(`${words(200)}. GHS 5`, { name: 'Tea', quantity: 1, price: 5 }),
    )
    await phone().dial('*713#')
    await phone().dial('*713#')
    expect(told()).toEqual([
      expect.objectContaining({
        level: 40,
        problem: 'hiddenPayment',
        step: 'talk.pay',
        place: expect.stringMatching(/screen-findings\.test\.ts:\d+:\d+/),
        text: 'word word word word word word word wo...',
        found: 'shown 149 of 206 characters',
        fix: 'shorten it to 160 characters',
        msg: 'a payment stands behind "More": shorten it to 160 characters',
      }),
    ])
  })

  it('of an option behind More, once', async () => {
    const { phone, told } = await held((talk) => talk.choose('Where?', sixteen).then(talk.end))
    await phone().dial('*713#')
    const caller = phone()
    await caller.dial('*713#')
    await caller.reply('99')
    expect(told()).toEqual([
      expect.objectContaining({
        problem: 'hiddenOption',
        step: 'talk.choose',
        text: 'Region number 8',
        found: 'shown 7 of 16 options',
        fix: 'put it on the first page: shorten the text and the labels, or give groups or find: true',
      }),
    ])
  })

  it('of the answers of a confirm behind More', async () => {
    const { phone, told } = await held(async (talk) => talk.end(`${await talk.confirm(words(200))}`))
    await phone().dial('*713#')
    expect(told('hiddenOption')).toEqual([
      expect.objectContaining({ text: 'Yes', fix: 'put it on the first page: shorten the question' }),
    ])
  })

  it('nothing of a long list in which letters find, or of a long text', async () => {
    const { phone, told } = await held(async (talk) => {
      await talk.show(words(200))
      return talk.end(await talk.choose('Where?', sixteen, { find: true }))
    })
    const caller = phone()
    await caller.dial('*713#')
    await caller.reply('99')
    await caller.reply('1').expectScreen(/^Where/)
    expect(told()).toEqual([])
  })

  it('of the title of a list that is shortened on its later pages', async () => {
    const title = 'In which of the regions of our country do you live?'
    const { phone, told } = await held((talk) => talk.choose(title, sixteen, { find: true }).then(talk.end))
    const caller = phone()
    await caller.dial('*713#')
    await caller.reply('99').expectScreen(/^In which of the regions of our\.\.\.\n/)
    expect(told()).toEqual([
      expect.objectContaining({
        problem: 'shortened',
        text: 'In which of the regions of our countr...',
        found: 'shown 30 of 51 characters',
        fix: 'shorten its first line to 40 characters',
      }),
    ])
  })

  it('of a phone number that no country is known of, once, on whatever channel', async () => {
    const { phone, user, told } = await held(async (talk) => talk.end(await talk.ask('Whose number?', phoneNumber())))
    await phone().dial('*713#')
    await user().dial()
    expect(told()).toEqual([
      expect.objectContaining({
        level: 40,
        problem: 'noCountry',
        step: 'talk.ask',
        text: 'Whose number?',
        found: 'a number without its calling code is refused',
        fix: "give phone({ country: 'GH' }), or the registration a country",
      }),
    ])
  })

  it('of none where its question or the registration has one', async () => {
    const asking: Script = async (talk) => {
      await talk.ask('Whose number?', phoneNumber({ country: 'GH' }))
      return talk.end('Goodbye')
    }
    const own = await held(asking)
    await own.phone().dial('*713#')
    expect(own.told()).toEqual([])
    const registered = await hold(async (talk) => talk.end(await talk.ask('Whose number?', phoneNumber())), atDesk, {
      country: 'GH',
    })
    await registered.phone().dial('*713#')
    expect(registered.lines.saying('dialled at home')).toEqual([])
  })

  it('of a label that is longer than a page', async () => {
    const { phone, told } = await held((talk) => talk.choose('Which?', [words(200), 'Oil']).then(talk.end))
    const caller = phone()
    await caller.dial('*713#').expectScreen(/^Which\?\n1\. word .*\.\.\.\n99 More$/)
    expect(told('shortened')).toEqual([
      expect.objectContaining({ found: 'shown 139 of 199 characters', fix: 'shorten it to 139 characters' }),
    ])
  })

  it.each<[string, ConversationOptions]>([
    ['as e', {}],
    ['as e', { characters: 'ascii' }],
  ])('of characters that are shown %s, with %j', async (form, settings) => {
    const { phone, told } = await held((talk) => talk.end('Ɛte sɛn? 👍 ✓'), settings)
    await phone().dial('*713#')
    const setting = settings.characters === 'ascii' ? "leave out characters: 'ascii'" : "set characters: 'keep'"
    expect(told()).toEqual([
      expect.objectContaining({
        problem: 'folded',
        step: 'talk.end',
        text: 'Ɛte sɛn? 👍 ✓',
        found: `Ɛ as E, ɛ ${form}, 👍 dropped, ✓ as ?`,
        fix: `write E in place of Ɛ, write e in place of ɛ, leave out 👍, write another character in place of ✓, or ${setting}`,
      }),
    ])
  })

  it('of the first five characters of a label, with those that nobody sees made visible', async () => {
    const { phone, told } = await held((talk) => talk.choose('One', ['ɛ\u200bɔŋɖƒ', 'Two']).then(talk.end))
    await phone().dial('*713#')
    expect(told('folded')).toEqual([
      expect.objectContaining({ text: 'ɛ\\u200bɔŋɖƒ', found: expect.stringMatching(/, …$/) }),
    ])
  })

  it('of one letter that takes more than half of a page', async () => {
    const keep = { characters: 'keep' } as const
    const { phone, told } = await held((talk) => talk.end(`Ɛ${words(100)}`), keep)
    await phone().dial('*713#')
    expect(told()).toEqual([
      expect.objectContaining({
        problem: 'halfPage',
        found: 'this page holds 70 of 160 characters because of Ɛ',
        fix: "write E in place of Ɛ, or leave characters at 'gsm7'",
      }),
    ])
    const short = await held((talk) => talk.end('Ɛte sɛn?'), keep)
    await short.phone().dial('*713#')
    expect(short.told()).toEqual([])
  })

  it('of an amount that only rich channels show', async () => {
    const { phone, user, told } = await held(async (talk) => {
      await talk.choose('Tickets', [
        { label: 'Adult GHS 1,000.50', amount: 1000.5 },
        { label: 'Child', amount: 2.5 },
      ])
      return talk.end('Thank you')
    })
    await user().dial('hello')
    expect(told()).toEqual([])
    await phone().dial('*713#')
    expect(told()).toEqual([
      expect.objectContaining({
        problem: 'oneChannel',
        text: 'Child',
        found: 'its amount, 2.5, is shown on rich channels only',
        fix: 'write it in the label',
      }),
    ])
  })

  it('of groups, which only USSD shows, and of a title that is shortened on a rich channel', async () => {
    const title = 'In which of the regions of our country do you live?'
    const { user, told } = await held(async (talk) => {
      await talk.choose(title, [
        { label: 'Hohoe, Volta', group: 'Volta' },
        { label: 'Tamale', group: 'Northern' },
      ])
      return talk.end('Thank you')
    })
    await user().dial('hello')
    await user().dial('hello')
    expect(told()).toEqual([
      expect.objectContaining({
        problem: 'shortened',
        found: 'its title shows 30 of 51 characters',
        fix: 'give a label of at most 40 characters, or shorten its first line to that',
      }),
      expect.objectContaining({ problem: 'oneChannel', text: 'Northern', found: 'a group is shown on USSD only' }),
    ])
  })

  it('of a question that USSD refuses, where it is drawn elsewhere', async () => {
    const { user, told } = await held(async (talk) => {
      await talk.show('Welcome')
      return talk.end(`${await talk.ask('How many?', whole())}`)
    })
    const webUser = user()
    await webUser.dial('hello')
    await webUser.reply('1').expectScreen(/^How many/)
    expect(told()).toEqual([
      expect.objectContaining({
        problem: 'oneChannel',
        text: 'How many?',
        found: 'USSD cannot show this screen',
        fix: expect.stringMatching(/takes 0 for an answer/),
      }),
    ])
  })

  it('of a list that rich channels refuse, where it is drawn on USSD', async () => {
    const { phone, told } = await held(async (talk) => {
      await talk.choose('Which?', [
        { label: 'A', value: 'a\u0000' },
        { label: 'B', value: 'b' },
      ])
      return talk.end('Thank you')
    })
    await phone().dial('*713#')
    expect(told()).toEqual([
      expect.objectContaining({
        problem: 'oneChannel',
        found: 'rich channels cannot show this screen',
        fix: expect.stringMatching(/value of choice 1/),
      }),
    ])
  })

  it('nothing of rich channels where only USSD is served', async () => {
    const script: Script = async (talk) => {
      await talk.choose('Which?', [{ label: 'A', value: 'a\u0000' }])
      return talk.end('ɛ')
    }
    const { phone, lines } = await memoryWorld().start(script, { talk: atDesk })
    const caller = phone()
    await caller.dial('*713#')
    await caller.reply('1')
    expect(lines.all().flatMap(({ problem }) => problem ?? [])).toEqual(['folded'])
  })

  it('each kind of one screen, once each', async () => {
    const { phone, told } = await held((talk) =>
      talk.choose('ɛ', [...sixteen, { label: 'Volta', amount: 3 }]).then(() => talk.end('Thank you')),
    )
    await phone().dial('*713#')
    await phone().dial('*713#')
    expect(told().map(({ problem }) => problem)).toEqual(['hiddenOption', 'folded', 'oneChannel'])
  })

  it('nothing of what stands on a sensitive screen, and no secret that stands on another', async () => {
    const { phone, lines, told } = await held(async (talk) => {
      const pin = await talk.ask('Your wɔrd?', text({ sensitive: true }))
      await talk.show(`Yɛ ${pin}`)
      const sixty = Array.from({ length: 60 }, (_, at) => ({ label: `Secret ɛ ${at}`, amount: at + 1 }))
      await talk.choose('Yɛ 9876', sixty, { sensitive: true })
      return talk.end('Thank you')
    })
    const caller = phone()
    await caller.dial('*713#')
    await caller.reply('abcdef').expectScreen(/^Ye abcdef/)
    await caller.reply('1').expectScreen(/^Ye 9876/)
    expect(told().map(({ problem, text: shown }) => [problem, shown])).toEqual([
      ['folded', 'Private'],
      ['folded', expect.not.stringContaining('abcdef')],
      ['hiddenOption', 'Private'],
      ['folded', 'Private'],
      ['oneChannel', 'Private'],
    ])
    // The script runs again, too.
    await expect.poll(() => lines.text()).toContain('a sensitive answer stands on a screen')
    expect(lines.text()).not.toMatch(/abcdef|Secret|9876/)
  })

  it('no letter of a sensitive screen of several pages, nor why rich channels refuse it', async () => {
    const { phone, lines, told } = await held(
      async (talk) => {
        await talk.choose(`Ɛ${words(100)}`, [{ label: 'Secret', value: 'hidden\u0000' }], { sensitive: true })
        return talk.end('Thank you')
      },
      { characters: 'keep' },
    )
    await phone().dial('*713#')
    expect(told().map(({ problem, text: shown, found, fix }) => [problem, shown, found, fix])).toEqual([
      ['hiddenOption', 'Private', 'shown 0 of 1 options', expect.any(String)],
      ['shortened', 'Private', expect.any(String), expect.any(String)],
      [
        'halfPage',
        'Private',
        'this page holds 70 of 160 characters',
        "write it in letters of GSM 7-bit, or leave characters at 'gsm7'",
      ],
      ['oneChannel', 'Private', 'rich channels cannot show this screen', 'see what rich channels take'],
    ])
    expect(lines.text()).not.toMatch(/Ɛ|word word|hidden\\/)
  })

  it('by the name of the step where nobody knows its line', async () => {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    const { phone, told } = await held((talk) => talk.end('ɛ'))
    await phone().dial('*713#')
    await phone().dial('*713#')
    Error.stackTraceLimit = stackTraceLimit
    expect(told()).toEqual([expect.objectContaining({ step: 'talk.end', problem: 'folded' })])
    expect(told()[0]).not.toHaveProperty('place')
  })

  it('nothing in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const { phone, told } = await held((talk) => talk.choose('ɛ', sixteen).then(talk.end), { rehearse: undefined })
    await phone().dial('*713#')
    vi.unstubAllEnvs()
    expect(told()).toEqual([])
    expect(conversation((talk) => talk.end('A'), { rehearse: false }).review).toBeUndefined()
  })
})
