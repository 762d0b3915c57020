import { type Clock, problemOfClock, systemClock } from '../../clock.ts'
import { Sealer } from '../../conversation/record/seal.ts'
import type { Classify } from '../../http/recognise.ts'
import { CallbackSigner } from '../../payments/rules/callback-signer.ts'
import type { SessionEvent } from '../../pushes/session-push.ts'
import type { InboxRetention } from '../../store/inbox-store.ts'
import { memoryStore } from '../../store/memory-store.ts'
import { sealStore } from '../../store/sealed/sealed-store.ts'
import type { Store, StoreRoom } from '../../store/store.ts'
import { missingVariable } from '../../text/missing-variable.ts'
import { rememberSecret } from '../../text/secrets/known-secrets.ts'
import { messageIds } from '../../trace/message-id.ts'
import { secretTurnKey, turnKey } from '../../turns/stored/keys.ts'
import { FMW_OPTION } from '../errors.ts'
import {
  checkBoolean,
  checkFunction,
  checkNames,
  checkNothingMissing,
  checkPath,
  checkPublicUrl,
  checkSecret,
} from './check-values.ts'
import { numbers, readGroup, readNumbers } from './numbers.ts'
import type { MerchantWebhooksOptions } from './options.ts'

/** What holds for a whole registration, with every default filled in. */
export interface SharedSettings {
  readonly name: string
  readonly prefix: string
  readonly publicUrl: string | undefined
  readonly store: Store
  /** Whether the merchant chose the store. */
  readonly hasStore: boolean
  readonly keeping: Keeping
  /** Bytes of all bodies that are arriving. */
  readonly bodyRoom: number
  readonly classify: Classify | undefined
  readonly clock: Clock
  /** Keeps unreadable in the store what subscribers enter that is sensitive. */
  readonly sealing: Sealing
}

/** How the inbox works and what is kept, with every default filled in. */
interface Keeping {
  readonly concurrency: number
  /** ms */
  readonly shutdownTimeout: number
  /** ms */
  readonly retention: InboxRetention
  /** ms that transcripts are kept. */
  readonly transcripts: number
  /** ms that what people did is kept. */
  readonly trail: number
  readonly room: StoreRoom
}

/**
 * Reads what holds for a whole registration.
 *
 * @throws FMW_OPTION
 */
export function readShared(options: MerchantWebhooksOptions): SharedSettings {
  checkNames('', options, optionNames)
  checkUsual(options)
  const { name = 'default', prefix = '', publicUrl, store, classify, clock = systemClock } = options
  if (typeof name !== 'string' || name === '') throw new FMW_OPTION('name', 'must be text')
  if (name !== name.trim()) throw new FMW_OPTION('name', 'must not begin or end with a space')
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
    store: readStore(options),
    hasStore: store !== undefined,
    keeping: readKeeping(options),
    bodyRoom: readNumbers('', 'registration', [options]).bodyRoom,
    classify,
    clock,
    sealing: readSealing(name, options.secret),
  }
}

/** What stands for every kind is checked although no kind may need it. @throws FMW_OPTION */
function checkUsual(options: MerchantWebhooksOptions): void {
  checkBoolean('logScreens', options.logScreens)
  checkFunction('onDead', options.onDead)
  const { logSerializers } = options
  if (logSerializers !== undefined && typeof logSerializers !== 'object')
    throw new FMW_OPTION('logSerializers', "must be an object of functions, as Fastify's is")
  for (const group of ['every', 'turns'] as const) readNumbers('', group, [options])
  for (const group of ['sessions', 'retry'] as const) readGroup('', group, { '': options })
}

function readKeeping(options: MerchantWebhooksOptions): Keeping {
  const { concurrency, shutdownTimeout } = readNumbers('', 'registration', [options])
  const kept = readGroup('', 'retention', { '': options })
  return {
    concurrency,
    shutdownTimeout,
    retention: {
      entries: kept.entriesDays * day,
      identities: kept.identitiesDays * day,
      rejected: kept.rejected,
    },
    transcripts: kept.sessionsDays * day,
    trail: kept.trailDays * day,
    room: {
      entries: kept.entriesBytes,
      rejected: kept.rejectedBytes,
      identities: kept.identitiesBytes,
      sessions: kept.sessionsBytes,
      trail: kept.trailBytes,
    },
  }
}

// ms
const day = 86_400_000

function readPrefix(prefix: unknown): string {
  const path = typeof prefix === 'string' ? prefix.replace(/\/$/, '') : prefix
  return path === '' ? '' : checkPath('prefix', path)
}

/** What is sealed is opened whether more is sealed or not; a store that keeps nothing has nothing to seal. */
function readStore({ store, secret, seal = false }: MerchantWebhooksOptions): Store {
  checkBoolean('seal', seal)
  const chosen = store === undefined ? memoryStore() : checkStore(store)
  const secrets = readSecrets(secret)
  if (seal && secrets.length === 0)
    throw new FMW_OPTION('seal', 'needs the option secret: what the store keeps is sealed under it')
  return chosen.durability === 'none' ? chosen : sealStore(chosen, { secrets, isSealing: seal })
}

function checkStore(store: Store): Store {
  if (typeof store !== 'object' || store === null || typeof store.open !== 'function') {
    throw new FMW_OPTION(
      'store',
      "must be a store: sqliteStore('merchant.db') of …/sqlite, postgresStore(…) of …/postgres, or memoryStore(), which keeps nothing",
    )
  }
  return store
}

const sharedNames = ['verify', ...Object.keys(numbers.every), 'country']
const turnNames = [
  ...Object.keys(numbers.turns),
  'sessions',
  'screens',
  'reply',
  'logScreens',
  'whenStoreFails',
  'mobileMayChange',
  'dialCode',
]
const notificationNames = ['retry', 'acknowledge', 'onDead']
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
  ...Object.keys(numbers.registration),
  'retention',
  'secret',
  'seal',
  'client',
  'confirmWith',
  'reconcile',
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
export const turnKindNames = [...sharedNames, ...turnNames, 'handler', 'path', 'onDeadline', 'onUnknownType', 'onLeave']

/** Names that a notification kind takes. */
export const notificationKindNames = [...sharedNames, ...notificationNames, 'handler', 'path', 'identity']

/** Names that a kind takes whose payments the service can be asked about. */
export const confirmableKindNames = [...notificationKindNames, 'confirmWith']

/** Names that fulfilment notices take. */
export const fulfilmentNames = [...notificationKindNames, 'report']

/** Names that `payment` takes: it stands for three kinds, each with its own path and identity. */
export const paymentNames = [...sharedNames, ...notificationNames, 'handler', 'confirmWith']

/** What is made of the merchant's secrets: above all, how what is sensitive is kept from whoever reads the store. */
export interface Sealing {
  readonly sealer: Sealer
  /** What a turn is known by in the store. */
  readonly turnKey: (event: SessionEvent) => string
  /** Signs the addresses of payments; undefined without a secret, since what a process signed nobody would know after it. */
  readonly signer: CallbackSigner | undefined
  /** Names an entry for those who trace. */
  readonly messageId: (entryId: string) => string
}

/** @param registration its name @throws FMW_OPTION */
function readSealing(registration: string, given: string | readonly string[] | undefined): Sealing {
  const secrets = readSecrets(given)
  secrets.forEach(rememberSecret)
  const sealer = new Sealer(secrets)
  const [first, ...others] = secrets
  const messageId = messageIds(registration, first)
  if (first === undefined) return { sealer, turnKey, signer: undefined, messageId }
  const signer = new CallbackSigner(registration, [first, ...others])
  return { sealer, turnKey: secretTurnKey(first), signer, messageId }
}

/** The new one first. @throws FMW_OPTION */
function readSecrets(given: string | readonly string[] | undefined): readonly string[] {
  if (given === '')
    throw new FMW_OPTION('secret', 'is empty; if it comes from the environment, see that the variable is set')
  const secrets = given === undefined ? [] : typeof given === 'string' ? [given] : given
  if (!Array.isArray(secrets) || !secrets.every(isLongEnough) || (given !== undefined && secrets.length === 0)) {
    throw new FMW_OPTION('secret', `must be text of at least ${shortest} characters, or a list of such texts`)
  }
  for (const text of secrets) checkSecret('secret', text)
  if (typeof given === 'string' && given.includes(','))
    throw new FMW_OPTION('secret', "has a comma in it: give several as a list, as MERCHANT_SECRET.split(',') makes one")
  return secrets
}

function isLongEnough(secret: unknown): boolean {
  return typeof secret === 'string' && secret.length >= shortest
}

const shortest = 16
