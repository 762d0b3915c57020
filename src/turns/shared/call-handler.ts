import { isThenable, settledOnce } from '../../is-thenable.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import { isReply, isReplyOf, type Reply, toldWithout } from '../../replies/index.ts'
import { spellings } from '../../text/hide-secrets.ts'
import { FMW_NO_REPLY } from '../errors.ts'
import { jsonOf, type SessionState } from '../state.ts'
import type { ActiveTurn, OpenTurn, PendingRequest, Work } from '../turn.ts'
import type { TurnFailure, TurnReports, TurnsSettings } from '../turns-settings.ts'

/** The settings that a handler is called with. */
export type HandlerSettings<K extends TurnKind, Turn extends ActiveTurn<K>> = Pick<
  TurnsSettings<K, Turn>,
  'clock' | 'blockedAfter' | 'reports' | 'handle' | 'newTurn'
>

/**
 * Calls the handler of a turn.
 *
 * @param state the session's
 * @returns what the handler returned; a promise of our own where it is still to come; a Failure where it threw
 */
export function callHandler<K extends TurnKind, Turn extends ActiveTurn<K>>(
  { clock, blockedAfter, reports, handle, newTurn }: HandlerSettings<K, Turn>,
  work: Work<K>,
  state: SessionState | undefined,
  timeLeft: (turn: OpenTurn<K>) => number,
): unknown {
  const { first } = work.turn
  const ended = first.trace?.begin('handler')
  let isToCome = false
  try {
    const result = handle(first.event, newTurn(work, state, timeLeft), work)
    if (!isThenable(result)) return result
    isToCome = true
    const promised = settledOnce(result)
    if (ended !== undefined) promised.then(ended, ended)
    return promised
  } catch (error) {
    return new Failure(error)
  } finally {
    if (!isToCome) ended?.()
    const held = clock.monotonic() - work.startedAt
    if (held > blockedAfter) reports.blocked(first, held)
  }
}

/** Tells the merchant that a subscriber has left. Nobody waits for what comes of it. */
export function runOnLeave<K extends TurnKind>(
  onLeave: NonNullable<TurnsSettings<K>['onLeave']>,
  asked: PendingRequest<K>,
  kept: SessionState | undefined,
  reports: TurnReports<K>,
): void {
  // A time-out may carry what was being entered.
  const failed = (error: unknown): void =>
    reports.failed(asked, { error, place: 'onLeave', secrets: [asked.event.message] })
  try {
    const result = onLeave(asked.event, {
      state: kept === undefined ? undefined : JSON.parse(jsonOf(kept)),
      log: asked.log,
    })
    if (isThenable(result)) result.then(undefined, failed)
  } catch (error) {
    failed(error)
  }
}

/** What a handler threw, told from what it returned. */
export class Failure {
  readonly error: unknown

  constructor(error: unknown) {
    this.error = error
  }
}

/** What goes to the reports: with what the subscriber entered, where no log line may hold it. */
export function failureOf<K extends TurnKind>(
  turn: OpenTurn<K>,
  place: TurnFailure['place'],
  error: unknown,
): TurnFailure {
  const { isSecret, secrets, first } = turn
  // Answers dialled with the code may be a PIN.
  const entered = [...(isSecret ? [first.event.message] : []), ...first.event.answers]
  const quoted = entered.flatMap((text) => [...new Set([text, ...spellings(text.trim().toWellFormed())])])
  return { error, place, secrets: [...quoted, ...secrets] }
}

/** Names what a handler returned, never what it holds. */
export function describe(value: unknown): string {
  if (isReply(value)) return `a reply of a ${value.channel} turn`
  return value === null ? 'null' : typeof value
}

/** What a handler's run comes to. */
export interface HandlerResult<K extends TurnKind, State = string> {
  readonly reply: Reply<K>
  /** The session's next state as it is kept; null clears it, undefined leaves it as it is. */
  readonly state: State | null | undefined
}

/**
 * What is kept of a session whose handler failed: what it was before, unless the handler had come to an end that could not go out.
 * That end was seen by nobody: who dials again comes to it once more, and not to a new beginning.
 */
export function keptOfFailed<K extends TurnKind, State>(
  channel: K,
  work: Work<K>,
  keep: (state: unknown) => State | undefined,
): State | null | undefined {
  const { resume, unshown } = work
  if (unshown === undefined || !resume) return undefined
  work.resume = { ...resume, isEnd: undefined }
  return readResult(channel, unshown, keep, work.turn).state
}

/**
 * Checks what a handler returned.
 *
 * @param keep makes of a state what is kept of it, undefined where that is nothing
 * @param turn of which logs and transcripts are told no secret
 * @throws FMW_NO_REPLY where it is no reply of the channel, FMW_STATE where its state cannot be kept
 */
export function readResult<K extends TurnKind, State>(
  channel: K,
  value: unknown,
  keep: (state: unknown) => State | undefined,
  { first, isNew, isSecret, secrets, typed }: OpenTurn<K>,
): HandlerResult<K, State> {
  if (!isReplyOf(value, channel)) throw new FMW_NO_REPLY(channel, describe(value))
  // A conversation knows which answers are secret; behind the first, what else is entered may stand on its screens.
  const isOnlyAnswer = isSecret && !isNew && secrets.length === 0
  const hidden = isOnlyAnswer ? [first.event.message] : secrets
  const isTold = hidden.length === 0 && typed.length === 0
  const reply = isTold ? value : toldWithout(value, { secrets: hidden, typed })
  return { reply, state: value.hasState ? (keep(value.state) ?? null) : undefined }
}
