import { Conversation } from '../../conversation/conversation.ts'
import type { JudgingHost } from '../../conversation/judging/given.ts'
import { judgeOf } from '../../conversation/judging/judge.ts'
import { replayOf } from '../../conversation/judging/replay.ts'
import { screensBeside } from '../../conversation/screens-beside.ts'
import { converse } from '../../conversation/script/converse.ts'
import type { ScriptHost } from '../../conversation/script/talk-turn.ts'
import { isThenable, settledOnce } from '../../is-thenable.ts'
import { childOf, type Log, logSafely } from '../../log.ts'
import { ownOptions } from '../../own-options.ts'
import { AskedPayments } from '../../payments/sessions/asked-payments.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import { programmable } from '../../pushes/programmable.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import { ussd } from '../../pushes/ussd.ts'
import {
  encodeProgrammable,
  encodeUssd,
  isReply,
  type PayBuilder,
  programmablePay,
  programmableReplies,
  type ReplySettings,
  readReplySettings,
  type ScreenReplies,
  ussdPay,
  ussdReplies,
} from '../../replies/index.ts'
import { Effects } from '../../store/effects/effects.ts'
import { readCountry } from '../../text/countries.ts'
import { ActiveTurn, type Work } from '../../turns/turn.ts'
import type { CallbackUrls } from '../callback-urls.ts'
import { turnsWithoutPublicUrl } from '../events/tell-at-boot.ts'
import type { ProgrammablePush, UssdPush } from '../options/handlers.ts'
import { readGroup, readNumbers } from '../options/numbers.ts'
import type { TurnOptions } from '../options/options.ts'
import { readTurnKind } from '../options/read-kind.ts'
import { buildTurns, type ReceivedTurns, type TriedConversation, type TurnsHost } from './build-turns.ts'
import type { KindParts } from './kind-parts.ts'
import { readPatience } from './payment-confirmation.ts'
import { cartWatch, type UnwatchedPayments, ussdWatch, type WatchOf } from './watched-payments.ts'

/**
 * Sets up USSD, where it has a handler.
 *
 * @param callbackUrls where payment notices go unless a setting or a reply says otherwise
 * @param unwatched hears of payments that nobody waits for
 */
export function buildUssdKind(
  parts: KindParts,
  callbackUrls: CallbackUrls,
  unwatched: UnwatchedPayments,
): ReceivedTurns[] {
  const own = readTurnKind('ussd', parts.options.ussd)
  if (own === undefined) return []
  const { handler, onUnknownType } = own
  const reply = readReply(parts, own)
  const replies = ussdReplies({ callbackUrl: reply.callbackUrl ?? callbackUrls.plain('ussdPayment') })
  const payIn = readPayIn(parts, reply, callbackUrls)
  const Turn = turnsOf<'ussd'>(replies, payIn)
  const remember = remembering<'ussd'>(parts.asked, ussdWatch(parts, callbackUrls), unwatched)
  const isConversation = handler instanceof Conversation
  const scripted = { ...hostOf(parts, own, reply), kind: 'ussd', pay: payIn } as const
  const handlerOf = (host: TurnsHost): UssdTurnHandler =>
    isConversation ? converse(handler, { ...scripted, ...host }) : handler
  return [
    buildTurns(parts, own, {
      push: { ...ussd, kind: 'ussd' },
      takes: (type) => isUssdType(type) || onUnknownType !== undefined,
      newTurn: (work, json, timeLeft) => new Turn(work, json, timeLeft),
      handle: (host) => {
        const handle = handlerOf(host)
        return (event, turn, work) =>
          remember(work, isUssdPush(event) ? handle(event, turn, work) : onUnknownType?.(event, turn))
      },
      encode: (screen) => encodeUssd(screen, reply),
      resumes: isConversation,
      tried: isConversation ? triedIn(handler, scripted) : undefined,
      beside: isConversation ? screensBeside(handler.settings, scripted.isAscii) : undefined,
    }),
  ]
}

/** Sets up the programmable services, where they have a handler. */
export function buildProgrammableKind(parts: KindParts, unwatched: UnwatchedPayments): ReceivedTurns[] {
  const own = readTurnKind('programmable', parts.options.programmable)
  if (own === undefined) return []
  const { handler, onUnknownType } = own
  const reply = readReply(parts, own)
  const replies = programmableReplies()
  const pay = programmablePay()
  const Turn = turnsOf<'programmable'>(replies, () => pay)
  const remember = remembering<'programmable'>(parts.asked, cartWatch(parts), unwatched)
  const isConversation = handler instanceof Conversation
  const payFor: ScriptHost<'programmable'>['pay'] = (_session, purchase) => programmablePay(purchase)
  const scripted = { ...hostOf(parts, own, reply), kind: 'programmable', pay: payFor } as const
  const handlerOf = (host: TurnsHost): ProgrammableTurnHandler =>
    isConversation ? converse(handler, { ...scripted, ...host }) : handler
  return [
    buildTurns(parts, own, {
      push: { ...programmable, kind: 'programmable' },
      takes: (type) => isProgrammableType(type) || onUnknownType !== undefined,
      newTurn: (work, json, timeLeft) => new Turn(work, json, timeLeft),
      handle: (host) => {
        const handle = handlerOf(host)
        return (event, turn, work) =>
          remember(work, isProgrammablePush(event) ? handle(event, turn, work) : onUnknownType?.(event, turn))
      },
      encode: (screen, push) => encodeProgrammable(screen, push, reply),
      resumes: isConversation,
      tried: isConversation ? triedIn(handler, scripted) : undefined,
      beside: isConversation ? screensBeside(handler.settings, scripted.isAscii) : undefined,
    }),
  ]
}

/** What a registration gives its conversations, whatever their kind. */
function hostOf(
  { options, shared, opened, asked }: KindParts,
  own: TurnOptions,
  { characters, label }: ReplySettings,
): Omit<ScriptHost<TurnKind>, 'kind' | 'pay' | keyof TurnsHost> {
  const country = own.country ?? options.country
  const dialCode = own.dialCode ?? options.dialCode
  return {
    clock: shared.clock,
    effects: new Effects(opened.turns, shared.clock),
    hasNotice: (session, sessionId, purchase) => asked.hasNotice(session, sessionId, purchase),
    noticesTo: (session, purchase) => asked.noticesTo(session, purchase),
    sealer: shared.sealing.sealer,
    tellOfExtension: dialCode === undefined ? tellOnce(extension) : undefined,
    tellOfNoPhone: tellOnce(noPhone),
    isKept: shared.store.durability !== 'none',
    country: country === undefined ? undefined : readCountry(country),
    isAscii: characters === 'ascii',
    isTitled: label !== undefined,
    screens: { ...options.screens, ...own.screens },
  }
}

function triedIn<K extends TurnKind>(conversation: Conversation, host: JudgingHost<K>): TriedConversation {
  return { judge: judgeOf(conversation, host), replay: replayOf(conversation, host) }
}

function tellOnce(warning: string): (log: Log) => void {
  let isTold = false
  return (log) => {
    if (!isTold) logSafely(log, 'warn', {}, warning)
    isTold = true
  }
}

const extension =
  'what was dialled after the service code answers no question: if it is your extension, set dialCode to all that is dialled, such as *713*45#'
const noPhone =
  'an order or payment begins for a Mobile that is no phone number of 7 to 15 digits: if the subscriber does not see its last screen and dials again, it is made again. Ask the service for full numbers'

type UssdTurnHandler = (
  push: UssdPush,
  turn: InstanceType<TurnClass<'ussd', Replies<'ussd'>>>,
  work: Work<'ussd'>,
) => unknown
type ProgrammableTurnHandler = (
  push: ProgrammablePush,
  turn: InstanceType<TurnClass<'programmable', Replies<'programmable'>>>,
  work: Work<'programmable'>,
) => unknown

/** An address of the merchant's own leaves as it was given. */
function readPayIn({ shared, log }: KindParts, { callbackUrl }: ReplySettings, callbackUrls: CallbackUrls): PayIn {
  if (callbackUrl === undefined && shared.publicUrl === undefined) {
    const tell = tellOnce(turnsWithoutPublicUrl)
    const ownLog = childOf(log, () => ({ kind: 'ussd' }))
    const payUnheard = ussdPay(() => void tell(ownLog))
    return () => payUnheard
  }
  const address = callbackUrl ?? callbackUrls.plain('ussdPayment')
  const payPlain = ussdPay(() => address)
  const noticeOf = callbackUrl === undefined ? callbackUrls.noticeOf() : undefined
  if (noticeOf === undefined) return () => payPlain
  return ({ sessionId, mobile }, purchase) =>
    ussdPay(({ reference, amount, currency }) => noticeOf({ sessionId, mobile, reference, amount, currency }), purchase)
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
type PayIn = (session: Session, purchase?: string) => PayBuilder<'ussd'>

type Session = Pick<SessionEvent, 'sessionId' | 'mobile'>

/** The turns of a kind, with the replies that they build. */
function turnsOf<K extends TurnKind>(
  replies: ScreenReplies<K>,
  payIn: (session: Session) => PayBuilder<K>,
): TurnClass<K, Replies<K>> {
  return class extends ActiveTurn<K> {
    get prompt(): ScreenReplies<K>['prompt'] {
      return replies.prompt
    }

    get menu(): ScreenReplies<K>['menu'] {
      return replies.menu
    }

    get end(): ScreenReplies<K>['end'] {
      return replies.end
    }

    get pay(): PayBuilder<K> {
      return payIn(this.session)
    }
  }
}

type Replies<K extends TurnKind> = ScreenReplies<K> & { readonly pay: PayBuilder<K> }

/** The payments that the sessions of a registration ask for, looked after. @throws FMW_OPTION */
export function askedPayments({
  options,
  shared,
  opened,
  intake,
  deliveries,
  settled,
  time: clock,
}: Pick<KindParts, 'options' | 'shared' | 'opened' | 'intake' | 'deliveries' | 'settled' | 'time'>): AskedPayments {
  const own = readTurnKind('ussd', options.ussd) ?? ownOptions({})
  const { budget, maxWork } = readNumbers('ussd.', 'turns', [own, options])
  const { expiry } = readGroup('ussd.', 'sessions', { 'ussd.': own, '': options })
  const asked = new AskedPayments({
    registration: shared.name,
    inbox: opened.inbox,
    sessions: opened.turns,
    put: (entry) => intake.put(entry),
    settled,
    isOtherPayer: (signed, phone) => shared.sealing.signer?.isOtherPayer(signed, phone),
    after: readPatience(options).after,
    shownWithin: Math.max(expiry, maxWork + budget),
    clock,
  })
  deliveries.serve('askedPayment', (entry) => asked.workOf(entry))
  return asked
}

/** What a handler returned, once the payment that it asks for is remembered. */
function remembering<K extends TurnKind>(asked: AskedPayments, watchOf: WatchOf, unwatched: UnwatchedPayments) {
  return (work: Work<K>, returned: unknown): unknown => {
    const { first } = work.turn
    const { event } = first
    const remembered = (reply: unknown) => {
      // What comes of work that was given up is shown to nobody.
      if (!isReply(reply) || work.isFenced || (reply.payment === undefined && reply.items === undefined)) return reply
      const watch = watchOf(reply, event.sessionId)
      if (watch.unwatched !== undefined) unwatched.tell(watch.unwatched, first.log)
      if (watch.notice === undefined) return reply
      const unshown = (error: unknown): never => {
        work.unshown = reply
        throw error
      }
      return asked.remember(event, reply, watch.notice).then(() => reply, unshown)
    }
    return isThenable(returned) ? settledOnce(returned).then(remembered) : remembered(returned)
  }
}
