import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageParts } from '../../../src/client/index.ts'

const times = (count: number, text = 'a') => text.repeat(count)

describe('the parts of a text of the 7-bit alphabet', () => {
  it.each([
    ['', 0, 1, 160, 160],
    [times(160), 160, 1, 160, 0],
    [times(161), 161, 2, 153, 145],
    [times(306), 306, 2, 153, 0],
    [times(307), 307, 3, 153, 152],
    // Those of the extension table take two.
    [times(80, '€'), 160, 1, 160, 0],
    [times(81, '€'), 162, 2, 153, 143],
    [`${times(159)}€`, 161, 2, 153, 145],
    // No character is cut in two: the sign goes over whole, and the septet before it stays empty.
    [`${times(152)}€${times(10)}`, 164, 2, 153, 141],
    [`${times(152)}€${times(152)}`, 306, 3, 153, 152],
  ])('of %j', (content, length, parts, perPart, left) => {
    const counted = { encoding: 'gsm7', unit: 'septets', length, parts, perPart, left }
    expect(messageParts(content)).toEqual(counted)
    expect(messageParts(content, 'text')).toEqual(counted)
  })
})

describe('the parts of a unicode text', () => {
  it.each([
    ['', 0, 1, 70, 70],
    [times(70, 'ɔ'), 70, 1, 70, 0],
    [times(71, 'ɔ'), 71, 2, 67, 63],
    [times(134, 'ɔ'), 134, 2, 67, 0],
    [times(135, 'ɔ'), 135, 3, 67, 66],
    [times(35, '🙏'), 70, 1, 70, 0],
    // 33 fit into a part of 67: the 34th is not cut in two.
    [times(36, '🙏'), 72, 2, 67, 61],
    [times(67, '🙏'), 134, 3, 67, 65],
  ])('of %j', (content, length, parts, perPart, left) => {
    const counted = { encoding: 'ucs2', unit: 'characters', length, parts, perPart, left }
    expect(messageParts(content, 'unicode')).toEqual(counted)
    if (content !== '') expect(messageParts(content)).toEqual(counted)
  })

  it('are counted so where one letter is not of the 7-bit alphabet', () => {
    expect(messageParts(`${times(159)}ɔ`)).toMatchObject({ encoding: 'ucs2', length: 160, parts: 3 })
    expect(messageParts(times(160), 'unicode')).toMatchObject({ encoding: 'ucs2', length: 160, parts: 3 })
  })
})

it.each([
  [1, 1, 140, 139],
  [140, 1, 140, 0],
  [141, 2, 134, 127],
  [268, 2, 134, 0],
  [269, 3, 134, 133],
])('%i bytes are counted in octets, as bytes and as hexadecimal', (length, parts, perPart, left) => {
  const counted = { encoding: 'binary', unit: 'octets', length, parts, perPart, left }
  expect(messageParts(new Uint8Array(length), 'binary')).toEqual(counted)
  expect(messageParts(times(length, 'fF'), 'binary')).toEqual(counted)
})

describe('a user data header takes its room in each part', () => {
  const ports = '0605040b8423f0'

  it.each([
    [times(152), undefined, { parts: 1, perPart: 152, left: 0 }],
    [times(153), undefined, { parts: 2, perPart: 146, left: 139 }],
    [times(66, 'ɔ'), undefined, { parts: 1, perPart: 66, left: 0 }],
    [times(67, 'ɔ'), undefined, { parts: 2, perPart: 64, left: 61 }],
    [times(133, 'ff'), 'binary', { parts: 1, perPart: 133, left: 0 }],
    [times(134, 'ff'), 'binary', { parts: 2, perPart: 128, left: 122 }],
  ] as const)('of %j', (content, type, counted) => {
    expect(messageParts(content, type, ports)).toMatchObject(counted)
    expect(messageParts(content, type, Buffer.from(ports, 'hex'))).toMatchObject(counted)
  })

  it('and as much as the service would take where it numbers a part already', () => {
    expect(messageParts(times(153), 'text', '050003cc0201')).toMatchObject({ parts: 1, perPart: 153, left: 0 })
    expect(() => messageParts(times(154), 'text', '050003cc0201')).toThrow('udh numbers it as one')
  })

  it('and leaves room for a character of any kind', () => {
    const longest = Buffer.from([130, 0x70, 128, ...new Array<number>(128).fill(0)])
    expect(messageParts('🙏🙏🙏', 'unicode', longest)).toMatchObject({ parts: 3, perPart: 2, left: 0 })
  })
})

describe('nothing is counted', () => {
  it.each([
    ['content', ['GH₵5', 'text']],
    ['content', ['abc', 'binary']],
    ['content', [new Uint8Array(0), 'binary']],
    ['content', [new Uint8Array(1)]],
    ['content', [undefined]],
    ['type', ['a', 'wapPush']],
    ['type', ['a', 0]],
    ['udh', ['a', 'text', '0a']],
  ])('where %s cannot be sent so', (field, given) => {
    expect(() => Reflect.apply(messageParts, undefined, given)).toThrow(
      expect.objectContaining({ code: 'FMW_CLIENT_FIELD', call: 'messageParts', field }),
    )
  })
})

it('parts are filled as far as whole characters go', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', '€', 'ɔ', '🙏'), maxLength: 400 })
  fc.assert(
    fc.property(texts, (content) => {
      const { parts, perPart, length, left, unit } = messageParts(content)
      const [single, several] = unit === 'septets' ? [160, 153] : [70, 67]
      expect(perPart).toBe(parts === 1 ? single : several)
      expect(parts === 1).toBe(length <= single)
      expect(length).toBeLessThanOrEqual(parts * perPart - left)
      // No character takes more than two, so each part but the last leaves at most one empty.
      expect(length).toBeGreaterThanOrEqual(parts * perPart - left - (parts - 1))
    }),
  )
})
