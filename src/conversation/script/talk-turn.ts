import type { TurnKind } from '../../pushes/kinds.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import type { Reply } from '../../replies/index.ts'
import type { ActiveTurn, Work } from '../../turns/turn.ts'
import type { ConversationSettings } from '../conversation-options.ts'
import type { TalkRecord } from '../record/record.ts'
import type { ScreenReview } from '../screens/screen-review.ts'
import type { BegunStep } from '../steps/begun-step.ts'
import type { Talk } from '../talk.ts'
import type { Words } from '../words.ts'
import type { FoundMark } from './left.ts'
import type { Rehearsals } from './rehearsals.ts'
import type { ScriptHost } from './script-host.ts'

/** What is wrong with a script. */
export interface ScriptFaults {
  /** It goes on while its question is on the screen: what it would do with the answer is not what was asked. */
  wentOn: Error | undefined
}

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
  readonly found: FoundMark
  /**
   * Reads what another session left, where that could not be done when the conversation began or may be different since.
   *
   * @returns what the turn is answered with where there is something to go on with
   */
  readonly lookAgain: (record: TalkRecord) => Promise<{ readonly reply: Promise<Reply<K>> } | undefined>
}

/** The `talk` of one run of a script, as the turn sees it. */
export interface RunningTalk extends Talk {
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
  /** Asks whether to go on with what was left. */
  askToGoOn(): Promise<boolean>
}
