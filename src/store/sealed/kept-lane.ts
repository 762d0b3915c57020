import { digest } from '../../pushes/reading/identifiers.ts'
import type { EntryFilter } from '../inbox-store.ts'
import type { Seals } from './seals.ts'

/** The lane of an inbound message names both phones: sealed stores keep a digest of it, the same whatever the secret. */
export function keptLane(lane: string): string {
  return lane.startsWith(ofMessages) && !lane.startsWith(digested)
    ? digested + digest(lane.slice(ofMessages.length))
    : lane
}

/** What is looked for, as a sealed store has it. */
export function keptFilter<Filter extends EntryFilter>({ isSealing }: Seals, filter: Filter): Filter {
  return isSealing && filter.lane !== undefined ? { ...filter, lane: keptLane(filter.lane) } : filter
}

const ofMessages = 'inboundMessage:'
const digested = `${ofMessages}#`
