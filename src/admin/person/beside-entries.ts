import { leftTalk } from '../../conversation/record/left-talk.ts'
import { erasedOutcome, whoseOfEntry } from '../../store/effects/kept-outcome.ts'
import type { PersonEffect, PersonSession } from '../../store/people/person.ts'
import type { StoreLook } from '../../store/store.ts'
import { FMW_LOOK } from '../errors.ts'
import type { Whose } from './whose.ts'

/** What is kept of a person beside their entries. */
export interface BesideEntries {
  readonly sessions: readonly PersonSession[]
  readonly results: readonly PersonResult[]
}

/** What a `once` gave, of a session of theirs or of an entry. */
export interface PersonResult extends PersonEffect {
  /** The id of the entry whose handler did it; null where a session did. */
  readonly entry: string | null
}

/**
 * Reads it. Results that were erased are none.
 *
 * @param entries the ids of their entries
 * @throws FMW_LOOK where the store can't; FMW_SEALED
 */
export async function besideEntries(
  look: StoreLook,
  registration: string,
  whose: Whose,
  entries: readonly string[],
): Promise<BesideEntries> {
  if (look.person === undefined)
    throw new FMW_LOOK('the store', 'has no erase and no export of one person: give one of this package')
  const ids = new Map(entries.map((id) => [whoseOfEntry(id), id]))
  const kept = await look.person({ registration, phoneKey: whose.key, whose: [whose.key, ...ids.keys()] })
  const results = kept.effects.filter(({ outcome }) => outcome !== erasedOutcome)
  return {
    sessions: kept.sessions,
    results: results.map((effect) => ({ ...effect, entry: ids.get(effect.whose) ?? null })),
  }
}

/**
 * Why a session stays; undefined of one that may go: nobody is on the line. What was begun in one that is left, and nobody knows
 * whether it was done, only who goes on with that one finds out.
 */
export function whyItStays({ standing, state }: PersonSession): 'open' | 'unsettled' | undefined {
  if (standing === 'open') return 'open'
  const left = state === null ? undefined : leftTalk(JSON.parse(state))
  return left?.isUnsettled === true ? 'unsettled' : undefined
}

/**
 * The results that may go, for nobody asks for them again: those of entries that go, and those of sessions where none stays. They
 * name no session, so any that stays keeps all.
 */
export function resultsToErase(
  { sessions, results }: BesideEntries,
  goes: (entry: string) => boolean,
): readonly PersonResult[] {
  const isSessionKept = sessions.some((session) => whyItStays(session) !== undefined)
  return results.filter(({ entry }) => (entry === null ? !isSessionKept : goes(entry)))
}
