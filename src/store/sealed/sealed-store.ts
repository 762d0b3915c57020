import { cleanOutcome, type EntryErasure, type Erased, type Erasure } from '../people/erasure.ts'
import type { PersonQuery } from '../people/person.ts'
import type { OpenStore, Store, StoreLook, StoreUser } from '../store.ts'
import { SealedInbox } from './sealed-inbox.ts'
import { placesOfPayload, SealedInboxLook } from './sealed-look.ts'
import { openPerson, openSessionsIn, SealedSessionLook, SealedTurns } from './sealed-turns.ts'
import { Seals, textMark } from './seals.ts'

/** How a store is sealed. */
export interface Sealing {
  /** The first seals, all of them open. */
  readonly secrets: readonly string[]
  /** Whether what is kept from now on is sealed. What was sealed before is opened in any case. */
  readonly isSealing: boolean
}

/**
 * A store that keeps sealed what subscribers sent, typed and saw. Whoever reads it through this reads it open, so nobody
 * needs to know that it is sealed. Which names and times stay in the clear says the guide on personal data.
 */
export function sealStore(store: Store, { secrets, isSealing }: Sealing): Store {
  const seals = new Seals(secrets, isSealing)
  const { name, durability, place } = store
  const look = store.look?.bind(store)
  return Object.freeze({
    name,
    durability,
    ...(place === undefined ? {} : { place }),
    open: (user: StoreUser) => openSealed(store, user, seals),
    ...(look === undefined ? {} : { look: async () => lookSealed(await look(), seals) }),
  })
}

function openSealed(store: Store, user: StoreUser, seals: Seals): OpenStore {
  const { registration, log } = user
  const opened = store.open(user)
  return {
    inbox: new SealedInbox(opened.inbox, seals, registration, log),
    turns: new SealedTurns(opened.turns, seals, registration),
    trail: opened.trail,
    stops: opened.stops,
    ready: opened.ready,
    health: () => opened.health(),
    now: () => opened.now?.(),
    close: () => opened.close(),
  }
}

function lookSealed(look: StoreLook, seals: Seals): StoreLook {
  const erase = look.erase?.bind(look)
  const person = look.person?.bind(look)
  const phoneKey = look.phoneKey?.bind(look)
  const now = look.now?.bind(look)
  const served = look.served?.bind(look)
  const tables = look.tables?.bind(look)
  const check = look.check?.bind(look)
  return {
    registrations: () => look.registrations(),
    inbox: new SealedInboxLook(look.inbox, seals),
    sessions: new SealedSessionLook(look.sessions, seals),
    trail: look.trail,
    stops: look.stops,
    openSessions: openSessionsIn(look.openSessions, seals),
    ...(erase === undefined ? {} : { erase: (erasure: Erasure) => eraseSealed(look, erase, seals, erasure) }),
    ...(person === undefined
      ? {}
      : { person: async (query: PersonQuery) => openPerson(seals, query.registration, await person(query)) }),
    ...(phoneKey === undefined ? {} : { phoneKey }),
    ...(now === undefined ? {} : { now }),
    ...(served === undefined ? {} : { served }),
    ...(tables === undefined ? {} : { tables }),
    ...(check === undefined ? {} : { check }),
    close: () => look.close(),
  }
}

/** What takes the place of sealed bytes is sealed too, also by a command that seals nothing else. */
async function eraseSealed(
  look: StoreLook,
  erase: (erasure: Erasure) => Promise<Erased>,
  seals: Seals,
  erasure: Erasure,
): Promise<Erased> {
  const { registration, number } = erasure
  const entries: EntryErasure[] = []
  for (const { payload, ...entry } of erasure.entries) {
    const { id } = entry
    const kept = payload === undefined ? undefined : await look.inbox.get(registration, id)
    const places = () => placesOfPayload(registration, kept ?? { id, lane: '', receivedAt: 0 })
    entries.push({ ...entry, payload: payload && seals.keepLike('payload', kept?.payload, payload, places) })
  }
  if (number === undefined) return erase({ ...erasure, entries })
  const without = (outcome: string): string => cleanOutcome(number, outcome)
  const clean = (outcome: string): string => seals.changeText('outcome', outcome, 'an effect', without)
  return erase({ ...erasure, entries, number: { ...number, sealed: { mark: textMark, clean } } })
}
