import { describe, expect, it } from 'vitest'
import { programmable } from '../../src/pushes/programmable.ts'
import type { PushKind } from '../../src/pushes/push-kind.ts'
import { type SessionEvent, salvageSessionId } from '../../src/pushes/session-push.ts'
import { ussd } from '../../src/pushes/ussd.ts'
import { problemOf } from './problem-of.ts'
import { eventOf } from './receive.ts'
import { samples } from './samples.ts'

const turns: readonly PushKind<SessionEvent>[] = [ussd, programmable]

describe.each(turns)('a push of the kind $kind', (push) => {
  it.each([
    ['SessionId', undefined, 'the identifier of the session', 'nothing'],
    ['SessionId', '', 'the identifier of the session', 'nothing'],
    ['SessionId', {}, 'text that identifies', 'an object'],
    ['Type', undefined, 'one of Initiation, Response, Release, Timeout', 'nothing'],
    ['Type', ' ', 'one of Initiation, Response, Release, Timeout', 'nothing'],
    ['Type', ['Response'], 'text', 'an array'],
    ['Message', {}, 'text', 'an object'],
    ['Mobile', ['+233000000000'], 'text', 'an array'],
  ])('is refused with the %s %j', (field, value, expected, received) => {
    expect(problemOf(() => eventOf(push, { ...samples[push.kind], [field]: value }))).toMatchObject({
      field,
      expected,
      received,
      message: `${field} must be ${expected}; received ${received}`,
    })
  })
})

describe('the session of a push that is otherwise broken', () => {
  it.each([
    ['in any spelling', { session_id: 's', Type: {} }, 's'],
    ['as a number', { SessionId: 42 }, '42'],
    ['not where it is missing', { Type: 'Response' }, null],
    ['not where it is empty', { SessionId: '' }, null],
    ['not where it is no text', { SessionId: {} }, null],
    ['not where two spellings differ', { SessionId: 'a', sessionId: 'b' }, null],
  ])('is found %s', (_case, fields, sessionId) => {
    expect(salvageSessionId(fields)).toBe(sessionId)
  })

  it('is found where two spellings of another field differ', () => {
    expect(salvageSessionId({ SessionId: 's', Type: 'a', type: 'b' })).toBe('s')
  })
})
