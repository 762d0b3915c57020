import fc from 'fast-check'
import { describe, it } from 'vitest'
import { type Action, KeptModel } from './model.ts'

const at = fc.nat(2)
const session = fc.nat(2)
const pushes: fc.Arbitrary<Action> = fc.record({
  do: fc.constant('push'),
  at,
  session,
  sequence: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.constant(null)),
  message: fc.constantFrom('1', '1', '2', 'sync'),
  lag: fc.constantFrom(0, 0, 0, 2_000, 7_000),
})
const others: readonly fc.Arbitrary<Action>[] = [
  fc.record({ do: fc.constant('repeat'), at, which: fc.nat(50) }),
  fc.record({ do: fc.constant('leave'), at, session, type: fc.constantFrom('release', 'timeout') }),
  fc.record({
    do: fc.constant('finish'),
    which: fc.nat(10),
    how: fc.constantFrom('prompt', 'promptWithState', 'end', 'throw', 'nothing'),
  }),
  fc.record({ do: fc.constant('finish'), which: fc.nat(10), how: fc.constantFrom('prompt', 'promptWithState') }),
  fc.record({ do: fc.constant('advance'), ms: fc.constantFrom(100, 1_000, 3_500, 6_500, 20_000) }),
]
const kills: fc.Arbitrary<Action> = fc.record({ do: fc.constant('kill'), at })
const faults: readonly fc.Arbitrary<Action>[] = [
  fc.record({ do: fc.constant('fail'), at, fault: fc.constantFrom('refuses', 'hangs', 'loses') }),
  fc.record({ do: fc.constant('recover'), at }),
]
const some = (...actions: readonly fc.Arbitrary<Action>[]) =>
  fc.array(fc.oneof({ weight: 4, arbitrary: pushes }, ...actions), { minLength: 5, maxLength: 40 })

describe('Whatever is pushed, repeated, left and finished in any order', () => {
  it.each(['wait', 'release'] as const)(
    'three processes that are killed and started again keep what is promised (%s)',
    async (onDeadline) => {
      await fc.assert(
        fc.asyncProperty(some(...others, kills), (actions) => new KeptModel(3, { onDeadline }).run(actions)),
        { numRuns: 40 },
      )
    },
    120_000,
  )

  it.each(['wait', 'release'] as const)(
    'one process whose store fails in any way keeps what is promised (%s)',
    async (onDeadline) => {
      await fc.assert(
        fc.asyncProperty(some(...others, ...faults), (actions) => new KeptModel(1, { onDeadline }).run(actions)),
        { numRuns: 40 },
      )
    },
    120_000,
  )
})
