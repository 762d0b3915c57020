import type { NewDatabase } from './harness/home.ts'

/** What a scenario is run with. */
export interface ScenarioSettings {
  readonly seed: number
  /** SIGKILLs for each store. */
  readonly kills: number
  readonly form: 'short' | 'long'
  readonly newDatabase: NewDatabase
  readonly progress: (line: string) => void
}

/** A row of counts. */
export type Row = Readonly<Record<string, string | number>>

/** What a scenario found out. */
export interface Report {
  readonly name: string
  readonly title: string
  /** In words, with their seed: none is what must be. */
  readonly violations: readonly string[]
  /** Why nothing was found out, where it could not run here. */
  readonly skipped?: string
  readonly tables: readonly { readonly title: string; readonly rows: readonly Row[] }[]
}
