import { describe, expect, it } from 'vitest'
import { drawnChoices, isChoiceNumber, isChoiceValue, placeOfChoice } from '../../src/conversation/steps/choice-list.ts'

const meals = [
  { label: 'Rice', value: 'rice', amount: 60 },
  { label: 'Oil', value: 'oil', amount: 0 },
]

/** Something that is JSON of its own, such as a number of a library for money. */
const ownJson = (json: string) => ({ toJSON: () => json })

describe('options as they are drawn', () => {
  it('have their own values and what they cost', () => {
    expect(drawnChoices(meals)).toEqual([
      { label: 'Rice', value: 'rice', amount: 60 },
      { label: 'Oil', value: 'oil', amount: undefined },
    ])
  })

  it('have their numbers where they are texts', () => {
    expect(drawnChoices(['Rice', 'Oil'])).toEqual([
      { label: 'Rice', value: '1', amount: undefined },
      { label: 'Oil', value: '2', amount: undefined },
    ])
  })

  it.each<[string, unknown[], string[]]>([
    ['texts', ['a', 'b'], ['a', 'b']],
    ['numbers and truths', [5, true], ['5', 'true']],
    ['the same as text', [1, '1'], ['1', '2']],
    ['equal', ['a', 'a'], ['1', '2']],
    ['missing in part', ['a', undefined], ['1', '2']],
    ['empty', ['a', ''], ['1', '2']],
    ['in spaces', ['a', ' b '], ['1', '2']],
    ['objects', ['a', { b: 1 }], ['1', '2']],
    ['no numbers', [5, Number.NaN], ['1', '2']],
    ['JSON of their own', [ownJson('b'), ownJson('a')], ['b', 'a']],
  ])('have values that tell them apart, where theirs are %s', (_what, values, drawn) => {
    const options = values.map((value, at) => ({ label: `Option ${at}`, value }))
    expect(drawnChoices(options).map(({ value }) => value)).toEqual(drawn)
  })

  it('are drawn as their record gives them back', () => {
    const options = [2, 1].map((size) => ({ label: `${size} kg`, value: ownJson(`${size}`) }))
    expect(drawnChoices(options)).toEqual(drawnChoices(JSON.parse(JSON.stringify(options))))
  })

  it('have no amount that is no number', () => {
    expect(drawnChoices([{ label: 'Rice', amount: '60' }])[0]?.amount).toBeUndefined()
  })

  it.each([[null], [5], [{ label: 5 }], [undefined]])('are nothing to read where they are %j', (option) => {
    expect(drawnChoices([option])).toEqual([{ label: '', value: '1', amount: undefined }])
  })
})

describe('which option an answer means', () => {
  const sizes = [
    { label: '2', value: '1' },
    { label: '1', value: '2' },
  ]

  it('is told by the number before the label on a phone', () => {
    expect(placeOfChoice('2', sizes, 'ussd')).toBe(1)
  })

  it('is told by the value first on a rich channel', () => {
    expect(placeOfChoice('2', sizes, 'webstore')).toBe(1)
    expect(placeOfChoice('1', sizes, 'app')).toBe(0)
    expect(placeOfChoice('3', [{ label: 'Five', value: 5 }, 'Six', 'Seven'], 'pos')).toBe(2)
  })

  it('is told by the label, whatever its case and spaces', () => {
    expect(placeOfChoice('  rice  5 KG', [{ label: 'Oil' }, { label: ' Rice 5 kg ' }], 'ussd')).toBe(1)
  })

  it.each([
    ['mtn 1', -1],
    ['mtn 10', 0],
    ['mtn 10 ', 0],
    ['10', -1],
    ['100', -1],
    ['100 ', -1],
    ['100 c', 2],
    ['2', 1],
    ['airtel', -1],
    ['airtel m', 3],
    ['Airtel M', 3],
    ['1', 0],
    ['1.5', -1],
    ['1.50', 5],
    ['to', 6],
    ['TON', 6],
    ['GHS', 7],
    ['\u0434', 8],
    ['\u0434\u0430 e', 8],
  ])('is told by %j as its beginning where no other begins so: %i', (entered, place) => {
    const labels = [
      'MTN 10',
      'MTN 20',
      '100 cedis',
      'Airtel Money',
      'Airtel Cash',
      '1.50 GB',
      'T\u0254n',
      '\u20b55',
      '\u0414\u0430 \u00e9',
    ]
    expect(placeOfChoice(entered, labels, 'ussd')).toBe(place)
  })

  it.each(['', ' ', '0', '3', '1000000', '00', 'beans', '1,5'])('is none by %j', (entered) => {
    expect(placeOfChoice(entered, meals, 'ussd')).toBe(-1)
    expect(placeOfChoice(entered, meals, 'webstore')).toBe(-1)
  })

  it('is none where an option has nothing to read and nothing was entered', () => {
    expect(placeOfChoice('', [null], 'ussd')).toBe(-1)
  })
})

describe('a key', () => {
  it.each([
    ['0', false],
    ['00', false],
    ['1', true],
    ['02', true],
    ['3', false],
    ['#', false],
  ])('%s of two options is the number of one: %s', (key, is) => {
    expect(isChoiceNumber(key, meals)).toBe(is)
  })

  it('may be the value of one', () => {
    const options = [{ label: 'None', value: 0 }]
    expect(isChoiceValue('0', options)).toBe(true)
    expect(isChoiceValue('1', options)).toBe(true)
    expect(isChoiceValue('2', options)).toBe(false)
  })
})
