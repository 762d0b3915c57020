import { describe, expect, expectTypeOf, it } from 'vitest'
import { type Option, type Script, text } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

const meals = [
  { label: 'Rice 5 kg', value: 'rice', amount: 60 },
  { label: 'Oil  1 l', value: 'oil', amount: 25 },
] as const

const choose =
  (options: readonly Option[]): Script =>
  async (talk) =>
    talk.end(JSON.stringify(await talk.choose('Shop', options)))

describe('talk.choose', () => {
  it.each([
    ...['+2', '(2)', '(2', '+02.', '\uff0b2'],
    ...['2', ' 2 ', '2.', '2)', '02', '\uff12', '\u0662', '\u06f2.', '\u200b2\u200e', '\ufeff 2'],
    ...['Oil  1 l', 'oil 1 L', '\u00d3il 1 l', 'oil', 'O', ' o ', 'OIL 1', '\uff2f\uff49\uff4c'],
  ])('on a phone takes %j', async (entered) => {
    const held = await hold(choose(meals))
    await held
      .phone()
      .dial('*713#')
      .expectScreen('Shop\n1. Rice 5 kg\n2. Oil  1 l')
      .reply(entered)
      .expectScreen(JSON.stringify(meals[1]))
  })

  it.each(['3', '+3', '#2', '++2', '+', '', 'oill', 'il', '2 or 1', '-1', '99999999', '.', '1 l'])(
    'on a phone does not take %j',
    async (entered) => {
      const held = await hold(choose(meals))
      await held
        .phone()
        .dial('*713#')
        .reply(entered)
        .expectScreen(/^Reply with a number from the list\.\nShop\n1\. Rice/)
    },
  )

  it.each<[string, readonly Option[], string]>([
    ['of a list', ['+2', '+1'], '"+1"'],
    [
      'of a list with numbers of its own',
      [
        { label: '+2', number: 7 },
        { label: '+7', number: 8 },
      ],
      '{"label":"+7","number":8}',
    ],
  ])('takes a number with a sign for its label, where it is one %s', async (_what, options, chosen) => {
    const held = await hold(choose(options))
    const entered = chosen.includes('+7') ? '+7' : '+1'
    await held.phone().dial('*713#').reply(entered).expectScreen(chosen)
  })

  it.each(['+8', '(8)'])('takes %j for a number of its own, and in a list that letters narrow', async (entered) => {
    const own = [
      { label: 'Rice', number: 7 },
      { label: 'Oil', number: 8 },
    ]
    const held = await hold(choose(own))
    await held.phone().dial('*713#').reply(entered).expectScreen('{"label":"Oil","number":8}')
    const finding = await hold(async (talk) => talk.end(await talk.choose('Shop', ['Rice', 'Oil'], { find: true })))
    await finding.phone().dial('*713#').reply('+2').expectScreen('Oil')
    await finding
      .phone()
      .dial('*714#')
      .reply(entered)
      .expectScreen(/^Reply with a number from the list/)
  })

  it.each([
    ['+1', 'true'],
    ['(2)', 'false'],
  ])('as a confirm does: %s', async (entered, answer) => {
    const held = await hold(async (talk) => talk.end(`${await talk.confirm('Sure?')}`))
    await held.phone().dial('*713#').reply(entered).expectScreen(answer)
  })

  it.each(['0', '00'])(
    'on a phone leaves %j to the first question, where that takes it for an answer',
    async (entered) => {
      const held = await hold(async (talk) => talk.end(`You said ${await talk.ask('Your code? 0 to skip', text())}`))
      await held.phone().dial('*713#').reply(entered).expectScreen(`You said ${entered}`)
    },
  )

  it('on a phone takes what leads back elsewhere for no answer, which costs no try', async () => {
    const held = await hold(choose(meals), { tries: 1 })
    const caller = held.phone()
    await caller.dial('*713#')
    for (const key of ['0', '00', ' 0 ']) await caller.reply(key).expectScreen(/^Shop\n1\. Rice/)
    await caller.reply('9').expectScreen(/^Too many tries/)
  })

  it.each(['oil', '2', 'oil 1 l', 'Oi', '\uff12'])('on a rich channel takes %j', async (entered) => {
    const held = await hold(choose(meals))
    await held.user().dial().expectScreen('Shop').reply(entered).expectScreen(JSON.stringify(meals[1]))
  })

  it('says on rich channels what there is to choose from', async () => {
    const held = await hold(choose(meals))
    const { raw } = await held.user().dial()
    expect(raw).toMatchObject({
      DataType: 'menu',
      FieldType: 'text',
      Data: [
        { Display: 'Rice 5 kg', Value: 'rice', Amount: 60 },
        { Display: 'Oil  1 l', Value: 'oil', Amount: 25 },
      ],
    })
  })

  it('may be a list to select from, with a title, an error line and a number of tries of its own', async () => {
    const held = await hold(async (talk) =>
      talk.end(await talk.choose('Shop', ['Rice', 'Oil'], { as: 'select', label: 'Food', problem: 'Hm?', tries: 2 })),
    )
    const user = held.user()
    await user.dial()
    expect(user.lastScreen?.raw).toMatchObject({ DataType: 'select', Label: 'Food' })
    await user.reply('Beans').expectScreen('Hm?\nShop')
    expect(user.lastScreen?.raw).toMatchObject({ Label: 'Food' })
    await user.reply('Beans').expectScreen('Too many tries. Please start again.')
  })

  it('gives back the option that was chosen, in its type', async () => {
    const held = await hold(async (talk) => {
      const { value, amount } = await talk.choose('Shop', [
        { label: 'Rice', value: 'rice', amount: 60 },
        { label: 'Oil', value: 'oil', amount: 25 },
      ])
      expectTypeOf(value).toEqualTypeOf<'rice' | 'oil'>()
      return talk.end(`${value} at ${amount}`)
    })
    await held.phone().dial('*713#').reply('1').expectScreen('rice at 60')
  })

  it('gives back what JSON makes of it, from the first run on', async () => {
    const given: unknown[] = []
    const held = await hold(async (talk) => {
      given.push(await talk.choose('When?', [{ label: 'Now', at: new Date(0), left: undefined }]))
      await talk.show('Good')
      return talk.end('Goodbye')
    })
    await held.phone().dial('*713#').reply('1').reply('1')
    const now = { label: 'Now', at: '1970-01-01T00:00:00.000Z' }
    expect(given).toEqual([now, now])
  })

  it('means what was drawn, whatever the list has become', async () => {
    let options: readonly Option[] = [
      { label: 'Rice', amount: 60 },
      { label: 'Oil', amount: 25 },
    ]
    const held = await hold(async (talk) => {
      const { label, amount } = await talk.choose(
        'Shop',
        options.map((option) => Object(option)),
      )
      await talk.ask('Your name?', text())
      return talk.end(`${label} at ${amount}`)
    })
    const caller = held.phone()
    await caller.dial('*713#')
    options = [{ label: 'Beans', amount: 40 }]
    await caller.reply('7').expectScreen('Reply with a number from the list.\nShop\n1. Rice\n2. Oil')
    await caller.reply('2').reply('Ama').expectScreen('Oil at 25')
  })

  it('draws the list as it is now when the subscriber comes back to it', async () => {
    let options = ['Rice', 'Oil']
    const held = await hold(async (talk) => {
      const meal = await talk.choose('Shop', options)
      await talk.show(meal)
      return talk.end('Goodbye')
    })
    const caller = held.phone()
    await caller.dial('*713#').reply('1')
    options = ['Beans']
    await caller.reply('0').expectScreen('Shop\n1. Beans')
  })

  it('takes the first of two options with one label, and tells them apart by their numbers', async () => {
    const twins = [
      { label: 'Rice', size: 1 },
      { label: 'Rice', size: 2 },
    ]
    const held = await hold(choose(twins))
    await held
      .phone()
      .dial('*713#')
      .reply('rice')
      .expectScreen(/"size":1/)
    await held
      .phone()
      .dial('*714#')
      .reply('2')
      .expectScreen(/"size":2/)
  })
})
