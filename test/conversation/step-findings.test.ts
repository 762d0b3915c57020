import { describe, expect, it } from 'vitest'
import {
  type ChooseOptions,
  type ConversationOptions,
  frenchWords,
  type Script,
  type Talk,
  text,
} from '../../src/conversation/index.ts'
import type { Phone } from '../../src/testing/index.ts'
import { type Held, hold } from './hold.ts'

const fees = { name: 'Fees', quantity: 1, price: 1_500 }

async function answered(script: Script, answers: readonly string[], rehearse = true): Promise<Held> {
  const held = await hold(script, { rehearse })
  const caller = held.phone()
  await caller.dial('*713#')
  for (const answer of answers) await caller.reply(answer)
  return held
}

async function goThrough(caller: Phone): Promise<void> {
  await caller.dial('*713#')
  for (let answers = 0; answers < 3 && caller.lastScreen?.type === 'response'; answers++) await caller.reply('1')
}

const choosing =
  (title: string, options: readonly string[]): Script =>
  async (talk) => {
    await talk.choose(title, options)
    return talk.pay('Approve', fees)
  }

describe('An author is told of a payment that a choice agrees to', () => {
  const told = 'a yes or a no to a payment is asked for with talk.choose'

  it.each([
    ['Pay GHS 1,500?', ['Yes', 'No'], '1'],
    ['Pay 1500.00 now?', ['yes', 'NO'], '1'],
    ['Shall we?', ['Yes', 'No'], '2'],
  ])('%s %j, answered %s', async (title, options, answer) => {
    const { lines } = await answered(choosing(title, options), [answer])
    expect(lines.saying(told)).toMatchObject([{ level: 40, step: expect.stringContaining('step-findings.test.ts') }])
  })

  it('in the words that the script speaks, behind an effect, once for each line', async () => {
    const held = await hold(
      async (talk) => {
        talk.speak(frenchWords)
        await talk.choose('Payer 1500 ?', ['Oui', 'Non'])
        await talk.once('order', () => 'o1')
        return talk.pay('Approuver', fees)
      },
      { rehearse: true },
    )
    for (const caller of [held.phone(), held.user()]) await caller.dial('*713#').reply('1')
    expect(held.lines.saying(told)).toHaveLength(1)
  })

  it.each([
    ['a question beside the payment', 'Sugar?', ['Yes', 'No'], ['1']],
    ['more options', 'Pay 1500?', ['Yes', 'No', 'Later'], ['1']],
    ['other options', 'Pay 1500 with?', ['Wallet', 'Card'], ['1']],
    ['options the other way round', 'Cancel 1500?', ['No', 'Yes'], ['1']],
  ])('and not of %s', async (_name, title, options, answers) => {
    const { lines } = await answered(choosing(title, options), answers)
    expect(lines.saying(told)).toEqual([])
  })

  it('and not where another question stands between, or it ends without a payment, or in production', async () => {
    const between: Script = async (talk) => {
      await talk.choose('Pay 1500?', ['Yes', 'No'])
      if (!(await talk.confirm('Sure?'))) return talk.end('No')
      return talk.pay('Approve', fees)
    }
    const ending: Script = async (talk) => talk.end(await talk.choose('Pay 1500?', ['Yes', 'No']))
    for (const held of [
      await answered(between, ['1', '1']),
      await answered(ending, ['1']),
      await answered(choosing('Pay 1500?', ['Yes', 'No']), ['1'], false),
    ])
      expect(held.lines.saying(told)).toEqual([])
  })
})

describe('An author is told of a payment beside what was confirmed', () => {
  const afterNo = 'a payment follows a No'
  const other = 'a payment is of another amount'
  const ignoring =
    (title: string, amount: number, sensitive = false): Script =>
    async (talk) => {
      await talk.confirm(title, { sensitive })
      return talk.pay('Approve', { amount, description: 'x' })
    }

  it.each([
    ['Pay GHS 500?', 500, '2', afterNo],
    ['Sure?', 500, '2', afterNo],
    ['Pay 15?', 150, '1', other],
    ['Pay GHS 15.00 now?', 1_500, '1', other],
    ['Total 1.500 CFA?', 15, '1', other],
    ['Buy for \u20b515?', 1, '1', other],
  ])('%s then %d, answered %s', async (title, amount, answer, told) => {
    const { lines } = await answered(ignoring(title, amount), [answer])
    expect(lines.saying(told)).toMatchObject([{ level: 40, step: expect.stringContaining('step-findings.test.ts') }])
    expect(lines.saying(told === other ? afterNo : other)).toEqual([])
  })

  it.each([
    ['Pay GHS 1,500?', 1_500, '1'],
    ['Pay GHS 1.500?', 1_500, '1'],
    ['Pay GHS 15 and a fee of 0.50?', 15.5, '1'],
    ['Pay for 3 bags at GHS 5?', 15, '1'],
    ['Send it to 0244000000?', 15, '1'],
    ['Sure?', 15, '1'],
    ['Add sugar for GHS 1?', 15, '2'],
  ])('and not of %s then %d, answered %s', async (title, amount, answer) => {
    const { lines } = await answered(ignoring(title, amount), [answer])
    for (const told of [afterNo, other]) expect(lines.saying(told)).toEqual([])
  })

  it('and not of what is sensitive, nor in production', async () => {
    for (const { lines } of [
      await answered(ignoring('Pay GHS 15?', 150, true), ['1']),
      await answered(ignoring('Pay GHS 15?', 150, true), ['2']),
      await answered(ignoring('Pay GHS 15?', 150), ['1'], false),
    ])
      for (const told of [afterNo, other]) expect(lines.saying(told)).toEqual([])
  })
})

describe('An author is told of what a dialled code leads to unseen', () => {
  const told = 'a dialled code, such as *713*1#, leads to this'
  const voting =
    (before: (talk: Talk) => Promise<unknown> = async () => undefined, asked: ChooseOptions = {}): Script =>
    async (talk) => {
      await talk.choose('Vote for', ['Ama', 'Kofi'], asked)
      await before(talk)
      await talk.once('vote', () => 1)
      return talk.pay('Approve', fees)
    }

  it('an effect, once, with its line', async () => {
    const held = await hold(voting(), { rehearse: true })
    for (let dials = 0; dials < 2; dials++) await goThrough(held.phone())
    expect(held.lines.saying(told)).toMatchObject([
      { level: 40, step: expect.stringMatching(/^talk\.once\('vote'\) at .*step-findings\.test\.ts/) },
    ])
  })

  it('a payment', async () => {
    const { lines } = await answered(choosing('Which?', ['Fees', 'Bus']), ['1'])
    expect(lines.saying(told)).toMatchObject([{ step: expect.stringMatching(/^talk\.pay at /) }])
  })

  it.each<[string, Script, ConversationOptions]>([
    ['a confirm', voting((talk) => talk.confirm('Sure?')), {}],
    ['a show', voting((talk) => talk.show('Read')), {}],
    ['a PIN', voting((talk) => talk.ask('PIN?', text({ sensitive: true }))), {}],
    ['a question that is not dialled', voting(undefined, { dialThrough: false }), {}],
    ['a question that is to be dialled', voting(undefined, { dialThrough: true }), {}],
    ['a conversation that is to be dialled', voting(), { dialThrough: true }],
    ['a conversation that is not dialled', voting(), { dialThrough: false }],
    ['production', voting(), { rehearse: false }],
  ])('and not behind %s', async (_name, script, settings) => {
    const held = await hold(script, { rehearse: true, ...settings })
    await goThrough(held.phone())
    expect(held.lines.saying(told)).toEqual([])
  })

  it('and not where nothing was answered, or on a channel where nothing is dialled', async () => {
    const first = await hold(
      async (talk) => {
        await talk.once('visit', () => 1)
        return talk.end(await talk.choose('Vote for', ['Ama']))
      },
      { rehearse: true },
    )
    await first.phone().dial('*713#').reply('1')
    const rich = await hold(voting(), { rehearse: true })
    await rich.user().dial('*713#').reply('1')
    for (const { lines } of [first, rich]) expect(lines.saying(told)).toEqual([])
  })
})

describe('An author is told of a list', () => {
  it('that is too long to be kept whole, once, with its line and its length', async () => {
    const pupils = Array.from({ length: 2_000 }, (_, at) => `Pupil ${at}`)
    const held = await hold(async (talk) => talk.end(await talk.choose('Pupil', pupils)), { rehearse: true })
    for (const caller of [held.phone(), held.user(), held.phone()]) await caller.dial('*713#').reply('2')
    expect(held.lines.saying('a list is too long to be kept whole')).toMatchObject([
      { level: 40, step: expect.stringMatching(/^talk\.choose at .*step-findings\.test\.ts/), options: 2_000 },
    ])
  })
})

describe('An author is told of a sensitive answer that is kept in plain', () => {
  const told = 'a sensitive answer is kept in plain'
  const naming =
    (name: (pin: string) => string, shown: (pin: string) => string = () => 'Card'): Script =>
    async (talk) => {
      const pin = await talk.ask('PIN?', text({ sensitive: true }))
      talk.about(shown(pin))
      await talk.load(name(pin), () => 5)
      await talk.once(name(pin), () => 5)
      return talk.end('Goodbye')
    }

  it('in names and in what the conversation is about, each by its line, and without it', async () => {
    const { lines } = await answered(
      naming(
        (pin) => `card-${pin}`,
        (pin) => `Card ${pin}`,
      ),
      ['4711'],
    )
    expect(lines.saying(told).map(({ step }) => `${step}`.replace(/ at .*/, ''))).toEqual([
      'talk.about',
      expect.stringMatching(/^talk\.load\('card-/),
      expect.stringMatching(/^talk\.once\('card-/),
    ])
    expect(lines.text()).not.toContain('4711')
  })

  it('and not of other names, nor in production', async () => {
    const usual = await answered(
      naming(() => 'card'),
      ['4711'],
    )
    expect(usual.lines.saying(told)).toEqual([])
    const { lines } = await answered(
      naming((pin) => `card-${pin}`),
      ['4711'],
      false,
    )
    expect(lines.saying(told)).toEqual([])
    expect(lines.text()).not.toContain('4711')
  })

  it('of at most 128 steps', async () => {
    const { lines } = await answered(
      async (talk) => {
        const pin = await talk.ask('PIN?', text({ sensitive: true }))
        for (let card = 0; card < 130; card++) await talk.load(`card-${pin}-${card}`, () => 5)
        return talk.end('Goodbye')
      },
      ['4711'],
    )
    expect(lines.saying(told)).toHaveLength(128)
  })
})

describe('What JSON does not keep', () => {
  const given: readonly (readonly [name: string, what: () => unknown, problem: string])[] = [
    ['NaN', () => Number.NaN, 'NaN in it, which JSON does not keep'],
    ['an infinity in a list', () => [1, -Infinity], '-Infinity in it, which JSON does not keep: 1'],
    ['an invalid date', () => ({ at: new Date('x') }), 'an invalid date in it, which JSON does not keep: at'],
    [
      'what toJSON gives',
      () => ({ sum: { toJSON: () => ({ of: NaN }) } }),
      'NaN in it, which JSON does not keep: sum.of',
    ],
    ['what toJSON promises', () => ({ toJSON: () => Promise.resolve(1) }), 'a promise in it: await it'],
  ]

  it.each(given)('is refused by its path in what a step gives: %s', async (_name, what, problem) => {
    const caught: string[] = []
    const { lines } = await answered(async (talk) => {
      await talk.load('rate', what).catch(({ message }) => caught.push(message))
      await talk.once('order', what).catch(({ cause }) => caught.push(cause.message))
      return talk.end('Goodbye')
    }, [])
    expect(lines.saying('failed')).toEqual([])
    // The rehearsal may have run it again by now.
    expect(caught.slice(0, 2)).toEqual([
      `Reading 'rate' failed: what it gave has ${problem}`,
      `what it gave has ${problem}`,
    ])
  })

  it('is nothing of null or of a buffer', async () => {
    const { lines } = await answered(async (talk) => {
      await talk.load('all', () => ({ none: null, bytes: Buffer.from('a') }))
      return talk.end('Goodbye')
    }, [])
    expect(lines.saying('does not keep')).toEqual([])
    expect(lines.saying('failed')).toEqual([])
  })
})
