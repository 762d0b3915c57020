import type { Clock } from '../../clock.ts'
import type { Log } from '../../log.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import type { PayBuilder, Reply } from '../../replies/index.ts'
import type { Effects } from '../../store/effects/effects.ts'
import type { Numbering } from '../../text/countries.ts'
import type { Screens } from '../../turns/screens.ts'
import type { ActiveTurn, Work } from '../../turns/turn.ts'
import type { FindLeft } from '../../turns/turns-settings.ts'
import type { ConversationSettings } from '../conversation-options.ts'
import type { TalkRecord } from '../record/record.ts'
import type { Sealer } from '../record/seal.ts'
import type { ScreenReview } from '../screens/screen-review.ts'
import type { BegunStep } from '../steps/begun-step.ts'
import type { StepReview } from '../steps/step-review.ts'
import type { Talk } from '../talk.ts'
import type { SpokenWords, Words } from '../words.ts'
import type { Rehearsals } from './rehearsals.ts'

/** What stood under the key of a conversation when a turn read it last. */
export interface FoundMark {
  /** As the store names it, null where there was nothing, undefined where the turn did not look. */
  version?: string | null | undefined
  /** Monotonic ms: not before the store looked; undefined where the turn did not ask it. */
  lookedAt?: number | undefined
}

/** A turn that is not answered yet, as those see it that end it. */
export interface OpenRun {
  /** Its place among those; -1 where it has none. */
  openAt: number
  readonly sessionId: string
  stop(error: Error): void
}

/** What is wrong with a script: in which sessions it went on while its screen was out. */
export class ScriptFaults {
  /** What it would do there with an answer is not what was asked. */
  readonly #wentOn = new Map<string, Error>()
  /** It has parts that it does not await: from then on each run is looked at before it asks for money. */
  hasParts = false
  /** Its turns that are not answered yet: a list and no Set, for what `turns/memory/churning-map.ts` tells. */
  readonly #open: OpenRun[] = []

  enter(run: OpenRun): void {
    run.openAt = this.#open.push(run) - 1
  }

  leave(run: OpenRun): void {
    const { openAt } = run
    const last = this.#open.at(-1)
    if (openAt !== -1 && last !== undefined) {
      this.#open[openAt] = last
      last.openAt = openAt
      this.#open.length -= 1
      run.openAt = -1
    }
  }

  /** Why a session does not go on; undefined where it may. */
  of(sessionId: string): Error | undefined {
    return this.hasParts ? this.#wentOn.get(sessionId) : undefined
  }

  /** A session does not go on, nor does its turn that is not answered yet. Other subscribers have their screens. */
  stop(sessionId: string, error: Error): void {
    this.hasParts = true
    this.#wentOn.set(sessionId, error)
    const [oldest] = this.#wentOn.keys()
    if (oldest !== undefined && this.#wentOn.size > mostSessions) this.#wentOn.delete(oldest)
    for (const run of [...this.#open]) if (run.sessionId === sessionId) run.stop(error)
  }
}

// Most are over by the next one.
const mostSessions = 1_000

/** What a turn of a conversation is run with. */
export interface TalkTurn<K extends TurnKind> {
  readonly event: SessionEvent<K>
  readonly turn: ActiveTurn<K>
  readonly work: Work<K>
  readonly script: (talk: RunningTalk) => unknown
  readonly settings: ConversationSettings
  readonly host: ScriptHost<K>
  /** What was found of the script by now, in all sessions. */
  readonly faults: ScriptFaults
  /** Runs the script a second time; undefined where that is not wanted. */
  readonly rehearsals: Rehearsals | undefined
  /** Is told of what is drawn; undefined where that is not wanted. */
  readonly review: ScreenReview | undefined
  /** Is told of what is wrong with a step; undefined where that is not wanted. */
  readonly steps: StepReview | undefined
  readonly found: FoundMark
  /**
   * Reads what another session left, where that could not be done when the conversation began or may be different since.
   *
   * @returns what the turn is answered with where there is something to go on with
   */
  readonly lookAgain: (record: TalkRecord) => Promise<{ readonly reply: Promise<Reply<K>> } | undefined>
}

/** One run of a script, as its turn sees it. */
export interface RunningScript {
  /** What comes of the script does not matter any more: it asks, or was begun again. */
  isLeft: boolean
  /** The script has returned, or thrown. */
  hasEnded: boolean
  /** The next step's place in the record. */
  readonly place: number
  /** Steps that were begun, also those that threw and have no place. */
  readonly begun: number
  /** Where home leads: what was answered before it stays answered. */
  homeAt: number
  readonly words: Words
  /** It was left, or its turn was. */
  readonly isOver: boolean
  /** The step that waits to be awaited. */
  readonly forgotten: BegunStep | undefined
  /** The step that is under way. */
  readonly underWay: BegunStep | undefined
  /** The ending that was made: a script that goes on has not returned it. */
  readonly made: BegunStep | undefined
  /** The step at which the script was left: it waits there for ever, and what goes on is a part that nobody awaits. */
  readonly leftAt: BegunStep | undefined
}

/** The `talk` of one run of a script, as the turn sees it. */
export interface RunningTalk extends Talk, RunningScript {
  /** Asks whether to go on with what was left. */
  askToGoOn(): Promise<boolean>
}

/** What a registration gives the conversations of one kind. */
export interface ScriptHost<K extends TurnKind> {
  readonly kind: K
  readonly clock: Clock
  /** Where effects are recorded. */
  readonly effects: Pick<Effects, 'run' | 'leave'>
  /** As long as a turn is at work at most, ms: an effect that takes longer is in doubt. */
  readonly maxWork: number
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
  /** Says once that something is done for a caller who will not be known at the next dial. */
  readonly tellOfNoPhone: (log: Log) => void
  /** Reads national phone numbers. */
  readonly country: Numbering | undefined
  /** The replies of the registration are folded to ASCII. */
  readonly isAscii: boolean
  /** The registration gives every screen a title. */
  readonly isTitled: boolean
  /** What is said on screens that are drawn beside the script, in the session of a push from here on. */
  readonly speak: (event: SessionEvent, screens: SpokenWords) => void
  /** What the registration was given to say where no handler speaks. */
  readonly screens: Partial<Screens>
  /**
   * Whether a notice came to a session of the payment that the phone of this one was asked for, for what was done.
   *
   * @throws FMW_STORE_UNAVAILABLE
   */
  readonly hasNotice: (session: SessionEvent, noticeTo: string, purchase: string | undefined) => Promise<boolean>
  /** The sessions to which the notices of the payments come that a phone was asked for, for what was done. @throws FMW_STORE_UNAVAILABLE */
  readonly noticesTo: (session: SessionEvent, purchase: string) => Promise<readonly string[]>
  /** Ends with a payment, as the channel has it. @param purchase the key of what was done for it */
  readonly pay: (session: SessionEvent, purchase: string | undefined) => PayBuilder<K>
}
