import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldToAscii } from '../../src/text/fold-characters.ts'

test.each([
  ['accents', 'Déjà reçu à Lomé, Ẹ̀kọ́ ṣe', 'Deja recu a Lome, Eko se'],
  ['accents that stand alone', 'cafe\u0301', 'cafe'],
  ['letters of Akan and Ewe', 'Ɛyɛ Tɔn ŋutɔ ɖe ƒo ɣe ʋu', 'Eye Ton nuto de fo ge vu'],
  ['letters of Hausa and Fula', 'ɓarawo ɗaki ƙasa ƴa ɲe', 'barawo daki kasa ya ne'],
  ['letters of French and German', 'œuf Œuvre æ ß ø ł đ ı', 'oeuf OEuvre ae ss o l d i'],
  ['smart quotes', '‘a’ “b” «c»', '\'a\' "b" "c"'],
  ['dashes and an ellipsis', 'a–b—c−d…', 'a-b-c-d...'],
  ['spaces of every width', 'a\u00a0b\u202fc\u2009d', 'a b c d'],
  ['invisible characters', 'a\u200bb\ufeff\u00ad\u202ec', 'abc'],
  ['line separators', 'a\u2028b\u0085c', 'a\nb\nc'],
  ['ligatures and full-width letters', 'ﬁn Ａ１', 'fin A1'],
  ['fractions', '½', '1/2'],
  ['Arabic-Indic digits', '\u0660\u0661\u0665\u0669', '0159'],
  ['Persian digits', '\u06f0\u06f9', '09'],
  ["digits of N'Ko, Adlam and Devanagari", '\u07c7\u{1e953}\u0968', '732'],
  ['digits whose rows follow one another', '\u{1d7ce}\u{1d7ff}\u1a80\u1a99', '0909'],
])('%s are folded', (_, text, folded) => {
  expect(foldToAscii(text)).toBe(folded)
})

test.each([
  ['₵5.00', 'GHS5.00'],
  ['GH₵5.00', 'GHS5.00'],
  ['Gh₵ 5', 'GHS 5'],
  ['GH¢5', 'GHS5'],
  ['50¢', '50c'],
  ['₦100', 'NGN100'],
  ['€1', 'EUR1'],
  ['£1', 'GBP1'],
])('the money of %s is read as %s', (text, folded) => {
  expect(foldToAscii(text)).toBe(folded)
})

test.each([
  ['an emoji', 'a😀b', 'ab'],
  ['an emoji between words', 'Rice 😀👍🏽 Oil 👨‍👩‍👧', 'Rice Oil'],
  ['emoji that are typed without a selector', 'Call \u260e now \u2714\u2600\u2764\u263a\u26a0\u25b6\u2665', 'Call now'],
  ['signs that have forms in letters', '\u00a9 \u00ae \u2122 \u2139 \u203c \u2190 \u2192', '(c) (r) TM i !! <- ->'],
  ['an emoji with a variation selector', 'a❤\ufe0f', 'a'],
  ['a flag', 'Accra 🇬🇭', 'Accra'],
  ['Chinese', '你好', '??'],
  ['a character that decomposes into several foreign ones', '\u3300한', '??'],
  ['a lone surrogate', 'a\ud800b', 'a?b'],
])('%s becomes one question mark a code point', (_, text, folded) => {
  expect(foldToAscii(text)).toBe(folded)
})

test('every decimal digit of Unicode is folded to one of 0 to 9, and each row to all of them', () => {
  const digits = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /\p{Nd}/u.test(character))
  const rows = Array.from({ length: digits.length / 10 }, (_, row) => digits.slice(row * 10, row * 10 + 10).join(''))
  expect(new Set(rows.map(foldToAscii))).toEqual(new Set(['0123456789']))
})

test('ASCII comes back as it is, line feeds included', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      expect(foldToAscii(text)).toBe(text)
    }),
  )
  expect(foldToAscii('Welcome\n1. Tea')).toBe('Welcome\n1. Tea')
})

test('whatever comes in, ASCII comes out', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(foldToAscii(text)).not.toMatch(/[\u0080-\uffff]/)
    }),
  )
})

test('a code point gives at most one question mark, but for the two that are written with more', () => {
  const foreign = Array.from({ length: 0xff80 }, (_, at) => String.fromCharCode(0x80 + at))
  expect(foreign.filter((character) => /\?./.test(foldToAscii(character)))).toEqual(['⁇', '⁈'])
})
