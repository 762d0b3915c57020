import { type Clock, problemOfClock, systemClock } from '../../clock.ts'
import type { Classify } from '../../http/recognise.ts'
import type { InboxRetention } from '../../store/inbox-store.ts'
import { memoryStore } from '../../store/memory-store.ts'
import type { StoreRoom } from '../../store/room.ts'
import type { Store } from '../../store/store.ts'
import { missingVariable } from '../../text/missing-variable.ts'
import { FMW_OPTION } from '../errors.ts'
import { checkNames, checkNothingMissing, checkPath, checkPublicUrl, checkWhole } from './check-values.ts'
import { defaults } from './defaults.ts'
import type { MerchantWebhooksOptions } from './options.ts'
import { readSealing, type Sealing } from './read-sealing.ts'

/** What holds for a whole registration, with every default filled in. */
export interface SharedSettings {
  readonly name: string
  readonly prefix: string
  readonly publicUrl: string | undefined
  readonly store: Store
  /** Whether the merchant chose the store. */
  readonly hasStore: boolean
  readonly keeping: Keeping
  readonly classify: Classify | undefined
  readonly clock: Clock
  /** Keeps unreadable in the store what subscribers enter that is sensitive. */
  readonly sealing: Sealing
}

/** How the inbox works and what is kept, with every default filled in. */
export interface Keeping {
  readonly lanes: number
  /** ms */
  readonly closeGrace: number
  /** ms */
  readonly retention: InboxRetention
  /** Transcripts, ms. */
  readonly keepSessions: number
  readonly room: StoreRoom
}

/**
 * Reads what holds for a whole registration.
 *
 * @throws FMW_OPTION
 */
export function readShared(options: MerchantWebhooksOptions): SharedSettings {
  checkNames('', options, optionNames)
  const { name = 'default', prefix = '', publicUrl, store, classify, clock = systemClock } = options
  if (typeof name !== 'string' || name === '') throw new FMW_OPTION('name', 'must be text')
  checkNothingMissing('name', missingVariable(name))
  if (classify !== undefined && typeof classify !== 'function') {
    throw new FMW_OPTION('classify', 'must be a function of the body that returns a kind')
  }
  const wrongClock = problemOfClock(clock)
  if (wrongClock !== undefined) throw new FMW_OPTION('clock', wrongClock)
  return {
    name,
    prefix: readPrefix(prefix),
    publicUrl: publicUrl === undefined || publicUrl === '' ? undefined : checkPublicUrl(publicUrl),
    store: store === undefined ? memoryStore() : checkStore(store),
    hasStore: store !== undefined,
    keeping: readKeeping(options),
    classify,
    clock,
    sealing: readSealing(name, options.secret),
  }
}

function readKeeping(options: MerchantWebhooksOptions): Keeping {
  const whole = (name: keyof typeof defaults & keyof MerchantWebhooksOptions, least: number): number =>
    checkWhole(name, options[name] ?? defaults[name], least)
  return {
    lanes: whole('lanes', 1),
    closeGrace: whole('closeGrace', 0),
    retention: {
      entries: whole('keepEntries', 0) * day,
      identities: whole('keepIdentities', 0) * day,
      rejected: whole('keepRejected', 0),
    },
    keepSessions: whole('keepSessions', 0) * day,
    room: {
      entries: whole('keepEntriesBytes', 1),
      rejected: whole('keepRejectedBytes', 1),
      identities: whole('keepIdentitiesBytes', 1),
      sessions: whole('keepSessionsBytes', 1),
    },
  }
}

// ms
const day = 86_400_000

function readPrefix(prefix: unknown): string {
  const path = typeof prefix === 'string' ? prefix.replace(/\/$/, '') : prefix
  return path === '' ? '' : checkPath('prefix', path)
}

function checkStore(store: Store): Store {
  if (typeof store !== 'object' || store === null || typeof store.open !== 'function') {
    throw new FMW_OPTION('store', 'must be a store, such as memoryStore()')
  }
  return store
}

const sharedNames = ['verify', 'bodyLimit', 'bodyTimeout', 'country']
const turnNames = [
  'budget',
  'maxWork',
  'sessionExpiry',
  'maxSessions',
  'maxSessionBytes',
  'blockedAfter',
  'screens',
  'reply',
  'logScreens',
  'whenStoreFails',
  'mobileMayChange',
  'dialCode',
]
const notificationNames = ['attemptTimeout', 'attempts', 'retryFrom', 'retryUpTo', 'acknowledge', 'onDead']
const kindNames = [
  'ussd',
  'programmable',
  'payment',
  'checkout',
  'fulfilment',
  'ussdPayment',
  'deliveryReport',
  'inboundMessage',
]
const optionNames = [
  'prefix',
  'name',
  'publicUrl',
  'store',
  'lanes',
  'closeGrace',
  'keepEntries',
  'keepIdentities',
  'keepRejected',
  'keepSessions',
  'keepEntriesBytes',
  'keepIdentitiesBytes',
  'keepRejectedBytes',
  'keepSessionsBytes',
  'secret',
  'client',
  'confirmWith',
  'reconcileAfter',
  'giveUpAfter',
  'classify',
  'clock',
  'logLevel',
  'logSerializers',
  ...sharedNames,
  ...turnNames,
  ...notificationNames,
  ...kindNames,
]

/** Names that a turn kind takes. */
export const turnKindNames = [...sharedNames, ...turnNames, 'handler', 'path', 'onDeadline', 'onUnknownType', 'onEnd']

/** Names that a notification kind takes. */
export const notificationKindNames = [...sharedNames, ...notificationNames, 'handler', 'path', 'identity']

/** Names that a kind takes whose payments the service can be asked about. */
export const confirmableKindNames = [...notificationKindNames, 'confirmWith']

/** Names that fulfilment notices take. */
export const fulfilmentNames = [...notificationKindNames, 'report']

/** Names that `payment` takes: it stands for three kinds, each with its own path and identity. */
export const paymentNames = [...sharedNames, ...notificationNames, 'handler', 'confirmWith']
