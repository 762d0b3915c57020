import type { TurnKind } from '../../pushes/kinds.ts'
import type { SessionSummary } from '../turn-store.ts'

/**
 * Whose sessions and outcomes are looked for.
 *
 * @example
 * const query: PersonQuery = { registration: 'default', phoneKey, whose: [phoneKey] }
 */
export interface PersonQuery {
  readonly registration: string
  /** A digest, as in a {@link SessionFilter}. */
  readonly phoneKey: string
  /** Digests, as in an {@link EffectAbout}. */
  readonly whose: readonly string[]
}

/**
 * Which of the sessions of an id is meant.
 *
 * @example
 * const start: SessionStart = { kind: 'ussd', sessionId: 'session-1', startedAt: 1_767_225_600_000 }
 * const key = await look.phoneKey?.('default', start)
 */
export interface SessionStart {
  readonly kind: TurnKind
  readonly sessionId: string
  /** Epoch ms. */
  readonly startedAt: number
}

/**
 * What is kept of a person beside entries.
 *
 * @example
 * const open = ({ sessions }: PersonKept) => sessions.filter(({ standing }) => standing === 'open')
 */
export interface PersonKept {
  /** The newest first. */
  readonly sessions: readonly PersonSession[]
  readonly effects: readonly PersonEffect[]
}

/**
 * A session of a person.
 *
 * @example
 * const isOnTheLine = ({ standing }: PersonSession) => standing === 'open'
 */
export interface PersonSession extends SessionSummary {
  /** The store's own name for it. */
  readonly ref: string
  /**
   * `open`: another push may come to it, or its handler works. `left`: it is over or has expired, and may be resumed from what it left.
   * `over`: neither.
   */
  readonly standing: 'open' | 'left' | 'over'
  /** Epoch ms: one that is `open` expires then, if nothing more comes; one that is `left` may be resumed until then. Else null. */
  readonly until: number | null
  /** JSON, as its handler left it; null where it left nothing, or where it is `over`. */
  readonly state: string | null
}

/**
 * The outcome of an effect of a person.
 *
 * @example
 * const isOver = ({ until }: PersonEffect) => until <= Date.now()
 */
export interface PersonEffect {
  /** The store's own name for it. */
  readonly ref: string
  readonly name: string
  /** Whose it is, of the digests that were asked for. */
  readonly whose: string
  /** As it was concluded. */
  readonly outcome: string
  /** It is kept until then, epoch ms. */
  readonly until: number
}
