import type { LoadForm } from './peers.ts'

/** What a curve is measured with. */
export interface CurveSettings extends LoadForm {
  /** Fewer and smaller points. */
  readonly short: boolean
  readonly progress: (line: string) => void
  readonly signal: AbortSignal
}
