import type { TurnKind } from '../pushes/kinds.ts'
import type { Session } from './session.ts'

/** Idle sessions that were last used in the same stretch of time. They are forgotten together. */
export class Generation<K extends TurnKind> {
  readonly sessions = new Map<string, Session<K>>()
  /** Its place in the filter. */
  readonly bit: number
  /** Monotonic ms. */
  readonly begunAt: number
  /** Monotonic ms: when a session of it was last used. */
  usedAt: number

  constructor(bit: number, now: number) {
    this.bit = bit
    this.begunAt = now
    this.usedAt = now
  }
}
