import { expect, it, vi } from 'vitest'
import costly from './costly-expressions.json' with { type: 'json' }
import { type Expression, findExpressions } from './expressions.ts'
import { problemOf, textOf, version } from './judge.ts'

const { written, building } = findExpressions()

// They take nearly all of the time, and what judges says the same of them each time. Before a change lands they are judged anew.
const isKnown = costly.judgedBy === version && process.env.TEST_COVERAGE !== '1'
const known = new Set(isKnown ? costly.safe : [])

it('says of an expression that backtracks what it is and by which text', () => {
  const squared = { source: '\\s+$', flags: '', where: 'here:1' }
  expect(problemOf(squared)).toMatch(/^here:1 \/\\s\+\$\/: 2nd degree polynomial, by '\\t'\.repeat/)
  expect(problemOf({ source: '^(a+)+$', flags: '', where: 'here:1' })).toContain('exponential')
})

it('no expression of the source backtracks: what each costs grows in a straight line with its text', () => {
  const expressions = new Map(written.map((expression) => [textOf(expression), expression]))
  expect(expressions.size).toBeGreaterThan(100)
  for (const text of known) expressions.delete(text)
  expect([...expressions.values()].map(problemOf).filter((problem) => problem !== undefined)).toEqual([])
})

it('nor does one that is built at run time', async () => {
  const built: Expression[] = []
  class Watched extends RegExp {
    constructor(...[pattern, flags]: ConstructorParameters<typeof RegExp>) {
      super(pattern, flags)
      built.push({ source: this.source, flags: this.flags, where: 'built' })
    }
  }
  // What screen-shape imports is there already, in a worker that had other tests.
  await import('../../src/text/gsm7.ts')
  vi.stubGlobal('RegExp', Watched)
  await anew('text/gsm7')
  const { shapeOfScreen } =
    await anew<typeof import('../../src/admin/sessions/screen-shape.ts')>('admin/sessions/screen-shape')
  shapeOfScreen('Ama, pay 5?', ['Ama'])
  vi.unstubAllGlobals()
  expect(built).toHaveLength(2)
  expect(built.map(problemOf).filter((problem) => problem !== undefined)).toEqual([])
  // Each file that builds one must be imported above.
  expect(building).toEqual(['src/admin/sessions/screen-shape.ts', 'src/text/gsm7.ts'])
})

/** A module of the source that is read once more: the other tests of the worker keep those that are there. */
function anew<Module>(file: string): Promise<Module> {
  return import(`${new URL(`../../src/${file}.ts`, import.meta.url).pathname}?anew`)
}
