import type { TurnKind } from '../pushes/kinds.ts'
import type { Session } from './session.ts'

/** Sessions that were last used in the same stretch of time. Those that are idle are forgotten together. */
export class Generation<K extends TurnKind> {
  readonly sessions = new Map<string, Session<K>>()
  /** Its place in the filter. */
  readonly bit: number
  /** Monotonic ms. */
  readonly begunAt: number
  /** Monotonic ms: when a session of it was last used. */
  usedAt: number
  /** How many of its sessions have a handler that runs. */
  working = 0

  constructor(bit: number, now: number) {
    this.bit = bit
    this.begunAt = now
    this.usedAt = now
  }

  /** How many of its sessions are idle. */
  get idle(): number {
    return this.sessions.size - this.working
  }

  /** Its sessions whose handlers run: there are hardly ever any in an old one. */
  get atWork(): readonly Session<K>[] {
    return this.working === 0 ? none : [...this.sessions.values()].filter(({ work }) => work !== undefined)
  }

  has(session: Session<K>): boolean {
    return this.sessions.get(session.id) === session
  }
}

const none: readonly never[] = Object.freeze([])
