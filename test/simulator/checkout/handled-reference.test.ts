import { describe, expect, it } from 'vitest'
import { openShop } from './shop.ts'

describe('a payment that is named by the reference of the application alone', () => {
  it('is for the bill of the signed address, and for the one that was paid where two share it', async () => {
    const { sim } = await openShop({}, () => ({
      secret: 'signs the addresses of notices',
      publicUrl: 'https://shop.example',
      ussd: (_, turn) => turn.pay('Approve the prompt', { amount: 5, description: 'Tea', reference: 'tea-1' }),
    }))
    const [ama, kofi, yaa] = ['+233000000001', '+233000000002', '+233000000003'].map((number) => sim.phone(number))
    for (const phone of [ama, kofi, yaa]) await phone?.dial('*713#')
    await ama?.refuses()
    await kofi?.approve()
    await yaa?.refuses()
    const handled = [{ outcome: 'paid', amount: 5, reference: 'tea-1' }]
    expect(sim.ledger({ handled }).rows.map(({ differs }) => differs)).toEqual([[], [], []])
    expect(sim.ledger({ handled: [...handled, { ...handled[0], outcome: 'paid' }] }).rows[1]?.differs).toEqual([
      'handled as paid 2 times, and paid once',
    ])
  })
})
