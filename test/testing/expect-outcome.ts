import { expect } from 'vitest'
import type { PushEvent } from '../../src/index.ts'
import { plainEvent } from '../../src/pushes/event.ts'
import type { Fixture } from '../../src/testing/fixture.ts'
import type { ReplayResult } from '../../src/testing/replay.ts'

/** Asserts that a fixture came to what it expects: the answer, and what the handlers got. */
export function expectOutcome({ expect: expected }: Fixture, result: ReplayResult, events: readonly PushEvent[]): void {
  const { status, event, problem, reply = {} } = expected
  expect(result.status).toBe(status)
  expect(events.map(plainEvent)).toEqual(event === undefined ? [] : [event])
  if (problem === undefined) {
    expect(result.json ?? {}).toMatchObject(reply)
  } else {
    expect(result.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect({ field: null, ...Object(result.json) }).toMatchObject({ status, ...problem })
  }
}
