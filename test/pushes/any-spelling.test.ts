import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRecord } from '../../src/pushes/reading/json.ts'
import { receive } from './receive.ts'
import { everyKind } from './samples.ts'

const manners = ['upper', 'lower', 'as it is'] as const
const separators = ['', '', '', '_', '-', ' ', '.'] as const

type Choose = fc.GeneratorValue

/** The same fields with every name spelt anew, in another order, nested ones as well. */
function respell(value: unknown, choose: Choose): unknown {
  if (Array.isArray(value)) return value.map((child: unknown) => respell(child, choose))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, child]) => ({ name, child, at: choose(fc.nat) }))
      .sort((one, other) => one.at - other.at)
      // What the merchant gets as it came keeps its names.
      .map(({ name, child }) => [respellName(name, choose), name === 'ExtraData' ? child : respell(child, choose)]),
  )
}

function respellName(name: string, choose: Choose): string {
  return Array.from(name, (letter) => {
    const manner = choose(fc.constantFrom, ...manners)
    const spelt = manner === 'upper' ? letter.toUpperCase() : manner === 'lower' ? letter.toLowerCase() : letter
    return choose(fc.constantFrom, ...separators) + spelt
  }).join('')
}

describe.each(everyKind)('a push of the kind $push.kind', ({ push, fields }) => {
  it('gives the same event whatever the casing, the separators and the order of its names', () => {
    const { raw: _raw, ...expected } = receive(push, fields).event
    fc.assert(
      fc.property(fc.gen(), (choose) => {
        const respelt = respell(fields, choose)
        if (!isRecord(respelt)) throw new Error('No object')
        const { event, notes } = receive(push, respelt)
        const { raw, ...rest } = event
        expect(rest).toEqual(expected)
        expect(raw).toBe(respelt)
        expect(notes).toEqual([])
      }),
    )
  })

  it('gives the same event with every name twice, in both spellings', () => {
    const { raw: _raw, ...expected } = receive(push, fields).event
    const camel = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value]),
    )
    const { event, notes } = receive(push, { ...camel, ...fields })
    expect(event).toMatchObject(expected)
    expect(notes).toEqual([])
  })

  it('is not disturbed by fields of no name', () => {
    const { raw: _raw, ...expected } = receive(push, fields).event
    const { event } = receive(push, { Platform: 'x', MetaData: { Type: 'y', Status: 'Failed' }, ...fields, '': 1 })
    expect(event).toMatchObject(expected)
  })
})
