import { describe, it } from 'vitest'
import { decimal, money } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

describe('an amount on a screen', () => {
  it('is entered with its currency, and written in the alphabet of the phone', async () => {
    const held = await hold(
      async (talk) => {
        const amount = await talk.ask('How much?', decimal({ max: 5_000, currency: 'GHS' }))
        return talk.end(
          `Sent ${money(amount, 'GHS')}, ${money(amount, 'GHS', { locale: 'en-GH', display: 'symbol' })} in all`,
        )
      },
      { locale: 'de' },
    )
    await held
      .phone()
      .dial('*713#')
      .reply('$5')
      .expectScreen('In our currency, such as GHS 12,5.\nHow much?')
      .reply('1.500 cedis')
      .expectScreen('Sent GHS 1,500.00, GHS1,500.00 in all')
  })
})
