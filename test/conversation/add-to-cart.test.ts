import { describe, it } from 'vitest'
import { text, whole } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

describe('a user who goes to the checkout', () => {
  it('says yes to what is to be confirmed, whatever was entered', async () => {
    const held = await hold(async (talk) =>
      (await talk.confirm('Pay 5?')) ? talk.pay('Approve', { name: 'Tea', quantity: 1, price: 5 }) : talk.end('Bye'),
    )
    await held
      .user()
      .dial()
      .push('AddToCart')
      .expectScreen(({ item }) => item?.[0]?.name === 'Tea')
    await held
      .user()
      .dial()
      .push('AddToCart', 'no')
      .expectScreen(({ item }) => item?.[0]?.name === 'Tea')
  })

  it('answers every other question with what was entered', async () => {
    const held = await hold(async (talk) => {
      const number = await talk.ask('How many?', whole({ min: 1 }))
      return talk.end(`${number} for ${await talk.ask('Your name?', text())}`)
    })
    await held
      .user()
      .dial()
      .push('AddToCart')
      .expectScreen('Please type your answer.\nHow many?')
      .push('AddToCart', '2')
      .expectScreen('Your name?')
      .reply('Ama')
      .expectScreen('2 for Ama')
  })
})
