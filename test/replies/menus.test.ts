import { describe, expect, it } from 'vitest'
import { ussdReplies } from '../../src/replies/index.ts'
import { thrownBy } from './thrown-by.ts'

const { menu } = ussdReplies({})

describe('a menu', () => {
  it('is its title and its numbered choices, a line each', () => {
    expect(menu('Welcome', ['Tea, 5.00', 'Leave']).message).toBe('Welcome\n1. Tea, 5.00\n2. Leave')
    const eleven = Array.from({ length: 11 }, (_, index) => `Item ${index}`)
    expect(menu('Welcome', eleven).message.split('\n')).toHaveLength(12)
    expect(menu('Welcome', eleven).message).toContain('\n11. Item 10')
  })

  it('gives each choice its number as value unless it has one of its own', () => {
    const choices = ['Tea', { label: 'Milk', value: 'milk' }, { label: 'Sugar', amount: 0.5 }]
    expect(menu('Welcome', choices).data).toEqual([
      { display: 'Tea', value: '1', amount: undefined },
      { display: 'Milk', value: 'milk', amount: undefined },
      { display: 'Sugar', value: '3', amount: 0.5 },
    ])
  })

  it('mends the text of a label', () => {
    expect(menu('Welcome\r\nback', ['Te\0a']).message).toBe('Welcome\nback\n1. Tea')
  })

  it.each([
    [undefined, 'menu', 'text'],
    ['menu', 'menu', 'text'],
    ['select', 'select', 'text'],
    ['confirm', 'confirm', null],
  ] as const)('as %s has the DataType %s and the FieldType %s', (as, dataType, fieldType) => {
    expect(menu('Sure?', ['Yes', 'No'], { as })).toMatchObject({ type: 'response', dataType, fieldType })
  })

  it('without choices is refused', () => {
    const thrown = thrownBy(() => menu('Welcome', []))
    expect(thrown.code).toBe('FMW_REPLY_CHOICES')
    expect(thrown.message).toContain('there are none. Give at least one')
  })

  it.each([1, 3])('that confirms is refused with %d choices', (count) => {
    const choices = ['Yes', 'No', 'Later'].slice(0, count)
    const thrown = thrownBy(() => menu('Sure?', choices, { as: 'confirm' }))
    expect(thrown.code).toBe('FMW_REPLY_CHOICES')
    expect(thrown.message).toContain(`a confirm is a yes or no, and there are ${count}. Give exactly two`)
  })

  it('with two equal values is refused, by the numbers of the choices', () => {
    const own = [{ label: 'Tea', value: 'a' }, 'Milk', { label: 'Sugar', value: 'a' }]
    expect(thrownBy(() => menu('Welcome', own)).message).toContain('choices 1 and 3 have the same value')
    const hidden = ['Tea', { label: 'Milk', value: '1' }]
    expect(thrownBy(() => menu('Welcome', hidden)).message).toContain('choices 1 and 2 have the same value')
  })

  it('may have two equal labels', () => {
    expect(menu('Welcome', ['Tea', 'Tea']).data.map((choice) => choice.value)).toEqual(['1', '2'])
  })

  it.each(['', 'a\0', '\ud800', 'x'.repeat(4001)])('with a value that cannot come back is refused: %j', (value) => {
    const thrown = thrownBy(() => menu('Welcome', [{ label: 'Tea', value }]))
    expect(thrown.code).toBe('FMW_REPLY_CHOICES')
    expect(thrown.message).toContain('the value of choice 1 is')
  })

  it('with what is no choice is refused, by its number', () => {
    // @ts-expect-error a choice is a label or an object with one
    expect(thrownBy(() => menu('Welcome', ['Tea', 2])).message).toContain('choice 2 is the number 2')
    // @ts-expect-error a choice is a label or an object with one
    expect(thrownBy(() => menu('Welcome', [null])).message).toContain('choice 1 is null')
    // @ts-expect-error a value is a string
    expect(thrownBy(() => menu('Welcome', [{ label: 'Tea', value: 1 }])).message).toContain('is the number 1')
    // @ts-expect-error a choice has a label
    expect(thrownBy(() => menu('Welcome', [{ value: 'tea' }])).message).toContain('The label of choice 1')
    // @ts-expect-error choices are an array
    expect(thrownBy(() => menu('Welcome', 'Tea')).message).toContain('they are a string of 3 characters')
    // @ts-expect-error choices are an array
    expect(thrownBy(() => menu('Welcome')).message).toContain('they are undefined')
  })
})
