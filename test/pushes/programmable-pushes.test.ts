import { describe, expect, it } from 'vitest'
import { programmable } from '../../src/pushes/programmable.ts'
import { eventOf, receive, receivedAt } from './receive.ts'
import { samples, sampleWith } from './samples.ts'

describe('a programmable service push (reference 2.5)', () => {
  it('becomes an event with every field', () => {
    expect(receive(programmable, samples.programmable)).toEqual({
      event: {
        kind: 'programmable',
        receivedAt,
        raw: samples.programmable,
        sessionId: '00a1',
        type: 'addToCart',
        message: 'Tea',
        answers: [],
        mobile: 'opaque-user-7f3',
        mobileInternational: null,
        serviceCode: 'a1b2c3',
        operator: 'webstore',
        sequence: 2,
        clientState: 'step=1',
      },
      notes: [],
    })
  })

  it('has no Sequence in the reference, and may have no Message: neither is warned of', () => {
    const { event, notes } = receive(programmable, sampleWith('programmable', { Sequence: undefined, Message: null }))
    expect(event).toMatchObject({ sequence: null, message: '' })
    expect(notes).toEqual([])
  })

  it('is warned of where what the reference has on every push is missing', () => {
    expect(receive(programmable, { sessionId: 's', type: 'initiation', message: '' }).notes).toEqual([
      'Mobile is missing',
      'ServiceCode is missing',
      'Operator is missing',
    ])
  })

  it('of a USSD channel may have dialled answers', () => {
    const fields = { SessionId: 's', Type: 'initiation', Message: '*714*5#', ServiceCode: '714' }
    expect(eventOf(programmable, fields).answers).toEqual(['5'])
  })
})
