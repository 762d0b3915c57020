import { expect, test } from 'vitest'
import { whole } from '../../../src/conversation/index.ts'
import { createSimulator, mapApplication } from '../../../src/simulator/index.ts'
import { post } from '../control/call.ts'
import { open } from './applications.ts'

test('of screens with the same words, those count that phones came to', async () => {
  const build = () =>
    open(async (talk) => {
      const wish = await talk.choose('Bank', ['Send', 'Withdraw', 'Airtime'])
      const sum = await talk.ask('How much?', whole({ min: 1, max: 100 }))
      return talk.end(wish === 'Send' ? `You sent ${sum}` : wish === 'Airtime' ? 'Call on' : 'Come to the desk')
    })
  await using sim = await createSimulator()
  await sim.connect(await build())
  const map = await mapApplication(await build(), { channels: ['ussd'] })
  sim.mapper = async () => map
  await sim.phone('+233000000001').dial('*713#').choose('Withdraw')
  await sim.phone('+233000000002').dial('*713#').choose('Send').reply('5')
  expect((await post(sim, '/map')).body.walked).toEqual({
    bank: 2,
    'how-much-withdraw': 1,
    'how-much': 1,
    'you-sent': 1,
  })
})
