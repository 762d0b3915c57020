import { channelOf } from '../../conversation/channel.ts'
import type { Judge } from '../../conversation/judging/judge.ts'
import type { Replay } from '../../conversation/judging/replay.ts'
import type { ScreensBeside } from '../../conversation/screens-beside.ts'
import { type SessionRef, TurnEndpoint } from '../../http/turn-endpoint.ts'
import { logSafely } from '../../log.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { TurnPushKind } from '../../pushes/push-kind.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import type { Reply } from '../../replies/index.ts'
import { readCountry } from '../../text/countries.ts'
import { Turns } from '../../turns/memory/turns.ts'
import { SpokenScreens } from '../../turns/screens.ts'
import { type MobileMayChange, ownerOf } from '../../turns/session-owner.ts'
import { StoredTurns } from '../../turns/stored/stored-turns.ts'
import type { ActiveTurn } from '../../turns/turn.ts'
import type { FindLeft, TurnsSettings, WhenStoreFails } from '../../turns/turns-settings.ts'
import { FMW_OPTION } from '../errors.ts'
import { reportTurns } from '../events/turn-reports.ts'
import { checkPath, checkWhole } from '../options/check-values.ts'
import { readGroup, readNumbers } from '../options/numbers.ts'
import type { TurnKindOptions, TurnOptions } from '../options/options.ts'
import { readDialCode, readScreens, readVerifier } from '../options/read-kind.ts'
import type { KindParts, ReceivedKind } from './kind-parts.ts'

/** A turn kind as it was set up, with its sessions. */
export interface ReceivedTurns extends ReceivedKind {
  readonly kind: TurnKind
  readonly turns: { readonly working: number; sweep(): void; close(): void; drain(most: number): Promise<void> }
  /** Resolves when the store has what it is to keep of them, or does not take it in time. */
  readonly flush: (most: number) => Promise<void>
  /** How its conversation is tried out beside sessions; undefined where its handler is none. */
  readonly tried: TriedConversation | undefined
}

/** A conversation that is tried out: against open sessions, and with those of the past. */
export interface TriedConversation {
  readonly judge: Judge
  readonly replay: Replay
}

/** What the handlers of a turn kind may ask of its sessions. */
export interface TurnsHost {
  /** What an earlier session left under a key. */
  readonly resumable: FindLeft
  /** What the session of a push says from here on where no handler speaks. */
  readonly speak: SpokenScreens['speak']
  /** As long as a handler may work in all, ms. */
  readonly maxWork: number
}

/** What differs from one turn kind to the other. */
export interface TurnKindParts<K extends TurnKind, Turn extends ActiveTurn<K>> {
  readonly push: TurnPushKind<SessionEvent<K>> & { readonly kind: K }
  readonly takes: (type: string) => boolean
  /** Makes what calls the handler. */
  readonly handle: (host: TurnsHost) => TurnsSettings<K, Turn>['handle']
  /** The handler goes on from a record of its own where a process died in it. */
  readonly resumes: boolean
  /** How its conversation says the screens of the registration; undefined where its handler is none. */
  readonly beside: ScreensBeside | undefined
  readonly newTurn: TurnsSettings<K, Turn>['newTurn']
  readonly tried: TriedConversation | undefined
  readonly encode: (reply: Reply<K>, push: SessionRef) => string
}

/** Sets up a turn kind. @throws FMW_OPTION and others that say what is wrong with the options */
export function buildTurns<K extends TurnKind, Turn extends ActiveTurn<K>>(
  { options, shared, activity, log, opened, loop, stopped }: KindParts,
  own: TurnKindOptions<K, unknown, unknown>,
  { push, takes, handle, newTurn, encode, resumes, beside, tried }: TurnKindParts<K, Turn>,
): ReceivedTurns {
  const { kind } = push
  const { clock } = shared
  const pick = <Name extends keyof TurnOptions>(name: Name): TurnOptions[Name] => own[name] ?? options[name]
  const { budget, maxWork, blockedAfter } = readNumbers(`${kind}.`, 'turns', [own, options])
  const mostWork = checkWhole(`${kind}.maxWork`, pick('maxWork') ?? Math.max(maxWork, budget), budget)
  const { bodyLimit, bodyTimeout } = readNumbers(`${kind}.`, 'every', [own, options])
  const sessions = readGroup(`${kind}.`, 'sessions', { [`${kind}.`]: own, '': options })

  const country = pick('country')
  const { phone, rich } = readScreens(kind, { ...options.screens, ...own.screens }, beside)
  const isPhone = beside?.isPhone ?? ((event) => channelOf(event) === 'ussd')
  if (budget >= serviceLimit) {
    logSafely(log, 'warn', { kind, budget }, 'the service gives a turn 7 seconds: this budget leaves no margin')
  }
  if (resumes && !shared.hasStore) {
    logSafely(log, 'warn', { kind }, forgetful)
  }
  const owner = ownerOf(readMobileMayChange(kind, pick('mobileMayChange')))
  const said = new SpokenScreens({
    on: (event) => (isPhone(event) ? phone : rich),
    ownerOf: owner,
    // Of those whose room others have taken too: they are told that all of those are at work.
    most: sessions.max * 2,
  })
  const settings = {
    channel: kind,
    takes,
    stop: stopped.flagOf(kind),
    handle: handle({
      resumable: (key, now) => turns.resumable(key, now),
      speak: (event, screens) => said.speak(event, screens),
      maxWork: mostWork,
    }),
    newTurn,
    onLeave: resumes ? withoutState(own.onLeave) : own.onLeave,
    budget,
    maxWork: mostWork,
    onDeadline: own.onDeadline ?? 'wait',
    sessionExpiry: sessions.expiry,
    maxSessions: sessions.max,
    maxSessionBytes: sessions.maxBytes,
    blockedAfter,
    screensFor: (event: SessionEvent) => said.for(event),
    ownerOf: owner,
    resumes,
    clock,
    reports: reportTurns(kind, activity),
  }
  const whenStoreFails = readWhenStoreFails(kind, pick('whenStoreFails'))
  const kept =
    shared.store.durability === 'none'
      ? undefined
      : new StoredTurns<K, Turn>({
          ...settings,
          store: opened.turns,
          whenStoreFails,
          turnKey: shared.sealing.turnKey,
        })
  const turns: Turns<K, Turn> | StoredTurns<K, Turn> = kept ?? new Turns<K, Turn>(settings)
  const endpoint = new TurnEndpoint<K>({
    registration: shared.name,
    push,
    turns,
    country: country === undefined ? undefined : readCountry(country),
    dialCodes: readDialCode(kind, pick('dialCode')),
    clock,
    budget,
    encode,
    unreadable: phone.unreadable,
    logScreens: pick('logScreens') === true,
    onAnswer: activity.answers(kind),
    loop,
    patience: Math.max(serviceLimit, budget) - wayMargin,
  })
  return {
    kind,
    path: own.path === undefined ? push.path : checkPath(`${kind}.path`, own.path),
    verifier: readVerifier(kind, pick('verify')),
    bodyLimit,
    bodyTimeout,
    budget,
    endpoint,
    turns,
    flush: async (most) => kept?.flush(most),
    tried,
  }
}

/** The state of a conversation is its record: nothing that a merchant is to read. */
function withoutState<K extends TurnKind>(onLeave: TurnsSettings<K>['onLeave']): TurnsSettings<K>['onLeave'] {
  return onLeave === undefined ? undefined : (event, { log }) => onLeave(event, { state: undefined, log })
}

function readWhenStoreFails(kind: TurnKind, given: WhenStoreFails = 'release'): WhenStoreFails {
  if (given === 'release' || given === 'run') return given
  throw new FMW_OPTION(`${kind}.whenStoreFails`, "must be 'release' or 'run'")
}

function readMobileMayChange(kind: TurnKind, given: MobileMayChange = false): MobileMayChange {
  const isNames = Array.isArray(given) && given.every((name) => typeof name === 'string' && name.trim() !== '')
  if (typeof given === 'boolean' || isNames) return given
  throw new FMW_OPTION(`${kind}.mobileMayChange`, "must be true, false or a list of names in Operator, as ['webstore']")
}

// Reference 8, application response time, ms.
const serviceLimit = 7_000

// ms that a push and its answer may take on their way, with a line that is opened first: the service counts those too.
const wayMargin = 1_500

const forgetful =
  'a conversation without a store: when this process ends, its answers are lost, and what it has done may be done again. Set the option store, such as sqliteStore()'
