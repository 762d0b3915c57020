import { expect, test } from 'vitest'
import { text, whole } from '../../../src/conversation/index.ts'
import {
  differencesOf,
  type MapOptions,
  mapApplication as mapInTime,
  type SimulatedApp,
} from '../../../src/simulator/index.ts'
import { open } from './applications.ts'

// Bounded by counts: a busy machine takes its time.
const mapPhones = (app: SimulatedApp, options: MapOptions = {}) =>
  mapInTime(app, { time: 3_600_000, channels: ['ussd'], ...options })

function bank(services: readonly string[], ends: Readonly<Record<string, string>>) {
  return open(async (talk) => {
    const service = await talk.choose('Bank', services)
    const sum = await talk.ask('How much?', whole({ min: 1, max: 5_000 }))
    if (!(await talk.confirm(`${service} ${sum}?`))) return talk.end('Cancelled')
    await talk.ask('Enter your PIN', text({ pattern: /^\d{4}$/, sensitive: true }))
    return talk.end(ends[service] ?? 'Thank you')
  })
}

const ends = { Gift: 'The gift is on its way', Withdraw: 'Take your money' }

test('a screen is drawn again only where other ends are behind it, and named for what was chosen on the way', async () => {
  const { screens, bounds } = await mapPhones(await bank(['Send money', 'Buy airtime', 'Withdraw', 'Savings'], ends))
  expect(screens.map(({ id }) => id).filter((id) => /^(?:how|enter)/.test(id))).toEqual([
    'how-much',
    'enter-your-pin',
    'how-much-withdraw',
    'enter-your-pin-withdraw',
  ])
  expect(screens[0]?.answers.map(({ answer, to }) => `${answer}: ${to}`)).toEqual([
    'Send money: how-much',
    'Buy airtime: how-much',
    'Withdraw: how-much-withdraw',
    'Savings: how-much',
  ])
  expect(bounds).toMatchObject({ met: [], notWalked: [] })
})

test('a service that is put before the others changes nothing in the screens behind them', async () => {
  const services = ['Send money', 'Buy airtime', 'Withdraw']
  const before = await mapPhones(await bank(services, ends))
  const after = await mapPhones(await bank(['Gift', ...services], ends))
  const isNew = (change: string) => /^(?:gift|the-gift|how-much-gift|enter-your-pin-gift)\b/.test(change)
  expect(differencesOf(before, after).filter((change) => !isNew(change))).toEqual([
    expect.stringMatching(/^bank: characters on ussd/),
    "bank: 'Gift' leads to how-much-gift on ussd (new)",
  ])
})

test('where no answer alone tells which of the same words it is, two name it', async () => {
  const { screens } = await mapPhones(
    await open(async (talk) => {
      const where = await talk.choose('Home', ['Shop', 'Market'])
      for (let items = 0; ; items += 1) {
        const wish = await talk.choose('What now?', ['Add', 'Pay', 'Leave'], { id: `round-${items}` })
        if (wish === 'Pay') return talk.end(items === 0 ? 'Nothing to pay' : 'Thank you')
        if (wish === 'Leave') return talk.end(where === 'Shop' ? 'Come again' : 'Farewell')
      }
    }),
  )
  expect(screens.map(({ id }) => id).filter((id) => id.startsWith('what-now'))).toEqual([
    'what-now',
    'what-now-shop-add',
    'what-now-market',
    'what-now-market-add',
  ])
})
