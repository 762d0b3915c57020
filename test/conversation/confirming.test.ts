import { describe, expect, it } from 'vitest'
import type { Script } from '../../src/index.ts'
import { hold } from './hold.ts'

const pay: Script = async (talk) => talk.end((await talk.confirm('Pay 60?')) ? 'Paid' : 'Cancelled')

describe('talk.confirm', () => {
  it.each([
    ['1', 'Paid'],
    ['yes', 'Paid'],
    ['2', 'Cancelled'],
    ['No', 'Cancelled'],
    ['maybe', 'Reply with a number from the list.\nPay 60?\n1. Yes\n2. No'],
  ])('on a phone understands %s', async (entered, screen) => {
    const held = await hold(pay)
    await held.phone().dial('*713#').expectScreen('Pay 60?\n1. Yes\n2. No').reply(entered).expectScreen(screen)
  })

  it('on a rich channel is a yes or a no', async () => {
    const held = await hold(pay)
    const user = held.user()
    await user.dial()
    expect(user.lastScreen?.raw).toMatchObject({
      Message: 'Pay 60?',
      DataType: 'confirm',
      FieldType: null,
      Data: [
        { Display: 'Yes', Value: 'yes' },
        { Display: 'No', Value: 'no' },
      ],
    })
    await user.reply('no').expectScreen('Cancelled')
  })
})
