import { describe, expect, it } from 'vitest'
import { maxStateLength } from '../../src/turns/state.ts'
import { drive, prompt } from './drive.ts'

const circular: Record<string, unknown> = {}
circular.self = circular

const throwing = (thrown: unknown) => ({
  toJSON() {
    throw thrown
  },
})

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

describe('A reply whose state cannot be kept', () => {
  it.each([
    ['is circular', circular, 'is not a JSON value (Converting circular structure to JSON)'],
    ['is a function', () => 1, 'is not a JSON value:'],
    ['is a symbol', Symbol('state'), 'is not a JSON value:'],
    ['holds a bigint', { amount: 5n }, 'is not a JSON value (Do not know how to serialize a BigInt)'],
    ['throws an error', throwing(new Error('not now\nnor later')), 'is not a JSON value (not now)'],
    ['throws something else', throwing('not now'), 'is not a JSON value (unknown)'],
    ['is nested too deep', nested(200_000), 'is not a JSON value (Maximum call stack size exceeded)'],
    ['is too long', 'x'.repeat(maxStateLength - 1), 'is longer than 65536 characters as JSON'],
  ])('because it %s fails the turn, and says why', (_what, state, why) => {
    const { session, reports } = drive(() => prompt('Welcome', { state }))

    expect(session('a').dial().screen).toBe('failed: release "Sorry, something went wrong. Try later."')
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({
      failed: { code: 'FMW_STATE', message: expect.stringContaining(why) },
      place: 'handler',
    })
  })

  it('is refused from the first character over the limit', () => {
    const { session } = drive(() => prompt('Welcome', { state: 'x'.repeat(maxStateLength - 2) }))

    expect(session('a').dial().source).toBe('handler')
  })

  it('leaves the state as it was', () => {
    const states: unknown[] = []
    const { session } = drive(({ type }) => prompt('Welcome', { state: type === 'initiation' ? 'kept' : circular }), {
      onLeave: (_event, { state }) => states.push(state),
    })
    const line = session('a')
    line.dial()
    line.send('1')
    line.release()

    expect(states).toEqual(['kept'])
  })
})
