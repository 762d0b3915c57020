import { expect, it } from 'vitest'
import type { Application } from './applications/application.ts'
import { walk } from './walk.ts'

// The short form: `npm run walk` is the long one.
it('six applications hold at the classes of answers that a short walk takes, on every channel', async () => {
  const { walked, findings } = await walk({ pushes: 1_500, seed: 1 })
  expect(findings).toEqual([])
  expect(walked).toHaveLength(24)
  expect(walked.reduce((sum, { screens }) => sum + screens, 0)).toBeGreaterThan(120)
})

it('a mistake behind one option far down in a long list is found out on a phone', async () => {
  const careless: Application = {
    name: 'careless',
    options: {},
    answers: [],
    script: () => async (talk) => {
      const towns = Array.from({ length: 20 }, (_, at) => `Town ${'abcdefghij'.charAt(at / 2)}${at % 2}`)
      const town = await talk.choose('Which town?', towns)
      return talk.end(`The price is ${town === towns[16] ? Number('x') : 5}`)
    },
  }
  const { walked, findings } = await walk({ pushes: 3_500, seed: 1, walks: [careless] })
  expect(walked.map(({ isWhole, walkedScreens, screens }) => isWhole && walkedScreens === screens)).not.toContain(false)
  expect(findings.map(({ what, where }) => `${where}: ${what}`)).toContain(
    'careless, ussd: a screen shows what is inside: NaN',
  )
})

it('a yes to a screen that follows a list is none to the amounts of the list', async () => {
  const careless: Application = {
    name: 'careless',
    options: {},
    answers: [],
    script: (house) => async (talk) => {
      const sizes = Array.from({ length: 20 }, (_, at) => `GHS ${at + 30} for ${at + 1} days`)
      await talk.choose('Which?', sizes)
      if (!(await talk.confirm('Sure?'))) return talk.end('Goodbye')
      await talk.once('order', (key) => house.order(key, talk.caller.mobile, 31))
      return talk.end('Thank you')
    },
  }
  const { findings } = await walk({ pushes: 500, seed: 1, walks: [careless] })
  expect(findings.map(({ what, where }) => `${where}: ${what}`)).toContain(
    'careless, ussd: an effect without a yes to its amount',
  )
})

it('an application that does not hold is found out', async () => {
  const names: string[] = []
  const careless: Application = {
    name: 'careless',
    options: {},
    answers: [],
    script: (house) => async (talk) => {
      const { mobile } = talk.caller
      names.push(house.nameOf(mobile))
      const wish = await talk.choose('Shop', ['Pay', 'Names', 'Nothing', 'Secret'])
      if (wish === 'Names') return talk.end(`Hello ${names[0]}`)
      if (wish === 'Nothing') return talk.end(`Your balance is ${Number('x')}`)
      if (wish === 'Secret') return talk.end(`Your PIN is ${house.pinOf(mobile)}`)
      const isSure = await talk.confirm('Pay GHS 5?')
      await talk.once('order', (key) => house.order(key, mobile, isSure ? 5 : 6))
      return talk.pay('Approve it', { name: 'Tea', quantity: 1, price: isSure ? 5 : 7 })
    },
  }
  const { findings } = await walk({ pushes: 600, seed: 1, walks: [careless] })
  expect(findings.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'an effect without a yes to its amount',
      'a payment after a No',
      'a payment of an amount that was not ordered',
      "another caller's name is on the screen",
      'a screen shows what is inside: NaN',
      'a PIN is on a screen',
    ]),
  )
})
