import { describe, expect, it } from 'vitest'
import { isReply, isReplyOf, programmableReplies, ussdReplies } from '../../src/replies/index.ts'
import { Reply } from '../../src/replies/reply.ts'

const ussd = ussdReplies({})
const programmable = programmableReplies()

describe('a reply', () => {
  it('is recognised when a builder made it', () => {
    expect(isReply(ussd.prompt('Welcome'))).toBe(true)
    expect(isReply(programmable.pay('Pay', { name: 'Tea', quantity: 1, price: 5 }))).toBe(true)
  })

  it.each([undefined, null, 'Welcome', 7, [], () => undefined])('is not %o', (value) => {
    expect(isReply(value)).toBe(false)
  })

  it('cannot be forged by a copy or by an object with its prototype', () => {
    const reply = ussd.prompt('Welcome')
    expect(isReply({ ...reply })).toBe(false)
    expect(isReply(Object.create(Reply.prototype))).toBe(false)
    expect(isReply(Object.create(reply))).toBe(false)
  })

  it('is frozen, with its choices, items and payment', () => {
    const menu = ussd.menu('Welcome', ['Tea', { label: 'Milk', value: 'm' }])
    const cart = programmable.pay('Pay', { items: [{ name: 'Tea', quantity: 1, price: 5 }] })
    const one = programmable.pay('Pay', { name: 'Tea', quantity: 1, price: 5 })
    const payment = ussd.pay('Pay', { amount: 5, description: 'Tea' }).payment
    const parts = [menu, menu.data, ...menu.data, cart, cart.items, ...(cart.items ?? []), one.items, payment]
    expect(parts.filter((part) => !Object.isFrozen(part))).toEqual([])
    expect(parts).toHaveLength(9)
  })

  it('leaves the state of the merchant unfrozen', () => {
    const state = { step: 1 }
    const reply = ussd.prompt('Welcome', { state })
    expect(reply.state).toBe(state)
    expect(Object.isFrozen(state)).toBe(false)
  })

  it('names the channel that built it', () => {
    expect(ussd.end('Goodbye').channel).toBe('ussd')
    expect(programmable.end('Goodbye').channel).toBe('programmable')
  })

  it('belongs to the channel that built it, and to no other', () => {
    expect(isReplyOf(ussd.end('Goodbye'), 'ussd')).toBe(true)
    expect(isReplyOf(programmable.end('Goodbye'), 'ussd')).toBe(false)
    expect(isReplyOf({ channel: 'ussd' }, 'ussd')).toBe(false)
  })

  it('is built by functions that need no this', () => {
    const { prompt, menu, end, pay } = ussd
    const types = [prompt('A'), menu('A', ['B']), end('A'), pay('A', { amount: 1, description: 'B' })]
    expect(types.map((reply) => reply.type)).toEqual(['response', 'response', 'release', 'release'])
  })
})
