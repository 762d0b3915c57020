import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldName } from '../../src/text/fold-name.ts'

test.each(['SessionId', 'sessionId', 'session_id', 'sessionid', 'SESSION-ID', 'Session Id', '_session..id'])(
  '%s is a spelling of sessionid',
  (name) => {
    expect(foldName(name)).toBe('sessionid')
  },
)

test('a name that is folded already comes back as it is', () => {
  expect(foldName('status2')).toBe('status2')
  expect(foldName('')).toBe('')
})

test.each([
  ['the Kelvin sign', '\u212aey', 'key'],
  ['a dotted capital I', 'SESS\u0130ON', 'session'],
  ['a long s', 'me\u017fsage', 'message'],
  ['a full-width letter', '\uff34ype', 'type'],
  ['a Cyrillic look-alike', 'Am\u043eunt', 'amount'],
  ['a no-break space', 'Session\u00a0Id', 'sessionid'],
])('%s never passes for an ASCII letter', (_, name, lookAlike) => {
  expect(foldName(name)).not.toBe(lookAlike)
})

test('beside a letter outside ASCII, A to Z are still folded', () => {
  expect(foldName('R\u00c9F_ID')).toBe('r\u00c9fid')
})

test('folding twice is folding once, whatever the name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(foldName(foldName(name))).toBe(foldName(name))
    }),
  )
})

test('only a name that is ASCII folds to an ASCII name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(isAscii(foldName(name))).toBe(isAscii(name))
    }),
  )
})

test('casing and separators never tell two ASCII names apart', () => {
  const spelling = fc
    .tuple(fc.stringMatching(/^[a-z][a-z0-9]{0,20}$/), fc.infiniteStream(fc.constantFrom('upper', 'lower', '_', '-')))
    .map(
      ([name, manners]) => [name, Array.from(name, (letter) => spelt(letter, manners.next().value)).join('')] as const,
    )
  fc.assert(
    fc.property(spelling, ([name, spelt]) => {
      expect(foldName(spelt)).toBe(name)
    }),
  )
})

function spelt(letter: string, manner: string): string {
  if (manner === 'lower') return letter
  return manner === 'upper' ? letter.toUpperCase() : `${letter}${manner}`
}

function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text)
}
