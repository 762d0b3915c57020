import fc from 'fast-check'
import { describe, it } from 'vitest'
import type { DriveOptions } from './drive.ts'
import { type Action, Model } from './model.ts'

const session = fc.nat(2)

const push: fc.Arbitrary<Action> = fc.record({
  do: fc.constant('push' as const),
  session,
  sequence: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null, freq: 4 }),
  message: fc.constantFrom('1', '2', 'sync'),
  lag: fc.constantFrom(0, 0, 0, 400, 5_999, 9_000),
})
const repeat: fc.Arbitrary<Action> = fc.record({ do: fc.constant('repeat' as const), which: fc.nat(200) })
const leave: fc.Arbitrary<Action> = fc.record({
  do: fc.constant('leave' as const),
  session,
  type: fc.constantFrom('release' as const, 'timeout' as const),
})
const finish: fc.Arbitrary<Action> = fc.record({
  do: fc.constant('finish' as const),
  which: fc.nat(20),
  how: fc.constantFrom(
    'prompt' as const,
    'promptWithState' as const,
    'promptWithState' as const,
    'end' as const,
    'throw' as const,
    'nothing' as const,
  ),
})
const advance: fc.Arbitrary<Action> = fc.record({
  do: fc.constant('advance' as const),
  ms: fc.constantFrom(0, 1, 500, 2_999, 6_000, 20_000, 50_000, 90_000, 90_001),
})
const sweep: fc.Arbitrary<Action> = fc.constant({ do: 'sweep' })

const actions = fc.array(
  fc.oneof(
    { arbitrary: push, weight: 10 },
    { arbitrary: repeat, weight: 4 },
    { arbitrary: leave, weight: 1 },
    { arbitrary: finish, weight: 6 },
    { arbitrary: advance, weight: 5 },
    { arbitrary: sweep, weight: 1 },
  ),
  { maxLength: 60, size: 'max' },
)

const modes: [string, NonNullable<DriveOptions['onDeadline']>][] = [
  ['a waiting screen', 'wait'],
  ['a release', 'release'],
  [
    'a function',
    ({ sequence }, { wait, release }) =>
      sequence === 2
        ? release('This has ended. Please dial again.')
        : wait('Please wait, we are working on it. Reply 1 to check.'),
  ],
]

describe.each(modes)('Whatever comes in whatever order, with %s at the deadline', (_mode, onDeadline) => {
  it('every push is answered once and in time, no turn runs twice, and no session sees another', async () => {
    await fc.assert(
      fc.asyncProperty(actions, (given) => new Model(onDeadline).run(given)),
      { numRuns: 60 },
    )
  })
})
