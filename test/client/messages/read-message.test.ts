import { describe, expect, it } from 'vitest'
import { readMessage } from '../../../src/client/index.ts'

describe('a message in an answer', () => {
  it('is read whole, in any casing', () => {
    const raw = {
      messageId: '01234567-89ab-cdef-0123-456789abcdef',
      type: '1',
      from: '+233000000000',
      to: '713',
      content: '00ff',
      udh: '0500',
      direction: 'IN',
      time: '2026-03-01T09:30:00Z',
      updatetime: null,
      networkid: 62001,
      clientreference: 'order-17',
      registereddelivery: 'True',
      units: '2',
      rate: 0.05,
      status: ' DELIVERED ',
      flashmessage: false,
    }
    expect(readMessage(raw)).toEqual({
      messageId: '0123456789abcdef0123456789abcdef',
      type: 'binary',
      from: '+233000000000',
      to: '713',
      content: '00ff',
      udh: '0500',
      direction: 'in',
      time: new Date('2026-03-01T09:30:00Z'),
      updateTime: null,
      networkId: '62001',
      clientReference: 'order-17',
      registeredDelivery: true,
      units: 2,
      rate: 0.05,
      status: 'Delivered',
      flashMessage: false,
      raw,
    })
  })

  it('has null for what is missing or cannot be read', () => {
    const raw = {
      MessageId: 'm',
      Type: 9,
      From: {},
      Time: 'soon',
      Units: 'many',
      Rate: Infinity,
      Status: '',
      Direction: '',
    }
    const { messageId, raw: kept, ...others } = readMessage(raw) ?? {}
    expect([messageId, kept]).toEqual(['m', raw])
    expect(Object.values(others)).toEqual(Array(15).fill(null))
  })

  it('keeps words that nobody knows', () => {
    expect(readMessage({ MessageId: 'm', Status: 'On its way', Direction: 'Sideways' })).toMatchObject({
      status: 'On its way',
      direction: 'Sideways',
    })
  })

  it.each([[null], ['m'], [['m']], [{}], [{ MessageId: '' }], [{ Content: 'x' }]])('is none: %j', (value) => {
    expect(readMessage(value)).toBeNull()
  })
})
