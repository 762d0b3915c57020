import { expect, inject, type TestContext } from 'vitest'
import { newDatabase } from '../../postgres-shared.ts'
import { scenarios } from '../scenarios.ts'
import { CannotRun } from './cannot-run.ts'

/** The short form of a scenario as a test. */
export function holds(name: string): (context: TestContext) => Promise<void> {
  return async ({ skip }) => {
    const scenario = scenarios.find((one) => one.name === name)
    if (scenario === undefined) throw new Error(`there is no scenario ${name}`)
    try {
      const { rows, violations } = await scenario.run({
        form: 'short',
        seed: 1,
        // One at each named point.
        kills: 10,
        newDatabase: () => newDatabase(inject('postgresPort')),
        progress: () => undefined,
      })
      expect(violations).toEqual([])
      expect(rows.length).toBeGreaterThan(0)
    } catch (error) {
      if (!(error instanceof CannotRun)) throw error
      console.warn(`not tested here: ${error.message}`)
      skip(error.message)
    }
  }
}
