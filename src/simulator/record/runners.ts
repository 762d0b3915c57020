/**
 * What runs a recorded test: vitest, or the runner that Node.js has (`node --test`).
 *
 * @example
 * const runner: TestRunner = 'node'
 * recordTest(rows, { runner, app: '../src/app.js' })
 */
export type TestRunner = (typeof testRunners)[number]

export const testRunners = ['vitest', 'node'] as const

/** How a runner says what a recorded test needs: lines of code. */
export interface RunnerWords {
  /** @param compares whether the test compares a status by itself */
  imports(compares: boolean): readonly string[]
  /** @param title quoted */
  open(title: string): string
  /** The calendar stands. @param time quoted */
  stand(time: string): readonly string[]
  /** Closes the application at the end. */
  readonly close: string
  compare(found: string, expected: number): string
  /** Ends the test. Loading the application takes its time, for which vitest has 5 seconds. */
  readonly end: string
}

export const runnerWords: Readonly<Record<TestRunner, RunnerWords>> = {
  vitest: {
    imports: (compares) => [`import { ${compares ? 'expect, ' : ''}it, onTestFinished, vi } from 'vitest'`],
    open: (title) => `it(${title}, async () => {`,
    stand: (time) => [
      `vi.useFakeTimers({ toFake: ['Date'], now: new Date(${time}) })`,
      'onTestFinished(() => void vi.useRealTimers())',
    ],
    close: 'onTestFinished(() => app.close())',
    compare: (found, expected) => `expect(${found}).toBe(${expected})`,
    end: '}, 30_000)',
  },
  node: {
    imports: (compares) => [
      ...(compares ? ["import assert from 'node:assert/strict'"] : []),
      "import { test } from 'node:test'",
    ],
    open: (title) => `test(${title}, async (t) => {`,
    stand: (time) => [`t.mock.timers.enable({ apis: ['Date'], now: new Date(${time}) })`],
    close: 't.after(() => app.close())',
    compare: (found, expected) => `assert.equal(${found}, ${expected})`,
    end: '})',
  },
}

/** Before a written test: what its application must find, or must not. */
export const readiesApp: readonly string[] = [
  '// The application finds what it finds when it runs. But no service stands behind a test.',
  "if (existsSync('.env')) process.loadEnvFile()",
  'delete process.env.API_URL',
  '// Where nothing listens: an application may not start without one.',
  "if (process.env.REPORT_URL) process.env.REPORT_URL = 'http://127.0.0.1:9/'",
]

/**
 * Within a test: what the module of the application exports. Not above it, where a module of CommonJS can't wait. `Object` gives it the type
 * `any`, in JavaScript too: no module exports all of these names.
 *
 * @param app what the test imports
 */
export function importsApp(app: string): readonly string[] {
  return [
    `const loaded = Object(await import(${quoted(app)}))`,
    '// The exports of a CommonJS module are its default.',
    'const { default: main = loaded } = loaded',
    'const exported = main.default ?? main.app ?? main.build ?? main',
  ]
}

/** Within a test: the application, with a store in memory. */
export const buildsApp: readonly string[] = [
  'const given = { logger: false, store: memoryStore() }',
  "const app = typeof exported === 'function' ? await exported(given) : exported",
]

export function quoted(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inside}'`
}
