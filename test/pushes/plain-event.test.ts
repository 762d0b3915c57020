import { describe, expect, it } from 'vitest'
import { plainEvent } from '../../src/pushes/event.ts'

describe('plainEvent', () => {
  it('writes dates as ISO strings, however deep, and leaves out what is another every time', () => {
    const event = {
      kind: 'fulfilment' as const,
      receivedAt: new Date(0),
      raw: { OrderId: '1' },
      why: 'words',
      orderId: '1',
      order: { orderDate: new Date(1_000), items: [{ raw: 'kept', quantity: 2 }, null] },
    }
    expect(plainEvent(event)).toStrictEqual({
      kind: 'fulfilment',
      orderId: '1',
      order: { orderDate: '1970-01-01T00:00:01.000Z', items: [{ raw: 'kept', quantity: 2 }, null] },
    })
  })
})
