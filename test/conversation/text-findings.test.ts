import { describe, expect, it } from 'vitest'
import {
  type ConversationOptions,
  englishWords,
  frenchWords,
  type Question,
  type Script,
  type Talk,
  text,
  whole,
} from '../../src/conversation/index.ts'
import { type HeldOptions, hold } from './hold.ts'

const words = (length: number): string => 'word '.repeat(length / 5).trimEnd()
const keep = { characters: 'keep' } as const

async function held(script: Script, settings: ConversationOptions = {}, options: HeldOptions = {}) {
  const world = await hold(script, { rehearse: true, ...settings }, options)
  return { ...world, told: () => world.lines.all().filter((line) => 'fix' in line) }
}

const asking =
  (before: (talk: Talk) => void): Script =>
  async (talk) => {
    before(talk)
    return talk.end(await talk.ask('Name?', text()))
  }

const naming: Script = async (talk) => talk.end(await talk.ask('Name?', text()))

describe('An author is told of the words of a conversation', () => {
  it('that are longer than their screen, each once, with its name and where the conversation was made', async () => {
    const own = { waiting: words(200), tooOften: words(170), choice: words(300), more: 'Next' }
    const { phone, user, told } = await held(naming, { words: own })
    await user().dial()
    expect(told()).toEqual([])
    for (let dials = 0; dials < 2; dials++) await phone().dial('*713#')
    expect(told()).toEqual([
      expect.objectContaining({ step: 'words.tooOften of conversation' }),
      expect.objectContaining({
        level: 40,
        problem: 'shortened',
        step: 'words.waiting of conversation',
        place: expect.stringMatching(/hold\.ts:\d+:\d+/),
        text: 'word word word word word word word wo...',
        found: 'shown 154 of 199 characters',
        fix: 'shorten it to 160 characters',
        msg: 'a text was shortened: shorten it to 160 characters',
      }),
    ])
  })

  it('whose characters are folded, all of them at once, and not of ours', async () => {
    const { phone, told } = await held(naming, { words: { ...frenchWords, back: 'San \u025b', yes: '\u0190\u0254' } })
    await phone().dial('*713#')
    expect(told()).toEqual([
      expect.objectContaining({
        problem: 'folded',
        step: 'words.back of conversation',
        text: 'San \u025b',
        found: '\u025b as e, \u0190 as E, \u0254 as o',
      }),
    ])
  })

  it('that leave 70 characters to a screen, and not of a screen that is theirs alone', async () => {
    const { phone, told } = await held(naming, { ...keep, words: { waiting: 'Twɛn', back: 'San', no: 'Da\u0254bi' } })
    await phone().dial('*713#')
    expect(told()).toEqual([
      expect.objectContaining({
        problem: 'halfPage',
        step: 'words.no of conversation',
        found: 'a screen with it holds 70 of 160 characters because of \u0254',
        fix: "write o in place of \u0254, or leave characters at 'gsm7'",
      }),
    ])
  })

  it('that a screen of 70 characters has no room for', async () => {
    const { phone, told } = await held(naming, { ...keep, words: { failed: `Kaf\u025b ${words(100)}` } })
    await phone().dial('*713#')
    expect(told()).toMatchObject([{ problem: 'shortened', fix: 'shorten it to 70 characters' }])
  })

  it('nothing where they are none of theirs', async () => {
    for (const given of [{}, englishWords, frenchWords]) {
      const { phone, told } = await held(naming, { words: given })
      await phone().dial('*713#')
      expect(told()).toEqual([])
    }
  })

  it('nothing in production', async () => {
    const { phone, lines } = await hold(naming, {
      rehearse: false,
      words: { waiting: words(200) },
      help: { key: '#', show: '\u025b' },
    })
    await phone().dial('*713#').reply('#')
    expect(lines.all().filter((line) => 'fix' in line)).toEqual([])
  })
})

describe('An author is told of what a script speaks', () => {
  it('by the line of talk.speak, once, though it runs again on every turn', async () => {
    const { phone, told } = await held(async (talk) => {
      talk.speak({ ended: words(200), next: '\u025b' })
      await talk.show('Hello')
      return talk.end(await talk.ask('Name?', text()))
    })
    await phone().dial('*713#').reply('1').reply('Ama')
    expect(told()).toEqual([
      expect.objectContaining({
        problem: 'shortened',
        step: 'words.ended of talk.speak',
        place: expect.stringMatching(/text-findings\.test\.ts:\d+:\d+/),
      }),
      expect.objectContaining({ problem: 'folded', step: 'words.next of talk.speak' }),
      expect.objectContaining({ problem: 'folded', step: 'talk.show' }),
    ])
  })

  it('nothing where it speaks our words, or on a channel that has room', async () => {
    const ours = await held(asking((talk) => talk.speak(frenchWords)))
    await ours.phone().dial('*713#')
    const rich = await held(asking((talk) => talk.speak({ waiting: words(200) })))
    await rich.user().dial()
    expect([...ours.told(), ...rich.told()]).toEqual([])
  })
})

describe('An author is told of what a conversation is about', () => {
  it.each([
    [words(80), 'shown 54 of 79 characters'],
    ['Withdraw 50\nfrom savings', 'shown 11 of 24 characters'],
  ])('where more is said than is shown (%#)', async (what, found) => {
    const { phone, told } = await held(asking((talk) => talk.about(what)))
    await phone().dial('*713#')
    expect(told()).toEqual([
      expect.objectContaining({
        problem: 'shortened',
        step: 'talk.about',
        place: expect.stringMatching(/text-findings\.test\.ts/),
        found,
        fix: 'shorten it to 60 characters on one line',
      }),
    ])
  })

  it('where its characters are folded, or take the room of the question to go on', async () => {
    const folded = await held(asking((talk) => talk.about('Sika \u0254')))
    await folded.phone().dial('*713#')
    expect(folded.told()).toMatchObject([{ problem: 'folded', step: 'talk.about' }])
    const wide = await held(
      asking((talk) => talk.about('Sika \u0254')),
      keep,
    )
    await wide.phone().dial('*713#')
    expect(wide.told()).toMatchObject([{ problem: 'halfPage', step: 'talk.about' }])
  })

  it('nothing where it is shown whole', async () => {
    const { phone, told } = await held(asking((talk) => talk.about('Withdraw 50')))
    await phone().dial('*713#')
    expect(told()).toEqual([])
  })
})

describe('An author is told of the help', () => {
  it('from the first dial on where it is a text', async () => {
    const { phone, user, told } = await held(naming, { help: { key: '#', show: 'Fr\u025b 030' } })
    await user().dial()
    expect(told()).toEqual([])
    await phone().dial('*713#').reply('#')
    expect(told()).toEqual([
      expect.objectContaining({
        problem: 'folded',
        step: 'help.show of conversation',
        place: expect.stringMatching(/hold\.ts:\d+:\d+/),
        found: '\u025b as e',
      }),
    ])
  })

  it('once it is shown where it is a function, also of a page of 70 characters', async () => {
    const { phone, told } = await held(naming, { ...keep, help: { key: '#', show: () => `\u025b ${words(100)}` } })
    const caller = phone()
    await caller.dial('*713#')
    expect(told()).toEqual([])
    await caller.reply('#')
    expect(told()).toMatchObject([{ problem: 'halfPage', step: 'help.show of conversation' }])
  })
})

describe('An author is told of a line that tells of a wrong answer', () => {
  const asked =
    <Answer>(question: Question<Answer>, title = 'What is your name?'): Script =>
    async (talk) =>
      talk.end(`${await talk.ask(title, question)}`)

  it('before anybody answers wrongly where it is the problem of its question', async () => {
    const { phone, told } = await held(asked(text({ min: 2, problem: `\u025b ${words(150)}` })))
    await phone().dial('*713#').reply('x')
    expect(told()).toEqual([
      expect.objectContaining({
        problem: 'hiddenQuestion',
        step: 'problem of talk.ask',
        place: expect.stringMatching(/text-findings\.test\.ts/),
        found: 'with its question it takes 170 of 160 characters',
        fix: 'shorten it, or its question, by 10 characters',
      }),
      expect.objectContaining({ problem: 'folded', step: 'problem of talk.ask', found: '\u025b as e' }),
    ])
  })

  it('that leaves 70 characters to its page', async () => {
    const { phone, told } = await held(asked(text({ problem: `\u025b ${words(60)}` })), keep)
    await phone().dial('*713#')
    expect(told()).toMatchObject([
      { problem: 'hiddenQuestion', found: 'with its question it takes 80 of 70 characters' },
      { problem: 'halfPage', found: 'this page holds 70 of 160 characters because of \u025b' },
    ])
  })

  it('and not of a page whose other letters do that', async () => {
    const { phone, told } = await held(asked(text({ problem: words(70) }), '\u0190te s\u025bn?'), keep)
    await phone().dial('*713#')
    expect(told()).toMatchObject([{ problem: 'hiddenQuestion', step: 'problem of talk.ask' }])
    const wide = await held(asked(text({ problem: words(30) }), `\u0190 ${words(80)}`), keep)
    await wide.phone().dial('*713#').reply('')
    expect(wide.told()).toMatchObject([{ problem: 'halfPage', step: 'talk.ask' }])
  })

  it('when it is said where a check says it, once, with none of the words of the conversation', async () => {
    const question = whole({ min: 1, check: (number) => number > 5 || 'M\u025b: number' })
    const { phone, told } = await held(asked(question), {
      words: { tooSmall: 'K\u0254 {min}!', whole: '{example} \u0254' },
    })
    const caller = phone()
    await caller.dial('*713#')
    await caller.reply('0')
    await caller.reply('x')
    const folded = () => told().map(({ step }) => step)
    expect(folded()).toEqual(['words.whole of conversation'])
    await phone().dial('*714#').reply('2')
    expect(folded()).toEqual(['words.whole of conversation', 'line of talk.ask'])
  })

  it.each([
    ['21', 'words.tooLarge of conversation'],
    ['x', 'line of talk.ask'],
  ])('and knows a word by what stands between its marks: %s', async (entered, step) => {
    const tooLarge = '\u025b {min} to {max} ({max} at most)'
    const question: Question<number> = {
      ...whole({ max: 20 }),
      read: (number, context) =>
        number === 'x' ? { problem: '\u025b 1 or 20 (20 at most)' } : whole({ min: 1, max: 20 }).read(number, context),
    }
    const { phone, told } = await held(asked(question), { words: { tooLarge } })
    await phone().dial('*713#').reply(entered)
    expect(told().at(-1)).toMatchObject({ step })
  })

  it('that is shortened above a list which was read before', async () => {
    const shelf = ['Rice', 'Oil', 'Beans', 'Sugar', 'Salt', 'Tea', 'Milk', 'Soap'].map(
      (item) => `${item} of the market`,
    )
    const script: Script = async (talk) =>
      talk.end(await talk.choose('Shop', shelf, { problem: words(90), find: true }))
    const { phone, told } = await held(script)
    const caller = phone()
    await caller.dial('*713#')
    const { text: shown } = await caller.reply('77')
    const [line = ''] = shown.split('\n')
    expect(line).toMatch(/^word .*\.\.\.$/)
    expect(told()).toEqual([
      expect.objectContaining({
        problem: 'shortened',
        step: 'problem of talk.choose',
        found: `shown ${line.length - 3} of 89 characters`,
      }),
    ])
  })

  it('but for what is left of one that takes several pages, and for a page that it does not stand on', async () => {
    const check = () => words(300)
    const { phone, told } = await held(asked(text({ check })))
    const caller = phone()
    await caller.dial('*713#').reply('x')
    await caller.reply('99')
    await caller.reply('99')
    expect(told()).toMatchObject([{ problem: 'hiddenQuestion', step: 'line of talk.ask' }])
  })

  it('without a letter of it where its question is sensitive', async () => {
    const secret = `\u025b ${words(60)}`
    const { phone, lines, told } = await held(asked(text({ sensitive: true, problem: secret })), keep)
    await phone().dial('*713#')
    expect(told().map(({ problem, text: shown, found }) => [problem, shown, found])).toEqual([
      ['hiddenQuestion', 'Private', 'with its question it takes 80 of 70 characters'],
      ['halfPage', 'Private', 'this page holds 70 of 160 characters'],
    ])
    const folded = await held(asked(text({ sensitive: true, problem: '\u025b' })))
    await folded.phone().dial('*713#')
    expect(folded.told()).toMatchObject([{ problem: 'folded', text: 'Private', found: '1 characters' }])
    expect(lines.text() + folded.lines.text()).not.toMatch(/word word|\u025b/)
  })

  it('nothing where it fits, or on a channel that has room', async () => {
    const { phone, user, told } = await held(asked(text({ min: 2, problem: 'Two letters, please.' })))
    await phone().dial('*713#').reply('x')
    const rich = await held(asked(text({ problem: `\u025b ${words(150)}` })))
    await rich.user().dial()
    await user().dial()
    expect([...told(), ...rich.told()]).toEqual([])
  })
})

describe('An author is told of the description of a payment', () => {
  const item = { name: words(115), quantity: 1, price: 5 }
  const paying =
    (terms: object, sensitive = false): Script =>
    (talk) =>
      talk.pay('Approve', { ...item, ...terms }, { sensitive })

  it('that leaves out names of its items, once', async () => {
    const { phone, user, told } = await held(paying({ reference: 'order-1' }))
    await user().dial()
    expect(told()).toEqual([])
    for (let dials = 0; dials < 2; dials++) await phone().dial('*713#')
    expect(told()).toEqual([
      expect.objectContaining({
        problem: 'shortened',
        step: 'description of talk.pay',
        place: expect.stringMatching(/text-findings\.test\.ts/),
        found: 'shown 88 of 114 characters',
        fix: 'give a description of at most 100 characters',
      }),
    ])
  })

  it('that is longer than its place, where it was given', async () => {
    for (const payment of [
      { ...item, description: words(115) },
      { amount: 5, description: words(115) },
    ]) {
      const { phone, told } = await held((talk) => talk.pay('Approve', payment))
      await phone().dial('*713#')
      expect(told()).toMatchObject([
        { problem: 'shortened', step: 'description of talk.pay', found: 'shown 97 of 114 characters' },
      ])
    }
  })

  it('that the registration folds, and cuts once more', async () => {
    const ascii = { reply: { characters: 'ascii' } } as const
    const { phone, told } = await held(paying({ description: '\u20b5'.repeat(60) }), {}, ascii)
    await phone().dial('*713#')
    expect(told()).toMatchObject([
      { problem: 'shortened', step: 'description of talk.pay', found: 'shown 97 of 180 characters' },
      { problem: 'folded', step: 'description of talk.pay' },
    ])
  })

  it('nothing where it was given or fits, and no letter where the ending is sensitive', async () => {
    for (const terms of [{ description: 'Fees' }, { name: 'Fees', reference: 'order-1' }]) {
      const { phone, told } = await held(paying(terms))
      await phone().dial('*713#')
      expect(told()).toEqual([])
    }
    const { phone, told } = await held(paying({}, true))
    await phone().dial('*713#')
    expect(told()).toMatchObject([{ problem: 'shortened', text: 'Private' }])
  })
})
