import type { Clock } from '../../clock.ts'
import type { Log } from '../../log.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import type { PayBuilder } from '../../replies/index.ts'
import type { TurnStore } from '../../store/turn-store.ts'
import type { Numbering } from '../../text/countries.ts'
import type { FindLeft } from '../../turns/turns-settings.ts'
import type { Sealer } from '../record/seal.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import type { SpokenWords } from '../words.ts'

/** A payment that a session asked for. */
export interface SessionPayment {
  readonly kind: TurnKind
  readonly sessionId: string
  /** The merchant's own; undefined where none was given. */
  readonly reference: string | undefined
}

/** What a registration gives the conversations of one kind. */
export interface ScriptHost<K extends TurnKind> {
  readonly kind: K
  readonly clock: Clock
  /** Where effects are recorded. */
  readonly effects: Pick<TurnStore, 'begin' | 'conclude'>
  /** Outcomes of effects that the store could not be told yet, by key. */
  readonly outcomes: Map<string, StepOutcome>
  /** What an earlier session left under a key. */
  readonly resumable: FindLeft
  readonly sealer: Sealer
  /** Whether what is sealed outlives this process. */
  readonly isKept: boolean
  /**
   * Says once that an extension may have been read as an answer; undefined where the merchant has said what is dialled to get
   * here.
   */
  readonly tellOfExtension: ((log: Log) => void) | undefined
  /** Reads national phone numbers. */
  readonly country: Numbering | undefined
  /** The replies of the registration are folded to ASCII. */
  readonly isAscii: boolean
  /** The registration gives every screen a title. */
  readonly isTitled: boolean
  /** What is said on screens that are drawn beside the script, in the session of a push from here on. */
  readonly speak: (event: SessionEvent, screens: SpokenWords) => void
  /** Whether the registration has no `failed` screen of its own. */
  readonly hasUsualFailed: boolean
  /** Whether a notice came of a payment that a session asked for. @throws FMW_STORE_UNAVAILABLE */
  readonly hasNotice: (payment: SessionPayment) => Promise<boolean>
  /** Ends with a payment, as the channel has it. */
  readonly pay: (session: SessionEvent) => PayBuilder<K>
}
