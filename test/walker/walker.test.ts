import { expect, it } from 'vitest'
import type { Application } from './applications/application.ts'
import { walk } from './walk.ts'

// The short form: `npm run walk` is the long one.
it('six applications hold at the classes of answers that a short walk takes, on every channel', async () => {
  const { walked, findings } = await walk({ pushes: 4_000, seed: 1 })
  expect(findings).toEqual([])
  expect(walked).toHaveLength(24)
  expect(walked.reduce((sum, { screens }) => sum + screens, 0)).toBeGreaterThan(120)
}, 120_000)

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
