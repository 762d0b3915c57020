import { describe, expect, it } from 'vitest'
import { ussd } from '../../src/pushes/ussd.ts'
import { eventOf, receive, receivedAt } from './receive.ts'
import { samples, sampleWith } from './samples.ts'

describe('a USSD push (reference 2.7)', () => {
  it('becomes an event with every field', () => {
    expect(receive(ussd, samples.ussd)).toEqual({
      event: {
        kind: 'ussd',
        receivedAt,
        raw: samples.ussd,
        sessionId: '3c796dac-2817-4f73-9de4-262d08409c51',
        type: 'initiation',
        message: '*714*5*3#',
        answers: ['5', '3'],
        mobile: '+233000000000',
        mobileInternational: '+233000000000',
        serviceCode: '714',
        operator: 'operator-a',
        sequence: 1,
        clientState: 'step=1',
      },
      notes: [],
    })
  })

  it('needs only SessionId and Type: what else is missing is empty or null, with a warning', () => {
    expect(receive(ussd, { SessionId: 's', Type: 'Response' })).toEqual({
      event: {
        kind: 'ussd',
        receivedAt,
        raw: { SessionId: 's', Type: 'Response' },
        sessionId: 's',
        type: 'response',
        message: '',
        answers: [],
        mobile: '',
        mobileInternational: null,
        serviceCode: '',
        operator: '',
        sequence: null,
        clientState: null,
      },
      notes: [
        'Mobile is missing',
        'ServiceCode is missing',
        'Operator is missing',
        'Message is missing',
        'Sequence is missing',
      ],
    })
  })

  it('may time out with an empty Message and the next Sequence', () => {
    const fields = sampleWith('ussd', { Type: 'Timeout', Message: '', Sequence: '4' })
    const { event, notes } = receive(ussd, fields)
    expect(event).toMatchObject({ type: 'timeout', message: '', answers: [], sequence: 4 })
    expect(notes).toEqual([])
  })

  it.each(['response', 'release', 'timeout', 'Query'])('has no dialled answers on the type %s', (Type) => {
    expect(eventOf(ussd, sampleWith('ussd', { Type })).answers).toEqual([])
  })
})
