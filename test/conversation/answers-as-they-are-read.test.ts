import { describe, expect, it, vi } from 'vitest'
import { decimal, frenchWords, type Script, text, whole } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

const choosing =
  (options: readonly string[], find?: true): Script =>
  async (talk) =>
    talk.end(`You chose ${await talk.choose('Which?', options, { find })}`)

describe('A choice is read as it stands on the screen', () => {
  const meals = ['Rice 5 kg', 'Oil', 'Beans, red.']

  it.each([
    ['1,', 'Rice 5 kg'],
    ['2:', 'Oil'],
    ['oil.', 'Oil'],
    ['OIL!', 'Oil'],
    ['1. Rice 5 kg', 'Rice 5 kg'],
    ['1 . rice', undefined],
    ['2) oil', 'Oil'],
    ['1. ri', 'Rice 5 kg'],
    ['1. Oil', undefined],
    ['9. Oil', undefined],
    ['beans, red.', 'Beans, red.'],
    ['beans, red', 'Beans, red.'],
  ])('%j', async (entered, label) => {
    const held = await hold(choosing(meals))
    for (const caller of [held.phone(), held.user()])
      await caller
        .dial('*713#')
        .reply(entered)
        .expectScreen(({ text }) =>
          label === undefined ? text.endsWith('Beans, red.') || text.endsWith('Which?') : text === `You chose ${label}`,
        )
  })

  it.each(['b7,', 'B7:'])('by its own number: %s', async (entered) => {
    const held = await hold(async (talk) =>
      talk.end((await talk.choose('Which?', [{ label: 'Ama', number: 'B7' }])).label),
    )
    await held.phone().dial('*713#').reply(entered).expectScreen('Ama')
  })
})

describe('Letters find a name', () => {
  it.each(['nguessan', "n'guessan", 'N\u2019Guessan', 'guessan', 'n guess'])("of N'Guessan by %s", async (entered) => {
    const held = await hold(choosing(["Awa N'Guessan", 'Kofi Mensah'], true))
    await held
      .phone()
      .dial('*713#')
      .reply(entered)
      .expectScreen(/^Which\?\n(?:Or .*\n)?1\. Awa N'Guessan\n/)
  })

  it('that begins with digits, where they are no number that was shown', async () => {
    const places = Array.from({ length: 40 }, (_, at) => `Place ${at + 1}`).concat('37 Military Hospital')
    const held = await hold(choosing(places, true))
    await held
      .phone()
      .dial('*713#')
      .reply('37')
      .expectScreen('Which?\n1. Place 37\n2. 37 Military Hospital\n0 Back')
      .reply('2')
      .expectScreen('You chose 37 Military Hospital')
  })

  it('and a list of groups says so', async () => {
    const held = await hold(async (talk) => {
      const options = ['Rice', 'Oil'].map((label) => ({ label, group: 'Food' }))
      return talk.end((await talk.choose('Which?', options, { find: true })).label)
    })
    await held.phone().dial('*713#').expectScreen('Which?\nOr type the first letters.\n1. Food')
  })
})

describe('An error line', () => {
  it.each([
    ['fr-FR', 'Des chiffres seulement, comme 12,5.', 'x'],
    ['fr-FR', 'Entrez 99,5 ou moins.', '100'],
    [undefined, 'Des chiffres seulement, comme 12.5.', 'x'],
  ])('writes numbers as %s does: %s', async (locale, line, entered) => {
    const held = await hold(async (talk) => talk.end(`${await talk.ask('Combien ?', decimal({ max: 99.5 }))}`), {
      words: frenchWords,
      locale,
    })
    const caller = held.phone()
    await caller.dial('*713#').reply(entered)
    expect(caller.lastScreen?.text.split('\n')[0]).toBe(line)
  })

  it('counts one digit in good English', async () => {
    const held = await hold(async (talk) => talk.end(`${await talk.ask('How much?', decimal({ decimals: 1 }))}`))
    await held
      .phone()
      .dial('*713#')
      .reply('1.25')
      .expectScreen(/^Decimals: 1, such as 12\.5\./)
  })
})

describe('An amount in whole units', () => {
  it.each([
    ['GHS 5.00', '5'],
    ['5,00 cedis', '5'],
    ['5.0', '5'],
    ['1,500.00', '1500'],
    ['5.50', undefined],
  ])('takes %s where it loses nothing', async (entered, amount) => {
    const held = await hold(async (talk) => talk.end(`${await talk.ask('How much?', whole({ currency: 'GHS' }))}`))
    await held
      .phone()
      .dial('*713#')
      .reply(entered)
      .expectScreen(({ text }) => (amount === undefined ? text.startsWith('Numbers only') : text === amount))
  })
})

describe('A number that would be the key to the next page', () => {
  const asking =
    (title: string, takesKeys?: boolean): Script =>
    async (talk) =>
      talk.end(`= ${await talk.ask(title, whole({ min: 1, max: 200, takesKeys }))}`)
  const long = 'How many? '.repeat(40)

  it('is refused where its text takes several pages', async () => {
    const held = await hold(asking(long))
    await held
      .phone()
      .dial('*713#')
      .expectScreen(({ type }) => type === 'release')
    expect(held.lines.text()).toContain('its question takes 99 for an answer, which is More on the screens around it')
  })

  it('is an answer where it takes one, on channels without pages, and where the question says so', async () => {
    const held = await hold(asking('How many?'))
    await held.phone().dial('*713#').reply('99').expectScreen('= 99')
    const rich = await hold(asking(long))
    await rich.user().dial().reply('99').expectScreen('= 99')
    const wanted = await hold(asking(long, true))
    await wanted
      .phone()
      .dial('*713#')
      .expectScreen(/\*99 More$/)
      .reply('99')
      .expectScreen('= 99')
  })

  it('has a star where an error line alone takes the text to a second page', async () => {
    const held = await hold(asking(`${'Please tell us how many of them you want '.repeat(3)}now?`))
    await held
      .phone()
      .dial('*713#')
      .reply('500')
      .reply('x')
      .expectScreen(/^Numbers only/)
  })
})

describe('A line that a script logs', () => {
  const logging: Script = async (talk) => {
    const pin = await talk.ask('PIN?', text({ sensitive: true }))
    talk.log.warn(
      {
        pin,
        number: Number(pin),
        big: BigInt(pin),
        in: [{ pin }],
        at: new Date(0),
        other: 5,
        is: true,
        none: null,
        deep: { a: { b: { c: { d: { e: 5 } } } } },
      },
      `PIN ${pin}`,
    )
    talk.log.error({ err: new Error(`no ${pin}`) }, 'failed')
    Reflect.apply(talk.log.warn, talk.log, [`only ${pin}`])
    Reflect.apply(talk.log.error, talk.log, [new Error(`alone ${pin}`)])
    return talk.end('Goodbye')
  }

  it('has no sensitive answer in it', async () => {
    const held = await hold(logging)
    for (const caller of [held.phone(), held.user()]) await caller.dial('*713#').reply('471199').expectScreen('Goodbye')
    expect(held.lines.text()).not.toContain('471199')
    expect(held.lines.saying('PIN ***')).toMatchObject([
      { pin: '***', number: '***', big: '***', in: [{ pin: '***' }], other: 5 },
      {},
    ])
    for (const line of ['only ***', 'failed']) expect(held.lines.saying(line)).toHaveLength(2)
    expect(held.lines.text()).toContain('alone ***')
    expect(held.lines.text()).toContain('no ***')
  })

  it('is as it was where nothing is sensitive', async () => {
    const held = await hold(async (talk) => {
      talk.log.warn({ level_: Reflect.get(talk.log, 'level') }, 'visited')
      return talk.end('Goodbye')
    })
    await held.phone().dial('*713#')
    expect(held.lines.saying('visited')).toHaveLength(1)
  })
})

it.each(['Votre code secret ?', 'Your passcode', 'Code confidentiel'])(
  '%s is asked for in plain, which an author is told',
  async (title) => {
    const held = await hold(async (talk) => talk.end(await talk.ask(title, text())), { rehearse: true })
    await held.phone().dial('*713#').reply('9876')
    await vi.waitFor(() => expect(held.lines.saying('a PIN or a password is asked for in plain')).toHaveLength(1))
  },
)
