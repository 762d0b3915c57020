import { programmable } from '../pushes/programmable.ts'
import type { SessionEvent } from '../pushes/session-push.ts'
import { ussd } from '../pushes/ussd.ts'
import {
  encodeProgrammable,
  encodeUssd,
  programmableReplies,
  type ReplySettings,
  readReplySettings,
  ussdReplies,
} from '../replies/index.ts'
import { buildTurns, type ReceivedTurns } from './build-turns.ts'
import type { ProgrammablePush, UssdPush } from './handlers.ts'
import type { KindParts } from './kind-parts.ts'
import { programmableTurns, ussdTurns } from './kind-turns.ts'
import type { TurnOptions } from './options.ts'
import { readTurnKind } from './read-turn-kind.ts'

/**
 * Sets up USSD, where it has a handler.
 *
 * @param callbackUrl where payment notices go unless a reply says otherwise
 */
export function buildUssd(parts: KindParts, callbackUrl: string | undefined): ReceivedTurns[] {
  const own = readTurnKind('ussd', parts.options.ussd)
  if (own === undefined) return []
  const { handler, onUnknownType } = own
  const reply = readReply(parts, own)
  const Turn = ussdTurns(ussdReplies({ callbackUrl: reply.callbackUrl ?? callbackUrl }))
  return [
    buildTurns(parts, own, {
      push: { ...ussd, kind: 'ussd' },
      takes: (type) => isUssdType(type) || onUnknownType !== undefined,
      newTurn: (work, json, timeLeft) => new Turn(work, json, timeLeft),
      handle: (event, turn) => (isUssdPush(event) ? handler(event, turn) : onUnknownType?.(event, turn)),
      encode: (screen) => encodeUssd(screen, reply),
    }),
  ]
}

/** Sets up the programmable services, where they have a handler. */
export function buildProgrammable(parts: KindParts): ReceivedTurns[] {
  const own = readTurnKind('programmable', parts.options.programmable)
  if (own === undefined) return []
  const { handler, onUnknownType } = own
  const reply = readReply(parts, own)
  const Turn = programmableTurns(programmableReplies())
  return [
    buildTurns(parts, own, {
      push: { ...programmable, kind: 'programmable' },
      takes: (type) => isProgrammableType(type) || onUnknownType !== undefined,
      newTurn: (work, json, timeLeft) => new Turn(work, json, timeLeft),
      handle: (event, turn) => (isProgrammablePush(event) ? handler(event, turn) : onUnknownType?.(event, turn)),
      encode: (screen, push) => encodeProgrammable(screen, push, reply),
    }),
  ]
}

function readReply({ options }: KindParts, own: TurnOptions): ReplySettings {
  return readReplySettings({ ...options.reply, ...own.reply })
}

const isUssdType = (type: string): boolean => type === 'initiation' || type === 'response'
const isProgrammableType = (type: string): boolean => isUssdType(type) || type === 'addToCart'
const isUssdPush = (event: SessionEvent<'ussd'>): event is UssdPush => isUssdType(event.type)
const isProgrammablePush = (event: SessionEvent<'programmable'>): event is ProgrammablePush =>
  isProgrammableType(event.type)
