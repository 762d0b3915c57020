import type { StoreLook } from '../../store/store.ts'
import { checkNames } from '../check-query.ts'
import { FMW_LOOK } from '../errors.ts'
import { Inbox, type InboxParts } from '../inbox.ts'
import { bareView, maskedView } from '../masked-entry.ts'
import { maskedSession } from '../sessions/masked-session.ts'
import { Sessions, type SessionTranscript, typedBefore } from '../sessions-look.ts'
import { aReason, type PersonOptions, readPerson, Trail, type TrailEntry, trailJson } from '../trail.ts'
import { besideEntries } from './beside-entries.ts'
import { type HeldElsewhere, heldElsewhere } from './elsewhere.ts'
import { entriesOf, everyEntryOf, type OnRead } from './entries-of.ts'
import { type ExportedBeside, exportBeside } from './export-beside.ts'
import type { Whose } from './whose.ts'

/**
 * Whose data is exported, and how.
 *
 * @example
 * const options: PersonExportOptions = { phone: '+233000000000', unmask: { reason: 'asked for on 3 March' } }
 * await writeFile('person.json', JSON.stringify(await app.merchant.export(options), null, 2))
 */
export interface PersonExportOptions {
  /** A whole phone number, or the id that a channel sends in its place. Any other text is refused if nothing is kept under it. */
  readonly phone: string
  /** Why everything is shown as it came. Without it names, numbers, references and texts are masked. The reason stands in the export and on the trail. */
  readonly unmask?: (PersonOptions & { readonly reason: string }) | undefined
  /** As in `EraseOptions`. */
  readonly thorough?: boolean | undefined
  /** Told while every entry is read. */
  readonly onRead?: OnRead | undefined
}

/**
 * What is kept of one person, as JSON: entries, what your people did to these and noted on them, sessions, what these may go on from,
 * and results of `talk.once` and `attempt.once`.
 *
 * @example
 * const { entries, sessions, results }: PersonExport = await app.merchant.export({ phone: '+233000000000' })
 */
export interface PersonExport extends ExportedBeside {
  /** Shortened, unless it is unmasked. */
  readonly phone: string
  readonly registration: string
  readonly exportedAt: string
  /** Why it is unmasked; null where it is masked. */
  readonly unmasked: (PersonOptions & { readonly reason: string }) | null
  /** As `inbox get --json` shows them. */
  readonly entries: readonly object[]
  /** What people did to these entries, their notes too, as `trail --json` shows it: numbers are shortened, always. */
  readonly trail: readonly object[]
  /** Transcripts, masked as `sessions get` masks them. What was entered where a screen masked it is kept nowhere. */
  readonly sessions: readonly SessionTranscript[]
  /** Other registrations of the store that keep something of theirs: export there too. */
  readonly elsewhere: readonly HeldElsewhere[]
}

/** Reads the options. @throws FMW_LOOK */
export function readExport(given: PersonExportOptions): PersonExportOptions {
  const options = checkNames('export', given, ['phone', 'unmask', 'thorough', 'onRead'])
  if (options.unmask === undefined) return options
  const { by, reason } = checkNames('unmask', options.unmask, ['by', 'reason'])
  readPerson({ by, reason })
  if (reason !== undefined) return options
  throw new FMW_LOOK('unmask.reason', `must be ${aReason}`)
}

/** Gathers what is kept of a person. */
export async function exportPerson(
  look: StoreLook,
  place: Omit<InboxParts, 'look' | 'trail'>,
  whose: Whose,
  { phone, unmask, thorough, onRead }: PersonExportOptions,
  now: number,
): Promise<PersonExport> {
  const { registration, country } = place
  const found = thorough
    ? (await everyEntryOf(look.inbox, registration, whose, onRead)).own
    : await entriesOf(look.inbox, registration, whose)
  const ids = found.map(({ id }) => id)
  const beside = await besideEntries(look, registration, whose, ids)
  const elsewhere = await heldElsewhere(look, registration, whose)
  whose.checkFound(found, beside.sessions, beside.results, elsewhere)
  const trail = new Trail(look.trail, registration)
  if (unmask !== undefined) {
    await trail.append({ ...unmask, act: 'export', about: { phone: whose.masked, entries: found.length } })
  }
  const inbox = new Inbox({ ...place, look: look.inbox, trail })
  const entries: object[] = []
  const done: TrailEntry[] = []
  for (const { id } of found) {
    const details = await inbox.get(id)
    const { json } = unmask === undefined ? await maskedView(inbox, details) : bareView(details)
    entries.push(json)
    for await (const line of trail.all({ entry: id, limit: 1_000 })) done.push(line)
  }
  const sessions = await sessionsOf(new Sessions({ look: look.sessions, trail, registration, country }), phone)
  return {
    phone: unmask === undefined ? whose.masked : phone,
    registration,
    exportedAt: new Date(now).toISOString(),
    unmasked: unmask ?? null,
    entries,
    trail: done.toSorted((one, other) => +other.at - +one.at).map(trailJson),
    sessions: unmask === undefined ? await Promise.all(sessions.map((session) => maskedFor(session, whose))) : sessions,
    ...exportBeside(beside, unmask === undefined),
    elsewhere,
  }
}

/** As `sessions get` shows it. What they typed and saw may hold numbers, theirs in any form. */
async function maskedFor(session: SessionTranscript, whose: Whose): Promise<SessionTranscript> {
  const transcript = session.transcript.map((turn) => ({
    ...turn,
    entered: turn.entered && whose.without(turn.entered),
    screen: turn.screen && whose.without(turn.screen),
  }))
  return maskedSession({ ...session, transcript }, await typedBefore(session))
}

/** Another phone may have a session of the same id: that is not theirs. */
async function sessionsOf(sessions: Sessions, phone: string): Promise<readonly SessionTranscript[]> {
  const found: SessionTranscript[] = []
  for await (const own of sessions.all({ phone, limit: 1_000 })) {
    const transcripts = await sessions.get(own.sessionId)
    found.push(
      ...transcripts.filter(
        ({ kind, startedAt, phone: shown }) =>
          kind === own.kind && shown === own.phone && +startedAt === +own.startedAt,
      ),
    )
  }
  return found
}
