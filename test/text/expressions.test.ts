import { checkSync } from 'recheck'
import { expect, it, vi } from 'vitest'
import { type Expression, findExpressions } from './expressions.ts'

// In a thread of its own, where coverage does not slow it down: the native engine, or, where there is none for the machine, the
// same in plain JavaScript.
vi.stubEnv('RECHECK_SYNC_BACKEND', 'synckit')

const { written, building } = findExpressions()

/** Bounded by counts alone: a busy machine must not find what an idle one does not. */
const settings = {
  randomSeed: 1,
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  mutationTimeout: null,
  attackTimeout: null,
} as const

/** What is said of an expression for which some text costs more than its length: the text, and where it stands. */
function problemOf({ source, flags, where }: Expression): string | undefined {
  const found = checkSync(source, flags, settings)
  if (found.status === 'safe') return undefined
  const why = found.status === 'vulnerable' ? `${found.complexity.summary}, by ${found.attack.pattern}` : 'not known'
  return `${where} /${source}/${flags}: ${why}`
}

it('says of an expression that backtracks what it is and by which text', () => {
  const squared = { source: '\\s+$', flags: '', where: 'here:1' }
  expect(problemOf(squared)).toMatch(/^here:1 \/\\s\+\$\/: 2nd degree polynomial, by '\\t'\.repeat/)
  expect(problemOf({ source: '^(a+)+$', flags: '', where: 'here:1' })).toContain('exponential')
})

it('no expression of the source backtracks: what each costs grows in a straight line with its text', () => {
  const expressions = new Map(written.map((expression) => [`${expression.source}/${expression.flags}`, expression]))
  expect(expressions.size).toBeGreaterThan(100)
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
