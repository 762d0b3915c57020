import { describe, expect, it } from 'vitest'
import { maxDepth, readJson } from '../../src/pushes/reading/json.ts'
import { problemOf } from './problem-of.ts'

const shapes = [
  ['objects', (levels: number, core: string) => `${'{"a":'.repeat(levels)}${core}${'}'.repeat(levels)}`],
  ['arrays', (levels: number, core: string) => `${'['.repeat(levels)}${core}${']'.repeat(levels)}`],
  ['both', (levels: number, core: string) => `${'[{"a":'.repeat(levels / 2)}${core}${'}]'.repeat(levels / 2)}`],
] as const

describe.each(shapes)('%s in one another', (_name, write) => {
  it('are taken 32 deep', () => {
    expect(maxDepth).toBe(32)
    expect(JSON.stringify(readJson(write(32, '1')))).toBe(write(32, '1'))
    expect(JSON.stringify(readJson(write(32, '"1234567890123456789"')))).toBe(write(32, '"1234567890123456789"'))
  })

  it.each([34, 30_000])('are refused %i deep, without running out of stack', (levels) => {
    for (const core of ['1', '1234567890123456789', '"x"', 'null']) {
      expect(problemOf(() => readJson(write(levels, core)))).toMatchObject({
        field: null,
        expected: 'nested at most 32 deep',
        received: 'a deeper one',
        message: 'The body must be nested at most 32 deep; received a deeper one',
      })
    }
  })
})

it('the level after the deepest counts when it is empty, too', () => {
  expect(readJson(`${'['.repeat(32)}${']'.repeat(32)}`)).toBeInstanceOf(Array)
  expect(problemOf(() => readJson(`${'['.repeat(33)}${']'.repeat(33)}`)).received).toBe('a deeper one')
})
