import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { codeIn, root, rowsOf } from './documents.ts'

const page = 'docs/guarantees.md'
const rows = rowsOf(page).filter(([promise]) => promise !== 'Promise')

// How each promise begins: this list is longer only when the page is.
const promises = [
  'No 2xx before the push is durable',
  'Accepted once per identity',
  'A handler runs at least once per entry',
  'One lane in order of acceptance',
  'Every turn is answered within the budget',
  "A turn's handler runs at most once",
  'An effect of a conversation (`talk.once`) is done at most once',
  'What a handler of notifications does with `attempt.once` is done at most once',
  'What is committed is what is answered',
  'What was answered in a conversation is remembered',
  'No screen of a conversation is longer than its limit',
  "A reader of the store can't read a sensitive answer of a conversation",
  'With [`seal`](guides/personal-data.md#seal-what-is-kept), a reader of the store',
  'Release and timeout stop what runs',
  'Nothing of a stopped kind is handled or acknowledged as taken',
  'No push blocks the event loop',
  'No session sees another',
  '`paid` only when nothing contradicts it',
  '`signed` only for a notice that says what its address was signed for',
  'One signed address is one payment, of its time and its payer',
  'A payment is delivered as plainly `paid` only after the terms of its signed address were checked',
  'The money of one record settles one order',
  'If one reference is paid as a checkout and in a session',
  'If two screens of a conversation ask for one payment and both are paid',
  'If two notices contradict each other, a handler that only looks at `needsReview`',
  '`confirmed` only for what the service said when it was asked',
  'One result of a payment is handled once',
  'The handler of a payment ends on what the service said last',
  'If no callback comes for a payment of `app.merchant.checkout`, the plugin asks about it until it is over or given up',
  'If no notice comes for a USSD payment or a cart that a session asked for, you hear of it',
  'What needs review stays listed, with its reasons, until a person settles it',
  'One reference of `app.merchant.checkout` is one page to pay at',
  'With `report`, the service learns within the hour whether you delivered what was paid for',
  'Every push must pass a verifier',
  'No secret, PIN or full phone number in any log line',
  'Bad input gets a clear 4xx',
  'Memory and disk stay bounded',
]

describe('the page of guarantees', () => {
  it('has every promise, in its order, with a word on each store', () => {
    expect(rows.map(([promise = '']) => promises.find((one) => promise.startsWith(one)))).toEqual(promises)
    expect(rows.filter((cells) => cells.length !== 5 || cells.some((cell) => cell === ''))).toEqual([])
  })

  it('says yes or no of this version', () => {
    expect(rows.filter(([, memory = '']) => !/\byes\b|\*\*no\*\*/.test(memory))).toEqual([])
  })

  it('names for everything that it promises tests that exist', () => {
    const proofs = rows.map((cells) => codeIn(cells[4] ?? '').filter((path) => path.startsWith('test/')))
    const missing = proofs.flat().filter((path) => !path.endsWith('.test.ts') || !existsSync(root + path))
    expect(missing).toEqual([])
    expect(rows.filter(([, memory = ''], index) => /\byes\b/.test(memory) && proofs[index]?.length === 0)).toEqual([])
  })
})
