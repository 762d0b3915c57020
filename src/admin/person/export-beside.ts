import { leftTalk } from '../../conversation/record/left-talk.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import { readTried } from '../../store/effects/kept-outcome.ts'
import { maskNumbers } from '../../text/phone.ts'
import { maskJsonValue, maskText } from '../mask-json.ts'
import { nameOfSession } from '../sessions/masked-session.ts'
import { ShapeMasks } from '../shape-masks.ts'
import type { BesideEntries } from './beside-entries.ts'

/**
 * What a session holds that is open, or may be gone on with.
 *
 * @example
 * const answers = ({ steps }: ExportedState) => steps?.filter(({ step }) => step === 'answer')
 */
export interface ExportedState {
  readonly kind: TurnKind
  readonly sessionId: string
  /** `open`: its subscriber is on the line, or its handler works. `left`: who dials again may go on from it. */
  readonly standing: 'open' | 'left'
  /** It goes on until then at the latest, unless its subscriber does. */
  readonly until: string
  /** Of a conversation: what was answered, read and done. Sensitive answers are null. Null of another handler. */
  readonly steps: readonly ExportedStep[] | null
  /** What another handler keeps, as JSON; null of a conversation. */
  readonly state: unknown
}

/**
 * A step of a conversation.
 *
 * @example
 * const isAnswer = ({ step }: ExportedStep) => step === 'answer'
 */
export interface ExportedStep {
  readonly step: 'answer' | 'load' | 'once'
  /** The letters of its question, or the name that your code gave it. */
  readonly name: string
  readonly value: unknown
  /** Why it failed; null where it did not. */
  readonly error: string | null
}

/**
 * What `talk.once` or `attempt.once` gave.
 *
 * @example
 * const orders = results.filter(({ name }: ExportedResult) => name === 'order')
 */
export interface ExportedResult {
  /** As your code calls it. */
  readonly name: string
  /** The id of the entry whose handler did it; null where a session did. */
  readonly entry: string | null
  /** It is kept until then. */
  readonly until: string
  readonly value: unknown
  /** Why it failed; null where it did not. */
  readonly error: string | null
}

/** What is kept of a person beside entries and transcripts. */
export interface ExportedBeside {
  readonly states: readonly ExportedState[]
  readonly results: readonly ExportedResult[]
}

/** @param isMasked whether names, numbers and texts are masked */
export function exportBeside({ sessions, results }: BesideEntries, isMasked: boolean): ExportedBeside {
  const shown = isMasked ? masking() : asTheyAre
  return {
    states: sessions.flatMap((session) => {
      const { kind, standing, until, state } = session
      if (standing === 'over' || until === null) return []
      const held: unknown = state === null ? null : JSON.parse(state)
      const talk = leftTalk(held)
      const steps = talk?.steps.map((step) => ({
        ...step,
        value: shown.value(step.value),
        error: step.error && shown.text(step.error),
      }))
      return {
        kind,
        sessionId: isMasked ? nameOfSession({ ...session, startedAt: new Date(session.startedAt) }) : session.sessionId,
        standing,
        until: new Date(until).toISOString(),
        steps: steps ?? null,
        state: talk === undefined ? shown.value(held) : null,
      }
    }),
    results: results.map(({ name, entry, until, outcome }) => {
      const { a = null, e = null } = readTried(outcome).outcome
      return {
        name,
        entry: entry && shown.id(entry),
        until: new Date(until).toISOString(),
        value: shown.value(a),
        error: e && shown.text(e),
      }
    }),
  }
}

/** How values are shown. */
interface Shown {
  value(value: unknown): unknown
  text(text: string): string
  id(id: string): string
}

const asTheyAre: Shown = { value: (value) => value, text: (text) => text, id: (id) => id }

function masking(): Shown {
  const masks = new ShapeMasks()
  const text = (given: string): string => maskText(given, (digits) => masks.phone(digits))
  return { value: (value) => maskJsonValue(value, masks), text, id: maskNumbers }
}
