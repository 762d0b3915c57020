import { describe, expect, it } from 'vitest'
import type { Script } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

const pay: Script = async (talk) => talk.end((await talk.confirm('Pay 60?')) ? 'Paid' : 'Cancelled')

describe('talk.confirm', () => {
  it.each([
    ['1', 'Paid'],
    ['\uff11', 'Paid'],
    [' \u0661.', 'Paid'],
    ['yes', 'Paid'],
    ['Y', 'Paid'],
    ['y\u00e9s', 'Paid'],
    ['1,', 'Paid'],
    ['2', 'Cancelled'],
    ['No', 'Cancelled'],
    ['n', 'Cancelled'],
    ...['maybe', 'yes no', 'yes please', '1 2', '11', '12', '-1', '', '.', 'yn', '60', 'es'].map((entered) => [
      entered,
      'Reply with a number from the list.\nPay 60?\n1. Yes\n2. No',
    ]),
  ])('on a phone understands %s', async (entered, screen) => {
    const held = await hold(pay)
    await held.phone().dial('*713#').expectScreen('Pay 60?\n1. Yes\n2. No').reply(entered).expectScreen(screen)
  })

  it.each([
    ['Ndiyo', 'Hapana', ['ndiyo', 'nd'], ['hapana', 'h'], ['n', 'no', 'yes', 'y']],
    ['Continue', 'Cancel', ['co', 'cont', 'continue'], ['ca', 'cancel'], ['c', 'stop']],
    ['No problem', 'No', [], ['no', 'no,'], ['n']],
    ['Oui', 'Non', ['o', 'ou'], ['n', 'no', 'non'], ['yes', '0ui']],
    ['OK', 'OK', [], [], ['ok', 'o']],
    ['1 cedi', '2 cedis', ['1 c'], ['2 c'], ['1 2', 'cedi']],
  ])('with the words %s and %s takes nothing for a yes that might be a no', async (yes, no, yeses, noes, neither) => {
    const held = await hold(pay, { words: { yes, no, choice: 'Which?' } })
    for (const entered of yeses) await held.phone().dial('*713#').reply(entered).expectScreen('Paid')
    for (const entered of noes) await held.phone().dial('*713#').reply(entered).expectScreen('Cancelled')
    for (const entered of neither)
      await held
        .phone()
        .dial('*713#')
        .reply(entered)
        .expectScreen(/^Which\?/)
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
