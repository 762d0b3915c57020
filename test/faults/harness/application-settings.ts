import type { StoreAddress } from './store-address.ts'

/** What an application process is told at its start. */
export interface ApplicationSettings {
  readonly store: StoreAddress
  readonly effectsFile: string
  readonly logFile: string
  /** ms */
  readonly handlerTakes: number
  readonly hasTurns: boolean
}
