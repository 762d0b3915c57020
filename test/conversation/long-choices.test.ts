import { describe, expect, it } from 'vitest'
import type { ChooseOptions, Option, Script } from '../../src/conversation/index.ts'
import type { Phone } from '../../src/testing/index.ts'
import { gsm7Length } from '../../src/text/gsm7.ts'
import { hold } from './hold.ts'
import { nominees } from './nominees.ts'
import { keptWorld, worlds } from './world.ts'

const choosing =
  (options: readonly Option[], settings?: ChooseOptions): Script =>
  async (talk) => {
    const chosen: Option = await talk.choose('Vote for', options, settings)
    return talk.end(`You chose ${typeof chosen === 'string' ? chosen : chosen.label}`)
  }

/** A vote behind a first question. */
const voting =
  (options: () => readonly string[]): Script =>
  async (talk) => {
    await talk.choose('Shop', ['Vote'])
    await talk.show(`You chose ${await talk.choose('Vote for', options(), { find: true })}`)
    return talk.end('Thank you')
  }

const meals = ['Rice and beans', 'Red beans', 'Rice balls', 'Banku', 'Fufu']

/** The number of the line that shows something; undefined where none does. */
function numberOn(screen: string, label: string): string | undefined {
  return screen
    .split('\n')
    .find((line) => line.endsWith(`. ${label}`))
    ?.split('.')[0]
}

/** Looks for somebody by some letters: the fewest answers that choose them, 4 where three do not. */
async function answersBy(letters: string, name: string, caller: Phone): Promise<number> {
  let screen = await caller.dial('*713#')
  for (let answers = 1; answers <= 3; answers++) {
    const number = numberOn(screen.text, name)
    screen = await caller.reply(answers === 1 ? letters : (number ?? '99'))
    expect(gsm7Length(screen.text)).toBeLessThanOrEqual(160)
    if (screen.type !== 'response') return screen.text === `You chose ${name}` ? answers : 4
  }
  return 4
}

describe('sixty nominees on a phone of 160 characters', () => {
  it('are all reached within 3 answers, by the first letters of any of their names', async () => {
    expect(new Set(nominees).size).toBe(60)
    const held = await hold(choosing(nominees, { find: true }))
    for (const name of nominees) {
      const [first = '', last = ''] = name.split(' ')
      for (const letters of [
        first.slice(0, 3),
        last.slice(0, 3).toLowerCase(),
        `${first.slice(0, 2)} ${last.charAt(0)}`,
      ]) {
        const answers = await answersBy(letters, name, held.phone())
        expect([name, letters, answers <= 3]).toEqual([name, letters, true])
      }
    }
  })

  it('are all reached within 3 answers by their groups', async () => {
    const options = nominees.map((label, at) => ({ label, group: `Award ${Math.floor(at / 6) + 1}` }))
    const held = await hold(choosing(options))
    for (const { label, group } of options) {
      const caller = held.phone()
      const groups = await caller.dial('*713#')
      const list = await caller.reply(numberOn(groups.text, group) ?? '')
      expect(list.text).toContain(label)
      await caller.reply(numberOn(list.text, label) ?? '').expectScreen(`You chose ${label}`)
    }
  })

  it('are all reached by one answer that is their code', async () => {
    const held = await hold(
      choosing(
        nominees.map((label, at) => ({ label, number: `N${at + 101}` })),
        { find: true },
      ),
    )
    for (const [at, label] of nominees.entries())
      await held
        .phone()
        .dial('*713#')
        .reply(`n${at + 101}`)
        .expectScreen(`You chose ${label}`)
  })
})

describe('a list that letters narrow', () => {
  it('shows what begins so, numbered again, with a way back to the page it was on', async () => {
    const held = await hold(choosing(nominees, { find: 'Or type a name' }))
    const caller = held.phone()
    await caller
      .dial('*713#')
      .expectScreen(/^Vote for\nOr type a name\n1\. Abena Mensah\n/)
      .reply('99')
      .expectScreen(/^Vote for\n\d+\. .*\n0 Back 99 More$/s)
    const second = caller.lastScreen?.text ?? ''
    await caller
      .reply('kwa asa')
      .expectScreen('Vote for\n1. Kwadwo Asante\n2. Kwasi Asante\n0 Back')
      .reply('0')
      .expectScreen(second)
      .reply('KWA  asa')
      .reply('2.')
      .expectScreen('You chose Kwasi Asante')
  })

  it('chooses what it begins alone, and shows what it begins within', async () => {
    const held = await hold(choosing(meals, { find: true }))
    await held
      .phone()
      .dial('*713#')
      .expectScreen(/^Vote for\n1\. Rice and beans\n/)
      .reply('ban')
      .expectScreen('You chose Banku')
    await held
      .phone()
      .dial('*713#')
      .reply('balls')
      .expectScreen('Vote for\n1. Rice balls\n0 Back')
      .reply('1')
      .expectScreen('You chose Rice balls')
  })

  it('takes only the numbers that it shows, and other letters', async () => {
    const held = await hold(choosing(meals, { find: true }))
    await held
      .phone()
      .dial('*713#')
      .reply('ri')
      .expectScreen('Vote for\n1. Rice and beans\n2. Rice balls\n0 Back')
      .reply('3')
      .expectScreen('Reply with a number from the list.\nVote for\n1. Rice and beans\n2. Rice balls\n0 Back')
      .reply('be')
      .expectScreen('Vote for\n1. Rice and beans\n2. Red beans\n0 Back')
      .reply('fufu')
      .expectScreen('You chose Fufu')
  })

  it.each(['x', '.', 'ricex', 'r'.repeat(61), '-'])('finds nothing by %j, which is a wrong answer', async (entered) => {
    const held = await hold(choosing(meals, { find: true, tries: 2 }))
    await held
      .phone()
      .dial('*713#')
      .reply(entered)
      .expectScreen(/^Nothing found\. Type other letters\.\nVote for\n1\./)
      .reply(entered)
      .expectScreen(/^Too many tries/)
  })

  it.each(['77', '77.', '\u0667\u0667'])(
    'says the line of a wrong number to %j, which looks for nothing',
    async (entered) => {
      const held = await hold(choosing(meals, { find: true }))
      await held
        .phone()
        .dial('*713#')
        .reply(entered)
        .expectScreen(/^Reply with a number from the list\.\nVote for\n1\./)
    },
  )

  it('says the problem of its question', async () => {
    const held = await hold(choosing(meals, { find: true, problem: 'Nobody.' }))
    await held
      .phone()
      .dial('*713#')
      .reply('x')
      .expectScreen(/^Nobody\.\nVote for/)
  })

  it.each(['phone', 'user'] as const)('is found as the %s left it that comes back to it', async (by) => {
    const held = await hold(voting(() => nominees))
    const caller = held[by]()
    await caller.dial('*713#').reply('1')
    if (by === 'phone') await caller.reply('99')
    const whole = caller.lastScreen?.raw
    await caller.reply('esi')
    const narrowed = caller.lastScreen?.raw
    await caller.reply('esi osei').expectScreen(/^You chose Esi Osei/)
    await caller.reply('0')
    expect(caller.lastScreen?.raw).toEqual(narrowed)
    await caller.reply('0')
    expect(caller.lastScreen?.raw).toEqual(whole)
  })

  it.each(worlds)('is found as it was left by a caller who dials again and goes on, %s', async (_name, world) => {
    let options: readonly string[] = meals
    const { phone } = await world().start(voting(() => options))
    const caller = phone()
    const goOn = () => caller.timeout().dial('*713#').reply('1')
    await caller.dial('*713#').reply('1').reply('be')
    await goOn().expectScreen('Vote for\n1. Rice and beans\n2. Red beans\n0 Back')
    options = ['Rice', 'Bean soup']
    await goOn().expectScreen('Vote for\n1. Bean soup\n0 Back')
    options = ['Banku', 'Fufu']
    await goOn().expectScreen(/^Vote for\n1\. Banku\n2\. Fufu/)
  })

  it('is whole where another list stands in its place', async () => {
    let text = 'Vote for'
    const { phone } = await keptWorld().start(async (talk) => {
      await talk.choose('Shop', ['Vote'])
      return talk.end(await talk.choose(text, meals, { find: true }))
    })
    const caller = phone()
    await caller.dial('*713#').reply('1').reply('be')
    text = 'Choose'
    await caller
      .timeout()
      .dial('*713#')
      .reply('1')
      .expectScreen(/^Choose\n1\. Rice and beans\n2\. Red beans\n3\. Rice balls/)
  })

  it('is left on its first page by whoever turns back to that', async () => {
    const held = await hold(voting(() => nominees))
    const caller = held.phone()
    await caller.dial('*713#').reply('1')
    const first = caller.lastScreen?.text ?? ''
    await caller.reply('99').reply('esi osei').reply('0')
    await caller.reply('0').expectScreen(first).reply('esi osei').reply('0').expectScreen(first)
  })

  it('leads home, and to the question before it, past the part that is shown', async () => {
    const held = await hold(async (talk) => {
      await talk.choose('Shop', ['Vote'])
      await talk.show('Welcome')
      return talk.end(await talk.choose('Vote for', meals, { find: true }))
    })
    const at = () => held.phone().dial('*713#').reply('1').reply('1').reply('ri')
    await at()
      .expectScreen('Vote for\n1. Rice and beans\n2. Rice balls\n0 Back 00 Menu')
      .reply('00')
      .expectScreen(/^Shop/)
    await at()
      .reply('0')
      .expectScreen(/^Vote for\n1\. .*\n5\. Fufu/s)
      .reply('0')
      .expectScreen(/^Welcome/)
  })

  it('takes no way for an answer that is none in the part that is shown', async () => {
    const held = await hold(choosing(meals, { find: true, tries: 1 }))
    await held
      .phone()
      .dial('*713#')
      .reply('ri')
      .reply('99')
      .expectScreen(/^Vote for\n1\. Rice and beans\n2\./)
  })

  it('is narrowed in the menus of a rich channel, and numbered again there', async () => {
    const held = await hold(choosing(meals, { find: true }))
    const user = held.user()
    await user.dial().reply('ri')
    expect(user.lastScreen?.raw).toMatchObject({
      Data: [
        { Display: 'Rice and beans', Value: '1' },
        { Display: 'Rice balls', Value: '2' },
        { Display: 'Back', Value: '0' },
      ],
    })
    await user.reply('2').expectScreen('You chose Rice balls')
  })

  it('is none where the choice is sensitive, or the option says nothing', async () => {
    for (const [settings, problem] of [
      [{ find: true, sensitive: true }, 'find of talk.choose must be left out where the choice is sensitive'],
      [{ find: '' }, 'find of talk.choose must be true, or a line that says how'],
    ] as const) {
      const held = await hold(choosing(meals, settings))
      await held
        .phone()
        .dial('*713#')
        .expectScreen(({ type }) => type === 'release')
      expect(held.lines.text()).toContain(problem)
    }
  })
})

describe('options in groups', () => {
  const options = [
    { label: 'Rice', group: 'Food' },
    { label: 'Taxi', group: 'Travel' },
    { label: 'Beans', group: 'Food' },
    { label: 'Help' },
  ]

  it('are chosen from by their group on a phone, with a way back', async () => {
    const held = await hold(choosing(options))
    await held
      .phone()
      .dial('*713#')
      .expectScreen('Vote for\n1. Food\n2. Travel\n3. Help')
      .reply('1')
      .expectScreen('Vote for\n1. Rice\n2. Beans\n0 Back')
      .reply('0')
      .expectScreen('Vote for\n1. Food\n2. Travel\n3. Help')
      .reply('tra')
      .expectScreen('Vote for\n1. Taxi\n0 Back')
      .reply('1')
      .expectScreen('You chose Taxi')
  })

  it.each([
    ['3', 'Help'],
    ['beans', 'Beans'],
  ])('are chosen at once by %s', async (entered, label) => {
    const held = await hold(choosing(options))
    await held.phone().dial('*713#').reply(entered).expectScreen(`You chose ${label}`)
  })

  it('may be dialled with the code', async () => {
    const held = await hold(choosing(options))
    await held.phone().dial('*713*1*2#').expectScreen('You chose Beans')
  })

  it('are one list where a channel draws it, and where it is sensitive', async () => {
    const held = await hold(choosing(options))
    const user = held.user()
    await user.dial()
    expect(user.lastScreen?.raw).toMatchObject({
      Data: ['Rice', 'Taxi', 'Beans', 'Help'].map((Display, at) => ({ Display, Value: `${at + 1}` })),
    })
    await user.reply('3').expectScreen('You chose Beans')
    const secret = await hold(choosing(options, { sensitive: true }))
    await secret.phone().dial('*713#').expectScreen('Vote for\n1. Rice\n2. Taxi\n3. Beans\n4. Help')
  })
})

describe('numbers of their own', () => {
  const lines = [
    { label: 'Rice', number: 7 },
    { label: 'Beans' },
    { label: 'Oil', number: 1 },
    { label: 'Agent', number: 'A9' },
  ]

  it('stand before their options and choose them, and the others are counted past them', async () => {
    const held = await hold(choosing(lines))
    for (const [entered, label] of [
      ['7', 'Rice'],
      ['07.', 'Rice'],
      ['2', 'Beans'],
      ['1', 'Oil'],
      ['a9', 'Agent'],
    ] as const) {
      await held
        .phone()
        .dial('*713#')
        .expectScreen('Vote for\n7. Rice\n2. Beans\n1. Oil\nA9. Agent')
        .reply(entered)
        .expectScreen(`You chose ${label}`)
    }
    await held
      .phone()
      .dial('*713#')
      .reply('3')
      .expectScreen(/^Reply with a number from the list/)
  })

  it('are what a rich channel sends for options without a value', async () => {
    const held = await hold(choosing(lines))
    const user = held.user()
    await user.dial()
    expect(user.lastScreen?.raw).toMatchObject({ Data: ['7', '2', '1', 'A9'].map((Value) => ({ Value })) })
    await user.reply('1').expectScreen('You chose Oil')
  })

  it.each<[readonly Option[], string]>([
    [[{ label: 'Ama', number: 2 }, { label: 'Kofi' }], '1'],
    [
      [
        { label: 'Ama', value: '1', number: 3 },
        { label: 'Kofi', value: '3' },
      ],
      '3',
    ],
  ])('tell each option from the others where one is the place or the value of another (%#)', async (options, sent) => {
    const held = await hold(choosing(options))
    await held.user().dial('hello').reply(sent).expectScreen(/Kofi/)
    await held.phone().dial('*713#').reply('kofi').expectScreen(/Kofi/)
  })

  it('stand beside the values of their options', async () => {
    const held = await hold(
      choosing([
        { label: 'Rice', number: 2, value: 'rice' },
        { label: 'Oil', number: 1, value: 'oil' },
      ]),
    )
    const user = held.user()
    await user.dial()
    expect(user.lastScreen?.raw).toMatchObject({ Data: [{ Value: 'rice' }, { Value: 'oil' }] })
    await user.reply('oil').expectScreen('You chose Oil')
    await held.user().dial().reply('2').expectScreen('You chose Rice')
  })

  it('are codes that may be typed at the groups', async () => {
    const held = await hold(
      choosing([
        { label: 'Ama', group: 'Song', number: 101 },
        { label: 'Kofi', group: 'Dance', number: 1 },
      ]),
    )
    await held
      .phone()
      .dial('*713#')
      .expectScreen('Vote for\n2. Song\n3. Dance')
      .reply('101')
      .expectScreen('You chose Ama')
    await held
      .phone()
      .dial('*713#')
      .reply('3')
      .expectScreen('Vote for\n1. Kofi\n0 Back')
      .reply('1')
      .expectScreen('You chose Kofi')
  })

  it('make a star before the key of a way that they are', async () => {
    const long = Array.from({ length: 120 }, (_, at) => ({
      label: `Number ${at}`,
      ...(at === 0 ? { number: 500 } : {}),
    }))
    const held = await hold(choosing(long))
    await held
      .phone()
      .dial('*713#')
      .expectScreen(/\*99 More$/)
      .reply('99')
      .expectScreen(/\n99\. Number 99\n/)
      .reply('99')
      .expectScreen('You chose Number 99')
  })

  it.each<[readonly Option[], string]>([
    [
      [{ label: 'Rice', number: 1 }, 'Oil', { label: 'Beans', number: '01' }],
      'the number of option 3 is that of option 1 too',
    ],
    [[{ label: 'Rice', number: 0 }], 'the number of option 1 is 0, which is the key of a way'],
    [[{ label: 'Rice', number: '99' }], 'the number of option 1 is 99, which is the key of a way'],
    [[{ label: 'Rice', number: -1 }], 'the number of option 1 must be 1 to 8 digits or letters'],
    [[{ label: 'Rice', number: 1.5 }], 'the number of option 1 must be 1 to 8 digits or letters'],
    [[{ label: 'Rice', number: '' }], 'the number of option 1 must be 1 to 8 digits or letters'],
    [[Object({ label: 'Rice', number: true })], 'the number of option 1 must be 1 to 8 digits or letters'],
    [[{ label: 'Rice', group: ' ' }], 'the group of option 1 must be text'],
  ])('are refused where they could not be told apart (%#)', async (options, problem) => {
    const held = await hold(choosing(options))
    await held
      .phone()
      .dial('*713#')
      .expectScreen(({ type }) => type === 'release')
    expect(held.lines.text()).toContain(`talk.choose: ${problem}`)
  })
})
