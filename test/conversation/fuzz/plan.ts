import fc from 'fast-check'
import type { Option } from '../../../src/conversation/index.ts'

/** A script as data, so that chance can make one and a failure can be shrunk. */
export interface Plan {
  readonly steps: readonly PlannedStep[]
  readonly ending: PlannedEnding
}

export type PlannedStep =
  | {
      readonly do: 'text'
      readonly text: string
      readonly min: number
      readonly max: number
      readonly secret: boolean
      /** It may be skipped. */
      readonly optional: boolean
    }
  | {
      readonly do: 'whole'
      readonly text: string
      readonly min: number
      readonly max: number
      readonly secret: boolean
    }
  | { readonly do: 'decimal' | 'phone' | 'email' | 'date'; readonly text: string; readonly secret: boolean }
  | {
      readonly do: 'choose'
      readonly text: string
      readonly options: readonly Option[]
      readonly as: 'menu' | 'select'
      readonly secret: boolean
      /** How the list may be narrowed, beside its pages. */
      readonly by: 'nothing' | 'letters' | 'groups' | 'numbers'
    }
  /** A no goes another way. */
  | { readonly do: 'confirm'; readonly text: string; readonly otherwise: readonly PlannedStep[] }
  | { readonly do: 'show'; readonly text: string; readonly secret: boolean }
  | { readonly do: 'load' | 'once'; readonly value: unknown; readonly fails: boolean; readonly takes: Pace }
  /** A sub-conversation: a function that takes `talk`. */
  | { readonly do: 'sub'; readonly steps: readonly PlannedStep[] }
  | { readonly do: 'speak' }
  | { readonly do: 'home' }
  /** A question that is another each time the script runs, as after a deploy. */
  | { readonly do: 'change' }

/** How long something takes: nothing, a microtask, a turn of the event loop. */
export type Pace = 'none' | 'micro' | 'macro'

export type PlannedEnding =
  | { readonly do: 'end'; readonly text: string }
  | {
      readonly do: 'pay'
      readonly text: string
      readonly name: string
      readonly quantity: number
      readonly cents: number
    }
  | { readonly do: 'throw' }

/** Letters of every kind, often in words, with marks, pairs, spaces and controls between them. */
const units = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...'abcxyz 019,.€[`éÅɔɛ₵') },
  { weight: 4, arbitrary: fc.constantFrom(' ', '\n', 'word ', 'a-long-word ', 'unanswerable') },
  { weight: 1, arbitrary: fc.constantFrom('\u0301', '\u{1f375}', '\u200d', '\ud800', '\0', '\t', '\r\n', '\u00a0') },
)
/** Something to read: a merchant's text has a letter in it. */
const textOf = (maxLength: number) => fc.array(units, { maxLength }).map((parts) => `Q${parts.join('')}`)
const text = fc.oneof({ weight: 5, arbitrary: textOf(12) }, { weight: 2, arbitrary: textOf(60) }, textOf(400))
const label = fc.oneof({ weight: 9, arbitrary: textOf(8) }, textOf(120))

const value = fc.oneof(
  fc.constant(undefined),
  fc.string({ maxLength: 6 }),
  fc.integer({ min: 0, max: 200 }),
  fc.boolean(),
  fc.record({ sku: fc.string({ maxLength: 4 }) }),
)
const amount = fc.option(
  fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100),
  { nil: undefined },
)
const option: fc.Arbitrary<Option> = fc.oneof(
  label,
  fc.record({ label, value, amount }).map(({ label: shown, value: own, amount: price }) => ({
    label: shown,
    ...(own === undefined ? {} : { value: own }),
    ...(price === undefined ? {} : { amount: price }),
  })),
)
const options = fc.oneof(
  { weight: 8, arbitrary: fc.array(option, { minLength: 1, maxLength: 6 }) },
  { weight: 1, arbitrary: fc.array(option, { minLength: 1, maxLength: 200, size: 'max' }) },
)
const secret = fc.boolean()

const asked: readonly fc.WeightedArbitrary<PlannedStep>[] = [
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('text'),
      text,
      min: fc.integer({ min: 1, max: 3 }),
      max: fc.constantFrom(5, 40, 1_000),
      secret,
      optional: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('whole'),
      text,
      min: fc.constantFrom(-5, 0, 1),
      max: fc.constantFrom(9, 100, 1e6),
      secret,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('decimal', 'phone', 'email', 'date'), text, secret }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('choose'),
      text,
      options,
      as: fc.constantFrom('menu', 'select'),
      secret,
      by: fc.constantFrom('nothing', 'letters', 'groups', 'numbers'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('show'), text, secret }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('load', 'once'),
      value: fc.jsonValue({ maxDepth: 1 }),
      fails: fc.boolean(),
      takes: fc.constantFrom('none', 'micro', 'macro'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('speak') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('home') }) },
]

const { steps } = fc.letrec<{ step: PlannedStep; nested: readonly PlannedStep[]; steps: readonly PlannedStep[] }>(
  (tie) => ({
    steps: fc.array(tie('step'), { minLength: 1, maxLength: 8, size: 'max' }),
    nested: fc.array(tie('step'), { maxLength: 4 }),
    step: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      ...asked,
      { weight: 2, arbitrary: fc.record({ do: fc.constant('confirm'), text, otherwise: tie('nested') }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('sub'), steps: tie('nested') }) },
    ),
  }),
)

/** Few plans change while they are held: they are about something else. */
const all = fc.oneof(
  { weight: 12, arbitrary: steps },
  {
    weight: 1,
    arbitrary: fc.tuple(steps, steps).map(([before, after]): PlannedStep[] => [...before, { do: 'change' }, ...after]),
  },
)

const ending: fc.Arbitrary<PlannedEnding> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('end'), text }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pay'),
      text,
      name: label,
      quantity: fc.integer({ min: 1, max: 20 }),
      cents: fc.integer({ min: 1, max: 100_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('throw') }) },
)

/** Scripts of every step there is. */
export const plans: fc.Arbitrary<Plan> = fc.record({ steps: all, ending })
