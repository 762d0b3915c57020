import { expect, it } from 'vitest'
import { readingOf } from '../../../src/admin/push-reading.ts'

it('a push as the plugin reads it: what breaks in the reading itself is no mistake of the push', () => {
  const push = { kind: 'checkout', url: '/push/checkout', contentType: 'application/json', receivedAt: new Date(0) }
  expect(() => Reflect.apply(readingOf, undefined, [push])).toThrow(TypeError)
})
