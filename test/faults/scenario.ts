import type { NewDatabase } from './harness/home.ts'

/** How much a scenario does. */
export type Form = 'short' | 'long'

/** What a scenario is run with. */
export interface ScenarioSettings {
  readonly form: Form
  readonly seed: number
  /** SIGKILLs for each store. */
  readonly kills: number
  /** Payments for each store; undefined where the form decides. */
  readonly payments?: number | undefined
  /** Purchases for each store; undefined where the form decides. */
  readonly purchases?: number | undefined
  readonly newDatabase: NewDatabase
  readonly progress: (line: string) => void
}

/** A row of counts. */
export type Row = Readonly<Record<string, string | number>>

/** What a scenario found out. */
export interface Findings {
  readonly rows: readonly Row[]
  /** In words, each with its seed; none is what must be. */
  readonly violations: readonly string[]
}

/** Something that is done to a store, and what must hold all the same. */
export interface Scenario {
  readonly name: string
  readonly title: string
  /** @throws CannotRun, or whatever keeps it from an end */
  run(settings: ScenarioSettings): Promise<Findings>
}
