import type { Kind } from '../../pushes/kinds.ts'
import type { TurnStep, TurnStepName } from '../../trace/channels.ts'
import { type TurnTiming, timingHeader } from '../../trace/development.ts'
import { isRecord } from '../check-arguments.ts'
import type { Channel } from '../phone/screen.ts'
import { isList, parseJson, type WireFields, type WireValue } from '../wire/names.ts'

/**
 * One push with its reply, or one call to the service with its answer.
 *
 * @example
 * const late = sim.log.rows().filter(({ ms, deadline }) => deadline !== null && ms > deadline)
 */
export interface LogRow {
  /**
   * From 1; never used again. 0 for a push that still waits for its answer, and for one that was under way at a reset: the log
   * doesn't have them.
   */
  readonly id: number
  /** Epoch ms by the simulator's clock. */
  readonly at: number
  /** `push` goes to the application, `call` comes from it. */
  readonly direction: 'push' | 'call'
  /** The kind of a push, or the name of an endpoint: `checkout`, `transactionStatus`, `sendMessage`. */
  readonly kind: Kind | EndpointName
  readonly method: string
  /** The whole address. */
  readonly url: string
  readonly request: LogMessage
  /** Null where none came. */
  readonly response: LogResponse | null
  /** Why none came, or what is wrong with it; null where nothing is. */
  readonly problem: string | null
  /** Of a call that was taken: what the reference shows otherwise, so that the service may refuse it. */
  readonly remark?: string | undefined
  /** From the first byte that went out to the last that came in, ms. */
  readonly ms: number
  /** How long the application had, ms; null where nothing waits. */
  readonly deadline: number | null
  /** Where its time went, as the plugin tells in development; null where it doesn't, and for a call. */
  readonly timing: TurnTiming | null
  /** Of a turn: whether its screen is sensitive, as the application told in this process or with its timing. Undefined where nothing did. */
  readonly hidesNext?: boolean | undefined
  /** Names of the faults that this push suffered; `edited` for what was changed by hand. */
  readonly faults: readonly string[]
  /** Which try of the same push it is, from 1. */
  readonly attempt: number
  readonly about: About
  /** Until when it is held up, epoch ms: another row has what came then. */
  readonly heldUntil?: number | undefined
  /** The number of the row that says that it was held up. */
  readonly heldAs?: number | undefined
  /** Whether somebody sent it again by hand: `sim.resend`, or the page. */
  readonly isByHand?: true | undefined
  /** The number that it had among `log.pending()` while it waited for its answer. */
  readonly pendingAs?: number | undefined
  /** What the service meant to push. Null for a call, and for what it didn't mean: probes, forgeries, what was sent again. */
  readonly origin: Origin | null
}

/**
 * A push before a profile and faults write it: for recordings.
 *
 * @example
 * const typeOf = (origin: Origin | null) => origin?.fields.Type
 */
export interface Origin {
  /** By the reference's own names. */
  readonly fields: WireFields
  /** The phone that it came from; null where none did. */
  readonly phone: { readonly number: string; readonly channel: Channel } | null
  /** Whether a subscriber entered it at a sensitive screen. */
  readonly isSensitive: boolean
  /** Whether nothing told if that screen was sensitive: USSD replies don't, and an application elsewhere is heard by its timing alone. */
  readonly isUntold?: true | undefined
}

/** The calls that the service takes (reference 4.1 to 4.9, and the report of field notes, "Fulfilment duty"). */
export type EndpointName =
  | 'checkoutInvoice'
  | 'checkoutPage'
  | 'transactionStatus'
  | 'quickSend'
  | 'sendMessage'
  | 'getMessage'
  | 'queryMessages'
  | 'scheduleMessage'
  | 'rescheduleMessage'
  | 'cancelMessage'
  | 'fulfilmentReport'
  | 'unknownCall'

/** Headers and bytes, as they went over the wire. */
export interface LogMessage {
  readonly headers: Readonly<Record<string, string>>
  /** The first 64 KB of them. */
  readonly body: Buffer
  /** How many there were. */
  readonly bytes: number
}

/** A message with a status. */
export interface LogResponse extends LogMessage {
  readonly status: number
}

/** What a row is about: rows with one of these in common tell one story. */
export interface About {
  readonly sessionId?: string | undefined
  /** The identifier of a bill: CheckoutId, OrderId. */
  readonly billId?: string | undefined
  readonly reference?: string | undefined
  readonly messageId?: string | undefined
  readonly mobile?: string | undefined
}

/** As much of a message as the log keeps. */
export function logged(headers: Readonly<Record<string, string>>, body: Buffer | null): LogMessage {
  const bytes = body ?? Buffer.alloc(0)
  return { headers, body: Buffer.from(bytes.subarray(0, longestLogged)), bytes: bytes.length }
}

const longestLogged = 65_536

/** Whether an answer took what it answers. */
export function isTaken(answer: { readonly status: number } | null): boolean {
  return answer !== null && answer.status >= 200 && answer.status < 300
}

/** Headers without the timing that the plugin adds in development, and the timing by itself. */
export function takeTiming(headers: Readonly<Record<string, string>>): {
  readonly headers: Readonly<Record<string, string>>
  readonly timing: TurnTiming | null
} {
  const { [timingHeader]: written, ...others } = headers
  return { headers: others, timing: written === undefined ? null : readTiming(written) }
}

/** Null for what is no timing: whoever answers may write what they like. */
function readTiming(written: string): TurnTiming | null {
  const value = parseJson(written)
  if (!isRecord(value)) return null
  const { source, ms, steps, late, entryId, thrown, hidesNext } = value
  if (typeof source !== 'string' || typeof ms !== 'number' || steps === undefined || !isList(steps)) return null
  return {
    source,
    ms,
    steps: readSteps(steps),
    late: late !== undefined && isList(late) ? readSteps(late) : null,
    ...(typeof entryId === 'string' && { entryId }),
    ...readThrown(thrown),
    ...(typeof hidesNext === 'boolean' && { hidesNext }),
  }
}

function readThrown(thrown: WireValue | undefined): Pick<TurnTiming, 'thrown'> {
  if (!isRecord(thrown)) return {}
  const { line, place } = thrown
  return typeof line === 'string' ? { thrown: { line, place: typeof place === 'string' ? place : null } } : {}
}

function readSteps(steps: readonly WireValue[]): readonly TurnStep[] {
  return steps.flatMap((step) => {
    if (!isRecord(step)) return []
    const { name: written, label, from, to } = step
    const name = names.find((one) => one === written)
    if (name === undefined || typeof from !== 'number') return []
    return [{ name, label: typeof label === 'string' ? label : null, from, to: typeof to === 'number' ? to : null }]
  })
}

const names: readonly TurnStepName[] = ['verify', 'body', 'parse', 'store', 'wait', 'handler', 'load', 'once', 'encode']
