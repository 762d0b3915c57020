import type { StoredEntry } from '../../entry.ts'
import { FMW_STORE_ARGUMENT } from '../../errors.ts'
import type { Claim } from '../../inbox-store.ts'

/** Where a claim's row is, beside what the contract tells of it. */
export interface PostgresClaim extends Claim {
  readonly seq: string
  readonly laneKey: string
}

export function toClaim(entry: StoredEntry, place: Pick<PostgresClaim, 'fence' | 'seq' | 'laneKey'>): PostgresClaim {
  return { entry, ...place }
}

/** @throws FMW_STORE_ARGUMENT when it was not made here */
export function readClaim(claim: Claim): PostgresClaim {
  if (isOwn(claim)) return claim
  throw new FMW_STORE_ARGUMENT('a claim', 'is of another store')
}

function isOwn(claim: Claim): claim is PostgresClaim {
  return 'seq' in claim && 'laneKey' in claim
}
