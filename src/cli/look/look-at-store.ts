import { Inbox } from '../../admin/inbox.ts'
import { Sessions } from '../../admin/sessions-look.ts'
import { Trail } from '../../admin/trail.ts'
import { onlyLooking } from '../../only-looking.ts'
import { notificationKinds } from '../../pushes/kinds.ts'
import { sealStore } from '../../store/sealed/sealed-store.ts'
import type { Store, StoreLook } from '../../store/store.ts'
import { printable } from '../../text/clean-text.ts'
import type { Numbering } from '../../text/countries.ts'
import { secretsGiven } from '../environment.ts'
import { fileNamed } from '../files.ts'
import { UsageError } from '../terminal.ts'
import { readCountryOption, understand } from './look-args.ts'

/** Which store is meant, as options name it. */
export interface StorePlace {
  /** A SQLite file, or the address of a PostgreSQL database. */
  readonly store?: string | undefined
  /** Where the tables of a PostgreSQL store are. */
  readonly schema?: string | undefined
}

/**
 * Looks at the store that is named, and opens what is sealed in it. What it needs is loaded only then.
 *
 * @throws UsageError where nothing or nothing usable is named; an error where there is no such file, and what the store
 * throws
 */
export async function lookAtStore(place: StorePlace): Promise<StoreLook> {
  return lookInto(sealStore(await storeAt(place), { secrets: secretsGiven(), isSealing: false }))
}

/** Looks at what the store keeps, sealed as it is. @throws as `lookAtStore` */
export async function lookAtSealedStore(place: StorePlace): Promise<StoreLook> {
  return lookInto(await storeAt(place))
}

async function storeAt({ store: address = '', schema }: StorePlace): Promise<Store> {
  if (address === '') {
    throw new UsageError('Name the store: --store merchant.db, --store postgres://…, or MERCHANT_STORE.')
  }
  const [, scheme] = /^([a-z][a-z0-9+.-]+):\/\//i.exec(address) ?? []
  return scheme === undefined ? openFile(address) : openDatabase(address, scheme, schema)
}

/** @throws an error for a store that lives in its process */
export async function lookInto(store: Store): Promise<StoreLook> {
  if (store.look === undefined) throw new Error(`The store ${store.name} cannot be looked at from outside.`)
  return store.look()
}

/** The address may hold a password: it is never shown. */
async function openDatabase(address: string, scheme: string, schema: string | undefined): Promise<Store> {
  if (!/^postgres(?:ql)?$/.test(scheme)) {
    throw new UsageError(`The store is a SQLite file or postgres://…, not ${scheme}://….`)
  }
  const { postgresStore } = await import('../../store/postgres/index.ts')
  return understand(() => postgresStore(address, schema === undefined ? {} : { schema }))
}

async function openFile(file: string): Promise<Store> {
  if (!fileNamed(file).isFile()) throw new Error(`${printable(file)} is no file.`)
  const { sqliteStore } = await import('../../store/sqlite/index.ts')
  return onlyLooking(async () => sqliteStore(file))
}

/**
 * Whose entries and sessions are meant: the registration that is named, else the only one, else `default`.
 *
 * @throws an error naming those that there are
 */
export async function chooseRegistration(look: StoreLook, named: string | undefined): Promise<string> {
  const there = await look.registrations()
  if (named === undefined) {
    const [only = 'default'] = there
    if (there.length < 2) return only
    if (there.includes('default')) return 'default'
    throw new Error(`Several registrations keep things here: say --registration, one of ${names(there)}.`)
  }
  if (there.includes(named)) return named
  const others = there.length === 0 ? 'Nothing is kept here yet.' : `There are: ${names(there)}.`
  throw new Error(`Nothing is kept here of a registration '${printable(named)}'. ${others}`)
}

function names(registrations: readonly string[]): string {
  return registrations.map(printable).join(', ')
}

/** Which registration of which store is meant. */
export interface RegistrationPlace extends StorePlace {
  readonly registration?: string | undefined
  readonly json?: boolean | undefined
}

/** What is looked at: the store of a registration, and who did what there. */
export interface Looked {
  readonly look: StoreLook
  readonly registration: string
  readonly trail: Trail
  /** What spans of time count back from, epoch ms: a store on another machine has a clock of its own. */
  readonly now: number
}

/** Opens a store for a registration, lets it be looked at, and lets go of it whatever happens. */
export async function withStore(
  { registration: named, ...place }: RegistrationPlace,
  work: (looked: Looked) => Promise<void>,
  open: (place: StorePlace) => Promise<StoreLook> = lookAtStore,
): Promise<void> {
  const look = await open(place)
  try {
    const registration = await chooseRegistration(look, named)
    const now = (await look.now?.()) ?? Date.now()
    await work({ look, registration, trail: new Trail(look.trail, registration), now })
  } finally {
    await look.close()
  }
}

/** Where a number was dialled that is asked for. */
interface CountryValues {
  readonly country?: string | undefined
}

/** Opens an inbox for work. @throws UsageError where there is no such country */
export async function withInbox(
  values: RegistrationPlace & CountryValues,
  work: (inbox: Inbox, looked: Looked) => Promise<void>,
): Promise<void> {
  const country = readCountryOption(values.country)
  await withStore(values, (looked) => {
    const { look, trail, registration } = looked
    return work(new Inbox({ look: look.inbox, trail, registration, country, kinds: kindsOf(country) }), looked)
  })
}

/** What the application acknowledges with is its own secret; 200 is the default. */
export function kindsOf(country: Numbering | undefined) {
  return Object.fromEntries(notificationKinds.map((kind) => [kind, { country, status: 200 }]))
}

/** Opens the sessions of a registration. @throws UsageError where there is no such country */
export async function withSessions(
  values: RegistrationPlace & CountryValues,
  work: (sessions: Sessions, looked: Looked) => Promise<void>,
): Promise<void> {
  const country = readCountryOption(values.country)
  await withStore(values, (looked) => {
    const { look, trail, registration } = looked
    return work(new Sessions({ look: look.sessions, trail, registration, country }), looked)
  })
}

/**
 * Who works on what was asked for, in words: a registration that was renamed has nobody.
 *
 * @param what `it` or `them`
 */
export async function whoWorks(look: StoreLook, registration: string, what: 'it' | 'them'): Promise<string> {
  const name = printable(registration)
  const served = await look.served?.()
  if (served === undefined || served.includes(registration)) {
    return `an application that registers '${name}' works on ${what} when it runs.`
  }
  const waits = what === 'it' ? 'it waits' : 'they wait'
  return `no process that runs now registers '${name}', so ${waits} until one does.`
}
