import fc from 'fast-check'

/** What a subscriber does. */
export type Deed =
  /** Enters something that the question takes, as far as the script tells. */
  | { readonly do: 'answer' }
  | { readonly do: 'enter'; readonly text: string }
  | { readonly do: 'leave'; readonly type: 'hangUp' | 'timeout' }
  | { readonly do: 'repeat' }
  | { readonly do: 'dial'; readonly answers: readonly string[] }
  /** Goes to the checkout (reference 2.5, AddToCart): only programmable services have it. */
  | { readonly do: 'buy' }

const keys = fc.constantFrom('0', '00', '99', '#', '##', '9', '*0', '*00', '*99', '*9', '*#')
const numbers = fc.oneof(
  fc.integer({ min: 0, max: 210 }).map(String),
  fc.double({ noNaN: true }).map(String),
  fc.constantFrom('-1', '1e3', '1,500', '0001', '1.', '2)', ' 3 ', '٣', '99999999999999999999'),
)
const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\n\n',
    '\u202e',
    '\ud800',
    '__proto__',
    'q',
    'Qa',
    'group',
    'word',
    'a1',
    'a@example.com',
    '31.12.2026',
    '+233000000000',
  ),
  fc.constantFrom('a', '1', '9').map((unit) => unit.repeat(5_000)),
)

/** Most of what is done answers, or no script would come far. */
export const deeds: fc.Arbitrary<readonly Deed[]> = fc.array(
  fc.oneof(
    { weight: 14, arbitrary: fc.constant<Deed>({ do: 'answer' }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('enter'), text: keys }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('enter'), text: numbers }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('enter'), text: words }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('leave'), type: fc.constantFrom('hangUp', 'timeout') }) },
    { weight: 2, arbitrary: fc.constant<Deed>({ do: 'repeat' }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('dial'),
        answers: fc.array(fc.constantFrom('1', '2', '5', '0', '00', '99'), { maxLength: 4 }),
      }),
    },
    { weight: 1, arbitrary: fc.constant<Deed>({ do: 'buy' }) },
  ),
  { minLength: 5, maxLength: 40, size: 'max' },
)
