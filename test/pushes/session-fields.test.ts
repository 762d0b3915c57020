import { describe, expect, it } from 'vitest'
import { programmable } from '../../src/pushes/programmable.ts'
import type { PushKind } from '../../src/pushes/push-kind.ts'
import type { SessionEvent } from '../../src/pushes/session-push.ts'
import { ussd } from '../../src/pushes/ussd.ts'
import { eventOf, receive } from './receive.ts'
import { samples } from './samples.ts'

const turns: readonly PushKind<SessionEvent>[] = [ussd, programmable]

describe.each(turns)('a push of the kind $kind', (push) => {
  it.each([
    ['+233000000000', '+233000000000', '+233000000000'],
    ['233000000000', '+233000000000', '+233000000000'],
    ['0000000000', null, '+233000000000'],
    ['opaque-id', null, null],
    ["'; DROP TABLE users; --", null, null],
    ['<script>alert(1)</script>', null, null],
    [233_000_000_000, '+233000000000', '+233000000000'],
  ])('keeps the Mobile %j as it was sent; abroad it is %j, in its country %j', (Mobile, abroad, home) => {
    const fields = { ...samples[push.kind], Mobile }
    expect(eventOf(push, fields)).toMatchObject({ mobile: String(Mobile), mobileInternational: abroad })
    expect(eventOf(push, fields, { country: 'GH' })).toMatchObject({ mobileInternational: home })
  })

  it.each(['', null, undefined])('takes a ClientState of %j for none, without a warning', (ClientState) => {
    const { event, notes } = receive(push, { ...samples[push.kind], ClientState })
    expect(event.clientState).toBeNull()
    expect(notes).toEqual([])
  })

  it.each(['operator-b', 'OPERATOR-C', 'POS-Android', 'POS-ios', 'webstore', '', 'new one', 62_001])(
    'takes any Operator: %j',
    (Operator) => {
      expect(eventOf(push, { ...samples[push.kind], Operator }).operator).toBe(String(Operator))
    },
  )

  it.each([
    [1, 1],
    ['1', 1],
    ['one', null],
    [-1, null],
  ])('takes a Sequence of %j for %j', (Sequence, sequence) => {
    expect(eventOf(push, { ...samples[push.kind], Sequence }).sequence).toBe(sequence)
  })

  it.each([
    ['ServiceCode', 'serviceCode', {}, '', 'text; received an object'],
    ['Operator', 'operator', ['operator-a'], '', 'text; received an array'],
    ['Sequence', 'sequence', [1], null, 'a whole number; received an array'],
    ['ClientState', 'clientState', { step: 1 }, null, 'text; received an object'],
  ])('goes on without a %s that cannot be read, with a warning', (field, member, value, read, problem) => {
    const { event, notes } = receive(push, { ...samples[push.kind], [field]: value })
    expect(event).toMatchObject({ sessionId: eventOf(push, samples[push.kind]).sessionId, [member]: read })
    expect(notes).toEqual([`${field} must be ${problem}`])
  })

  it('keeps fields of its own only in raw', () => {
    const fields = { ...samples[push.kind], Platform: 'x', ExtraData: {}, MetaData: [] }
    const event = eventOf(push, fields)
    expect(event.raw).toBe(fields)
    expect(event).not.toHaveProperty('Platform')
  })

  it('mends NUL and lone surrogates in what people read', () => {
    const fields = { ...samples[push.kind], Message: 'a\u0000b\ud800', ClientState: '\u0000', Mobile: '\udc00' }
    expect(eventOf(push, fields)).toMatchObject({ message: 'ab\ufffd', clientState: null, mobile: '\ufffd' })
  })
})
