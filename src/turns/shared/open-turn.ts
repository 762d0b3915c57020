import type { TurnKind } from '../../pushes/kinds.ts'
import type { SessionKey } from '../../store/turn-store.ts'
import type { PendingRequest } from '../pending-request.ts'

/** What shows a store that a turn may write. */
export interface TurnHold extends SessionKey {
  readonly fence: string
}

/** A turn that waits for its answer: it runs, queues behind what runs, or takes the result of that. */
export class OpenTurn<K extends TurnKind> {
  /** The request whose event the handler sees. */
  readonly first: PendingRequest<K>
  /** Requests that repeat it and get the same answer. */
  others: readonly PendingRequest<K>[] = nobody
  /** The first push of its session. */
  isNew: boolean
  /** What the user entered stays out of logs. */
  isSecret: boolean
  /** Monotonic ms: when the first of its requests arrived. */
  arrivedAt: number
  isAnswered = false
  /** What else of its session may stand in no log line. */
  secrets: readonly string[] = nobody
  /** The work of an earlier turn of its session ended with its process. */
  isAfterCut = false
  cancelDeadline: (() => void) | undefined = undefined

  constructor(first: PendingRequest<K>, isNew: boolean, isSecret: boolean) {
    this.first = first
    this.isNew = isNew
    this.isSecret = isSecret
    this.arrivedAt = first.arrivedAt
  }

  /** What shows a store that this turn may write; undefined where no store keeps its session. */
  get hold(): TurnHold | undefined {
    return undefined
  }
}

const nobody: readonly never[] = Object.freeze([])
