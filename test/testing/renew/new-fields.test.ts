import { describe, expect, it } from 'vitest'
import { withNewFields } from './new-fields.ts'

describe('Renewing a fixture', () => {
  it('adds what the event has and it lacks, where the event has it', () => {
    const expected = { kind: 'checkout', amount: 5, details: { card: null }, items: [{ name: 'Tea' }] }
    const event = {
      kind: 'checkout',
      payer: '+233000000000',
      amount: 5,
      details: { wallet: null, card: null },
      items: [{ name: 'Tea', size: 1 }],
    }
    const { event: renewed, added, differing } = withNewFields(expected, event)
    expect(JSON.stringify(renewed)).toBe(JSON.stringify(event))
    expect({ added, differing }).toEqual({ added: ['payer', 'details.wallet', 'items.0.size'], differing: [] })
  })

  it('changes no value that is there, and names what differs', () => {
    const expected = { outcome: 'undetermined', details: { card: 'a' }, gone: 1 }
    const event = { outcome: 'paid', details: { card: 'b' } }
    expect(withNewFields(expected, event)).toEqual({
      event: expected,
      added: [],
      differing: ['gone', 'outcome', 'details.card'],
    })
  })
})
