import { Conversation } from '../../conversation/conversation.ts'
import { converse } from '../../conversation/script/converse.ts'
import type { ScriptHost } from '../../conversation/script/script-host.ts'
import { isThenable } from '../../is-thenable.ts'
import type { Log } from '../../log.ts'
import { isSignedAddress } from '../../payments/rules/address-parameters.ts'
import { AskedPayments } from '../../payments/work/asked-payments.ts'
import { hasNotice } from '../../payments/work/notice-of-session.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import { programmable } from '../../pushes/programmable.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import { ussd } from '../../pushes/ussd.ts'
import {
  encodeProgrammable,
  encodeUssd,
  isReply,
  type PayBuilder,
  type ProgrammableReplies,
  programmablePay,
  programmableReplies,
  type Reply,
  type ReplySettings,
  readReplySettings,
  type UssdReplies,
  ussdPay,
  ussdReplies,
} from '../../replies/index.ts'
import { readCountry } from '../../text/countries.ts'
import { ActiveTurn, type Work } from '../../turns/turn.ts'
import type { CallbackUrls } from '../callback-urls.ts'
import { turnsWithoutPublicUrl } from '../events/tell-at-boot.ts'
import type { ProgrammablePush, UssdPush } from '../options/handlers.ts'
import type { TurnOptions } from '../options/options.ts'
import { readTurnKind } from '../options/read-kind.ts'
import { buildTurns, type ReceivedTurns, type TurnsHost } from './build-turns.ts'
import type { KindParts } from './kind-parts.ts'
import { readPatience } from './payment-confirmation.ts'

/**
 * Sets up USSD, where it has a handler.
 *
 * @param callbackUrls where payment notices go unless a setting or a reply says otherwise
 */
export function buildUssd(parts: KindParts, callbackUrls: CallbackUrls): ReceivedTurns[] {
  const own = readTurnKind('ussd', parts.options.ussd)
  if (own === undefined) return []
  const { handler, onUnknownType } = own
  const reply = readReply(parts, own)
  const replies = ussdReplies({ callbackUrl: reply.callbackUrl ?? callbackUrls.plain('ussdPayment') })
  const payIn = readPayIn(parts, reply, callbackUrls)
  const Turn = ussdTurns(replies, payIn)
  // What is kept in memory alone would take the room of notices while it waits for its own.
  const signed = parts.shared.store.durability === 'none' ? undefined : callbackUrls.plain('ussdPayment')
  const remember = remembering<'ussd'>(parts.asked, ({ payment }) => {
    const address = payment?.callbackUrl
    return signed !== undefined && address?.startsWith(signed) === true && isSignedAddress(address)
  })
  const isConversation = handler instanceof Conversation
  const handlerOf = ({ resumable, speak }: TurnsHost): UssdTurnHandler =>
    isConversation
      ? converse(handler, {
          ...hostOf(parts, own, reply),
          resumable,
          speak,
          kind: 'ussd',
          pay: payIn,
        })
      : handler
  return [
    buildTurns(parts, own, {
      push: { ...ussd, kind: 'ussd' },
      takes: (type) => isUssdType(type) || onUnknownType !== undefined,
      newTurn: (work, json, timeLeft) => new Turn(work, json, timeLeft),
      handle: (host) => {
        const handle = handlerOf(host)
        return (event, turn, work) =>
          remember(event, turn, isUssdPush(event) ? handle(event, turn, work) : onUnknownType?.(event, turn))
      },
      encode: (screen) => encodeUssd(screen, reply),
      resumes: isConversation,
      spoken: isConversation ? handler.settings.spoken : {},
    }),
  ]
}

/** Sets up the programmable services, where they have a handler. */
export function buildProgrammable(parts: KindParts): ReceivedTurns[] {
  const own = readTurnKind('programmable', parts.options.programmable)
  if (own === undefined) return []
  const { handler, onUnknownType } = own
  const reply = readReply(parts, own)
  const replies = programmableReplies()
  const Turn = programmableTurns(replies)
  const remember = remembering<'programmable'>(
    parts.asked,
    ({ items, reference }) => items !== undefined && reference !== undefined,
  )
  const isConversation = handler instanceof Conversation
  const handlerOf = ({ resumable, speak }: TurnsHost): ProgrammableTurnHandler =>
    isConversation
      ? converse(handler, {
          ...hostOf(parts, own, reply),
          resumable,
          speak,
          kind: 'programmable',
          pay: () => programmablePay,
        })
      : handler
  return [
    buildTurns(parts, own, {
      push: { ...programmable, kind: 'programmable' },
      takes: (type) => isProgrammableType(type) || onUnknownType !== undefined,
      newTurn: (work, json, timeLeft) => new Turn(work, json, timeLeft),
      handle: (host) => {
        const handle = handlerOf(host)
        return (event, turn, work) =>
          remember(event, turn, isProgrammablePush(event) ? handle(event, turn, work) : onUnknownType?.(event, turn))
      },
      encode: (screen, push) => encodeProgrammable(screen, push, reply),
      resumes: isConversation,
      spoken: isConversation ? handler.settings.spoken : {},
    }),
  ]
}

/** What a registration gives its conversations, whatever their kind. */
function hostOf(
  { options, shared, opened }: KindParts,
  own: TurnOptions,
  { characters, label }: ReplySettings,
): Omit<ScriptHost<TurnKind>, 'kind' | 'pay' | 'resumable' | 'speak'> {
  const country = own.country ?? options.country
  const dialCode = own.dialCode ?? options.dialCode
  return {
    clock: shared.clock,
    effects: opened.turns,
    hasNotice: (payment) => hasNotice({ registration: shared.name, inbox: opened.inbox }, payment),
    outcomes: new Map(),
    sealer: shared.sealing.sealer,
    tellOfExtension: dialCode === undefined ? tellOnce(extension) : undefined,
    isKept: shared.store.durability !== 'none',
    country: country === undefined ? undefined : readCountry(country),
    isAscii: characters === 'ascii',
    isTitled: label !== undefined,
    hasUsualFailed: (own.screens?.failed ?? options.screens?.failed) === undefined,
  }
}

function tellOnce(warning: string): (log: Log) => void {
  let isTold = false
  return (log) => {
    if (!isTold) log.warn({}, warning)
    isTold = true
  }
}

const extension =
  'what was dialled after the service code answers no question: if it is your extension, set dialCode to all that is dialled, such as *713*45#'

type UssdTurnHandler = (push: UssdPush, turn: InstanceType<ReturnType<typeof ussdTurns>>, work: Work<'ussd'>) => unknown
type ProgrammableTurnHandler = (
  push: ProgrammablePush,
  turn: InstanceType<ReturnType<typeof programmableTurns>>,
  work: Work<'programmable'>,
) => unknown

/** An address of the merchant's own leaves as it was given. */
function readPayIn({ shared, log }: KindParts, { callbackUrl }: ReplySettings, callbackUrls: CallbackUrls): PayIn {
  if (callbackUrl === undefined && shared.publicUrl === undefined) {
    const tell = tellOnce(turnsWithoutPublicUrl)
    const ownLog = log.child({ kind: 'ussd' })
    const payUnheard = ussdPay(() => void tell(ownLog))
    return () => payUnheard
  }
  const address = callbackUrl ?? callbackUrls.plain('ussdPayment')
  const payPlain = ussdPay(() => address)
  const noticeOf = callbackUrl === undefined ? callbackUrls.noticeOf() : undefined
  if (noticeOf === undefined) return () => payPlain
  return ({ sessionId, mobile }) =>
    ussdPay(({ reference, amount }) => noticeOf({ sessionId, mobile, reference, amount }))
}

function readReply({ options }: KindParts, own: TurnOptions): ReplySettings {
  return readReplySettings({ ...options.reply, ...own.reply })
}

const isUssdType = (type: string): boolean => type === 'initiation' || type === 'response'
const isProgrammableType = (type: string): boolean => isUssdType(type) || type === 'addToCart'
const isUssdPush = (event: SessionEvent<'ussd'>): event is UssdPush => isUssdType(event.type)
const isProgrammablePush = (event: SessionEvent<'programmable'>): event is ProgrammablePush =>
  isProgrammableType(event.type)

// The replies are read off the class: giving each turn its own costs more than the rest of making it.

/** A class of turns that build the replies of their channel. */
export type TurnClass<K extends TurnKind, Replies> = new (
  ...parts: ConstructorParameters<typeof ActiveTurn<K>>
) => ActiveTurn<K> & Replies

/** Builds the payments of a session. */
type PayIn = (session: Pick<SessionEvent, 'sessionId' | 'mobile'>) => PayBuilder<'ussd'>

/** The turns of USSD, with the replies that they build. */
function ussdTurns(replies: UssdReplies, payIn: PayIn): TurnClass<'ussd', UssdReplies> {
  return class extends ActiveTurn<'ussd'> implements UssdReplies {
    get prompt() {
      return replies.prompt
    }

    get menu() {
      return replies.menu
    }

    get end() {
      return replies.end
    }

    get pay() {
      return payIn(this.session)
    }
  }
}

/** The turns of the programmable services, with the replies that they build. */
function programmableTurns(replies: ProgrammableReplies): TurnClass<'programmable', ProgrammableReplies> {
  return class extends ActiveTurn<'programmable'> implements ProgrammableReplies {
    get prompt() {
      return replies.prompt
    }

    get menu() {
      return replies.menu
    }

    get end() {
      return replies.end
    }

    get pay() {
      return replies.pay
    }
  }
}

/** The payments that the sessions of a registration ask for, looked after. @throws FMW_OPTION */
export function askedPayments({
  options,
  shared,
  opened,
  intake,
  deliveries,
  time: clock,
}: Pick<KindParts, 'options' | 'shared' | 'opened' | 'intake' | 'deliveries' | 'time'>): AskedPayments {
  const asked = new AskedPayments({
    registration: shared.name,
    inbox: opened.inbox,
    put: (entry) => intake.put(entry),
    after: readPatience(options).after,
    clock,
  })
  deliveries.serve('askedPayment', (entry) => asked.workOf(entry))
  return asked
}

/**
 * What a handler returned, once the payment that it asks for is remembered.
 *
 * @param isAwaited whether the notice of a payment comes to this registration
 */
function remembering<K extends TurnKind>(asked: AskedPayments, isAwaited: (reply: Reply) => boolean) {
  return (event: SessionEvent<K>, turn: Pick<ActiveTurn<K>, 'log'>, returned: unknown): unknown => {
    const remembered = (reply: unknown) =>
      isReply(reply) && isAwaited(reply) ? asked.remember(event, reply, turn.log).then(() => reply) : reply
    // A promise of our own settles once and never throws, whatever a foreign one does.
    return isThenable(returned) ? new Promise((resolve) => resolve(returned)).then(remembered) : remembered(returned)
  }
}
