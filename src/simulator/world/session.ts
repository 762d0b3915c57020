import type { TurnKind } from '../../pushes/kinds.ts'
import type { Channel, Screen } from '../phone/screen.ts'
import type { WireFields } from '../wire/names.ts'

/** A session of a subscriber with the application (reference 3.3, 3.4). */
export interface Session {
  readonly id: string
  readonly kind: TurnKind
  readonly channel: Channel
  /** A phone number; on rich channels an identifier of the user. */
  readonly mobile: string
  readonly operator: string
  readonly serviceCode: string
  /** Epoch ms. */
  readonly openedAt: number
  /** What was dialled; null where a push opened it that nobody dials. */
  dialled: string | null
  /** Sequence of the last push; 0 before the first. */
  sequence: number
  /** The last push, to be sent again as it was; null before the first. */
  lastPush: PhonePush | null
  /** ClientState of the last reply, to be sent once; null where there is none. */
  clientState: string | null
  /** What it shows; null before it shows anything. */
  screen: Screen | null
  /** What was wrong with the last answer; null where nothing was. */
  problem: string | null
  /** Why it is over; null while it is open. */
  ended: SessionEnd | null
  /** Epoch ms by when the subscriber must answer; null while the application is asked, and after the end. */
  answerBy: number | null
  /** The job that ends it then; null where none does. */
  limitJob: number | null
  /** Whether what is entered next is sensitive (reference 2.6, MaskNextRoute). */
  masksNext: boolean
  /** Whether nothing told that. */
  isUntold?: boolean
}

/** What a phone pushed. */
export interface PhonePush {
  /** Shown in transcripts and errors: `dial *713#`. */
  readonly label: string
  readonly fields: WireFields
  /** Whether it was entered at a sensitive screen. */
  readonly isSensitive: boolean
  /** Whether nothing told if that screen was sensitive. */
  readonly isUntold?: true
  /** Whether the subscriber is gone with it, and sees nothing of the answer. */
  readonly isLast: boolean
}

/** Who or what ended a session. */
export type SessionEnd = 'application' | 'subscriber' | 'timeout' | 'error'
