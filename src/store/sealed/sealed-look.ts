import { digest } from '../../pushes/reading/identifiers.ts'
import type { AttemptRecord, EntrySummary, StoredEntry } from '../entry.ts'
import { FMW_SEALED } from '../errors.ts'
import type { EntryCount, EntryFilter, EntryPage, EntryQuery, InboxLook } from '../inbox-store.ts'
import { type Fits, type Place, placeOf, type SealedPart, type Seals } from './seals.ts'

/** The inbox for people and tools, with what is sealed in it open. */
export class SealedInboxLook implements InboxLook {
  protected readonly seals: Seals
  readonly #look: InboxLook

  constructor(look: InboxLook, seals: Seals) {
    this.#look = look
    this.seals = seals
  }

  get inOrder(): boolean | undefined {
    return this.#look.inOrder
  }

  async list(query: EntryQuery): Promise<EntryPage> {
    const page = await this.#look.list(keptFilter(this.seals, query))
    const entries = page.entries.map((entry) => openSummary(this.seals, query.registration, entry))
    return { ...page, entries }
  }

  /** @throws FMW_SEALED */
  async get(registration: string, id: string): Promise<StoredEntry | undefined> {
    const entry = await this.#look.get(registration, id)
    return entry && openEntry(this.seals, registration, entry)
  }

  count(filter: EntryCount): ReturnType<InboxLook['count']> {
    return this.#look.count(keptFilter(this.seals, filter))
  }

  backlog(...asked: Parameters<InboxLook['backlog']>): ReturnType<InboxLook['backlog']> {
    return this.#look.backlog(...asked)
  }

  replay(...asked: Parameters<InboxLook['replay']>): Promise<boolean> {
    return this.#look.replay(...asked)
  }

  redrive(filter: EntryFilter, most: number): Promise<number> {
    return this.#look.redrive(keptFilter(this.seals, filter), most)
  }

  settleReview(...asked: Parameters<InboxLook['settleReview']>): Promise<boolean> {
    return this.#look.settleReview(...asked)
  }
}

/** Where the bytes of an entry belong: to its id, and as a conflict, whose id is made when it is kept, to what it came with. */
export function placesOfPayload(
  registration: string,
  entry: Pick<EntrySummary, 'id' | 'lane' | 'receivedAt'>,
): readonly Place[] {
  return [placeInEntry(registration, entry.id), placeAsConflict(registration, entry)]
}

function placeAsConflict(registration: string, { lane, receivedAt }: Pick<EntrySummary, 'lane' | 'receivedAt'>): Place {
  return placeOf('conflict', registration, lane, receivedAt)
}

/** Where a text of an entry belongs. */
export function placeInEntry(registration: string, id: string): Place {
  return placeOf('entry', registration, id)
}

/** @throws FMW_SEALED where its bytes stay closed */
export function openEntry(seals: Seals, registration: string, entry: StoredEntry): StoredEntry {
  const { id, payload } = entry
  const fits: Fits = ([own, came]) =>
    is(own, placeInEntry(registration, id)) ||
    (entry.conflictsWith !== null && is(came, placeAsConflict(registration, entry)))
  const opened = seals.openBytes('payload', payload, `the entry ${id}`, fits)
  const summary = openSummary(seals, registration, entry)
  return summary === entry && opened === payload ? entry : { ...entry, ...summary, payload: opened }
}

/** What stays closed is said to be: the rest of a list is of use without it. */
function openSummary<Entry extends EntrySummary>(seals: Seals, registration: string, entry: Entry): Entry {
  const { id, attempts } = entry
  if (attempts.length === 0 && entry.reason === null) return entry
  const fits: Fits = ([place]) => is(place, placeInEntry(registration, id))
  const open = (part: SealedPart, text: string): string => shown(seals, part, text, id, fits)
  const openAttempt = (attempt: AttemptRecord): AttemptRecord => {
    const error = attempt.error === null ? null : open('error', attempt.error)
    return attempt.note === undefined ? { ...attempt, error } : { ...attempt, error, note: open('note', attempt.note) }
  }
  const reason = entry.reason === null ? null : open('reason', entry.reason)
  return { ...entry, reason, attempts: attempts.map(openAttempt) }
}

function shown(seals: Seals, part: SealedPart, text: string, id: string, fits: Fits): string {
  try {
    return seals.openText(part, text, `the entry ${id}`, fits)
  } catch (error) {
    if (error instanceof FMW_SEALED) return closed
    throw error
  }
}

/** Whether two places are one. */
export function is(place: Place | undefined, expected: Place | undefined): boolean {
  return place !== undefined && expected !== undefined && place.equals(expected)
}

/** Stands for a text that no secret opens which is given. */
const closed = '(sealed with another secret)'

/** The lane of an inbound message names both phones: sealed stores keep a digest of it, the same whatever the secret. */
export function keptLane(lane: string): string {
  return lane.startsWith(ofMessages) && !lane.startsWith(digested)
    ? digested + digest(lane.slice(ofMessages.length))
    : lane
}

/** What is looked for, as a sealed store has it. */
function keptFilter<Filter extends EntryFilter>({ isSealing }: Seals, filter: Filter): Filter {
  return isSealing && filter.lane !== undefined ? { ...filter, lane: keptLane(filter.lane) } : filter
}

const ofMessages = 'inboundMessage:'
const digested = `${ofMessages}#`
