import { readKept } from '../inbox/entry.ts'
import { ownOptions } from '../own-options.ts'
import { withReference } from '../payments/sessions/asked-of-session.ts'
import { unconfirmed } from '../payments/work/confirmed-works.ts'
import type { NotificationKind } from '../pushes/kinds.ts'
import { readBytes } from '../pushes/reading/body-text.ts'
import type { BacklogState, KindBacklog } from '../store/backlog.ts'
import type { EntryState, StoredEntry } from '../store/entry.ts'
import type { EntryFilter, InboxLook } from '../store/inbox-store.ts'
import type { Numbering } from '../text/countries.ts'
import { pagesOf } from './check-query.ts'
import { FMW_ENTRY_UNKNOWN, FMW_LOOK } from './errors.ts'
import { type ExportedFixture, exportFixture } from './exported/fixture.ts'
import { entryPage } from './exported/page.ts'
import {
  eventOf,
  type InboxEntry,
  type InboxEntryDetails,
  type InboxPage,
  incomingOf,
  isNotification,
  toInboxEntry,
} from './inbox-entry.ts'
import {
  type InboxCountOptions,
  type InboxFilter,
  type InboxQuery,
  readFilter,
  readMost,
  readQuery,
} from './inbox-query.ts'
import { maskedView } from './masked-entry.ts'
import { type NoteOptions, noteAct, notesOf, readNoteOptions } from './notes.ts'
import {
  readSettling,
  type SettleReviewOptions,
  type SettleReviewsOptions,
  type SettleReviewsProgress,
  settleOpen,
} from './review.ts'
import {
  type RedriveSeenOptions,
  redriveOne,
  type SeenProgress,
  type SettleSeenOptions,
  workOnTrail,
} from './seen/bulk.ts'
import {
  askedBefore,
  changedSince,
  isAsSeen,
  isReviewAsSeen,
  lastAttempt,
  openBefore,
  reviewChangedSince,
  type SeenEntry,
  seenReview,
  settledBefore,
} from './seen/seen-entry.ts'
import { cartsLook } from './sessions/carts-look.ts'
import { type PersonOptions, readNamed, readPerson, type Trail } from './trail.ts'

/** What an inbox is looked at with. */
export interface InboxParts {
  readonly look: InboxLook
  /** Where a line says what people did. */
  readonly trail: Trail
  /** Whose entries. */
  readonly registration: string
  /** Reads national phone numbers that are looked for. */
  readonly country?: Numbering | undefined
  /** What a kind is received with; one that is left out has no country and is acknowledged with 200. */
  readonly kinds?: Readonly<Partial<Record<NotificationKind, LookedAtKind>>>
}

/** What a kind is received with, as far as looking needs it. */
export interface LookedAtKind {
  readonly country: Numbering | undefined
  /** Of the acknowledgement. */
  readonly status: number
  /** Whether the service is asked about other payments, and can't be asked about this kind. */
  readonly isUnconfirmable?: boolean | undefined
}

/**
 * Options of `inbox.replay`.
 *
 * @example
 * const entry = await app.merchant.inbox.get(id)
 * const options: ReplayOptions = { by: 'Ama', seen: entry }
 * await app.merchant.inbox.replay(id, options)
 */
export interface ReplayOptions extends PersonOptions {
  /** The entry as the person saw it who decides: one that has changed since isn't replayed. Default: whatever it is. */
  readonly seen?: Pick<SeenEntry, 'state' | 'attempts'> | undefined
}

/**
 * Options of `inbox.redrive` besides its filter.
 *
 * @example
 * const options: RedriveOptions = { onProgress: ({ redriven, total }) => app.log.info(`${redriven} of ${total}`) }
 * await app.merchant.inbox.redrive({ kinds: 'checkout' }, options)
 */
export interface RedriveOptions extends PersonOptions {
  /** At most this many entries. Default: all that are dead. */
  readonly limit?: number | undefined
  /** Called before the first step, and after each. */
  readonly onProgress?: ((progress: RedriveProgress) => void) | undefined
}

/**
 * How far `inbox.redrive` has come.
 *
 * @example
 * const inWords = ({ redriven, total }: RedriveProgress) => `${redriven} of ${total}`
 */
export interface RedriveProgress {
  /** Entries replayed so far. */
  readonly redriven: number
  /** Dead entries that the filter matched at the start, and `limit` at most. */
  readonly total: number
}

/**
 * The accepted notifications and the plugin's own follow-ups, for people to look at: `app.merchant.inbox`.
 *
 * Every method rejects with `FMW_STORE_UNAVAILABLE` while the store can't be reached, and with `FMW_LOOK` for a wrong
 * filter.
 *
 * @example
 * const { entries } = await app.merchant.inbox.list({ states: 'dead', limit: 20 })
 * for (const { id, reference, attempts } of entries) console.log(id, reference, attempts.at(-1)?.error)
 */
export class Inbox {
  readonly #parts: InboxParts

  constructor(parts: InboxParts) {
    this.#parts = { ...parts, look: cartsLook(parts.look) }
  }

  /** A page of entries, newest first. */
  async list(query: InboxQuery = {}): Promise<InboxPage> {
    const { entries, next } = await this.#parts.look.list(readQuery(query, this.#parts))
    return { entries: entries.map(toInboxEntry), next }
  }

  /**
   * Every entry, newest first, a page at a time.
   *
   * @example
   * for await (const { id, state } of app.merchant.inbox.all({ kinds: 'checkout' })) console.log(id, state)
   */
  async *all(query: InboxQuery = {}): AsyncGenerator<InboxEntry, void, undefined> {
    for await (const { entries } of pagesOf((asked: InboxQuery) => this.list(asked), query)) yield* entries
  }

  /**
   * One entry with its push, unmasked.
   *
   * @throws FMW_ENTRY_UNKNOWN
   */
  async get(id: string): Promise<InboxEntryDetails> {
    const entry = await this.#find(id)
    if (!isNotification(entry)) {
      return { ...toInboxEntry(entry), event: undefined, raw: readKept(entry.payload), body: undefined, problem: null }
    }
    const incoming = incomingOf(entry)
    const { country, isUnconfirmable = false } = this.#parts.kinds?.[entry.kind] ?? asUsual
    const read = incoming.value === undefined ? incoming : eventOf(incoming.value, entry, country)
    const { value } = read
    // Its session brings it back.
    const event =
      value?.kind === 'fulfilment'
        ? await withReference({ inbox: this.#parts.look, registration: this.#parts.registration }, value)
        : value
    const isDoubtful = isUnconfirmable && event?.kind === 'fulfilment' && incoming.value !== undefined
    return {
      ...toInboxEntry(entry),
      event: isDoubtful ? unconfirmed(event, incoming.value) : event,
      raw: incoming.value?.raw,
      body: entry.form === 'body' ? readBytes(entry.payload).text : undefined,
      problem: read.problem?.message ?? null,
    }
  }

  /**
   * The same as `get`, with a line on the trail: for a page or a tool that shows it to a person. The line is written
   * first. If it can't be, nothing is shown.
   *
   * @throws FMW_ENTRY_UNKNOWN
   * @example
   * const { event } = await app.merchant.inbox.unmask(id, { by: user.name, reason: 'the payer called' })
   */
  async unmask(id: string, person: PersonOptions = {}): Promise<InboxEntryDetails> {
    const named = readNamed('unmask', person)
    const entry = await this.get(id)
    await this.#parts.trail.append({ act: 'unmask', entry: id, ...named })
    return entry
  }

  /** How many there are in each state. */
  async count(
    filter: InboxFilter = {},
    options: InboxCountOptions = {},
  ): Promise<Readonly<Record<EntryState, number>>> {
    return this.#parts.look.count({ ...readFilter(filter, this.#parts), most: readMost(options) })
  }

  /**
   * What isn't done, by kind, and since when the oldest waits. Cheap enough to ask for every few seconds: it costs as
   * much as there is to count, however many entries are done. With `states`, the others aren't looked at.
   *
   * @example
   * const stuck = (await app.merchant.inbox.backlog()).filter(({ dead }) => dead > 0)
   * const waiting = await app.merchant.inbox.backlog({ states: ['waiting'] })
   */
  async backlog({ states }: { readonly states?: readonly BacklogState[] } = {}): Promise<readonly KindBacklog[]> {
    return this.#parts.look.backlog(this.#parts.registration, states)
  }

  /**
   * Runs the handler again on an entry that is done, dead or rejected. The entry waits once more, under its own id, in
   * its place in the lane. The handler sees `attempt.replay`. A line on the trail is written first.
   *
   * @throws FMW_ENTRY_UNKNOWN; FMW_ENTRY_OPEN if it waits or runs already, or is asked for already; FMW_ENTRY_CHANGED if it isn't as it
   * was `seen`
   */
  async replay(id: string, options: ReplayOptions = {}): Promise<void> {
    const { seen, ...person } = ownOptions(options)
    const named = readNamed('replay', person)
    const before = await this.#find(id)
    if (seen !== undefined && !isAsSeen(before, seen)) throw await changedSince(this.#parts.trail, before)
    if (before.finishedAt === null) throw openBefore(before)
    await this.#parts.trail.append({ act: 'replay', entry: id, ...named })
    if (await this.#parts.look.replay(this.#parts.registration, checkId(id), seen && lastAttempt(seen))) return
    await this.#refused('replay', id, named.by)
    const after = await this.#find(id)
    if (isAsSeen(after, before)) throw await askedBefore(this.#parts.trail, after)
    throw seen === undefined ? openBefore(after) : await changedSince(this.#parts.trail, after)
  }

  /**
   * Replays dead entries, the oldest first, so that each lane keeps its order. It stops after as many as there were at
   * the start, even if some die again, and after `limit`. A line on the trail is written first.
   */
  async redrive(filter: InboxFilter = {}, options: RedriveOptions = {}): Promise<RedriveProgress> {
    const { onProgress, limit, by, reason } = ownOptions(options)
    readPerson({ by, reason })
    const wanted = readFilter(filter, this.#parts)
    const { dead: total } = await this.#parts.look.count({
      ...wanted,
      states: deadAmong(wanted),
      most: readMost({ most: limit }),
    })
    const about = { ...asAbout({ ...wanted, states: undefined }), count: total }
    if (total > 0) await this.#parts.trail.append({ act: 'redrive', about, by, reason })
    let redriven = 0
    onProgress?.({ redriven, total })
    while (redriven < total) {
      const step = await this.#parts.look.redrive(wanted, Math.min(stepSize, total - redriven))
      if (step === 0) break
      redriven += step
      onProgress?.({ redriven, total })
    }
    return { redriven, total }
  }

  /**
   * Replays these dead entries and no others, in this order: give the oldest first. One that isn't dead any more, or was tried
   * again since, is left out. A line on the trail is written first, one for each that is replayed, and one that says how many.
   *
   * @throws FMW_UNFINISHED where the store fails in between; with `done`, `skipped` and `total`
   * @example
   * const dead: InboxEntry[] = []
   * for await (const entry of app.merchant.inbox.all({ states: 'dead' })) dead.unshift(entry)
   * if (await isWanted(dead)) await app.merchant.inbox.redriveSeen(dead, { by: 'Ama' })
   */
  async redriveSeen(entries: readonly SeenEntry[], options: RedriveSeenOptions = {}): Promise<SeenProgress> {
    const { about, onProgress, by, reason } = ownOptions(options)
    readPerson({ by, reason })
    const { inOrder } = this.#parts.look
    const work = (seen: SeenEntry) => redriveOne(this.#parts.look, this.#parts.registration, seen)
    return workOnTrail(this.#parts.trail, { act: 'redrive', about, by, reason }, entries, { work, inOrder, onProgress })
  }

  /**
   * Notes that somebody has looked at an entry that needs review. Its state stays. A replay opens the review again only
   * for a new reason. A line on the trail is written first.
   *
   * @throws FMW_ENTRY_UNKNOWN; FMW_REVIEW_SETTLED if there is nothing to settle; FMW_ENTRY_CHANGED if it isn't as it was
   * `seen`; FMW_LOOK
   * @example
   * for await (const { id, reference, review } of app.merchant.inbox.all({ needsReview: true })) {
   *   if (review?.reasons.every((reason) => reason === 'overpaid') !== true) continue
   *   await giveBack(reference)
   *   await app.merchant.inbox.settleReview(id, { by: 'refunds', note: 'gave the rest back' })
   * }
   */
  async settleReview(id: string, options: SettleReviewOptions): Promise<void> {
    const { seen = {}, ...given } = ownOptions(options)
    const settling = readSettling(given)
    const asSeen = seenReview(seen)
    const before = await this.#find(id)
    if (before.review?.settledAt !== null) throw settledBefore(id, before.review)
    if (!isReviewAsSeen(before, asSeen)) throw reviewChangedSince(before, before.review)
    const { by, note } = settling
    await this.#parts.trail.append({ act: 'settle', entry: id, by, reason: note ?? undefined })
    if (await this.#parts.look.settleReview(this.#parts.registration, id, settling, asSeen)) return
    await this.#refused('settle', id, by)
    const after = await this.#find(id)
    const isOther = after.review?.settledAt === null && !isReviewAsSeen(after, asSeen)
    throw isOther ? reviewChangedSince(after, after.review) : settledBefore(id, after.review)
  }

  /**
   * Settles the reviews of all entries that fit, the newest first, with one line on the trail. It stops after as many as
   * there were at the start, and after `limit`.
   *
   * @throws FMW_LOOK
   * @example
   * await app.merchant.inbox.settleReviews({ kinds: 'checkout', until: monday }, { by: 'Ama', note: 'the books agree' })
   */
  async settleReviews(filter: InboxFilter, options: SettleReviewsOptions): Promise<SettleReviewsProgress> {
    const { limit, onProgress, ...given } = ownOptions(options)
    const settling = readSettling(given)
    const wanted = readFilter({ ...filter, needsReview: true }, this.#parts)
    const counts = await this.#parts.look.count({ ...wanted, most: readMost({ most: limit }) })
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    onProgress?.({ settled: 0, total })
    if (total === 0) return { settled: 0, total }
    const { by, note } = settling
    const about = { ...asAbout({ ...wanted, needsReview: undefined }), count: total }
    await this.#parts.trail.append({ act: 'settle', about, by, reason: note ?? undefined })
    const settled = await settleOpen(this.#parts.look, wanted, settling, total, (sofar) =>
      onProgress?.({ settled: sofar, total }),
    )
    return { settled, total }
  }

  /**
   * Settles the reviews of these entries and no others, in this order. One whose review isn't open any more, has other reasons,
   * or was tried again since, is left out. The trail has the lines of `redriveSeen`.
   *
   * @throws FMW_UNFINISHED where the store fails in between; with `done`, `skipped` and `total`. FMW_LOOK
   * @example
   * const { entries } = await app.merchant.inbox.list({ needsReview: true, reference: 'order-1' })
   * if (await isWanted(entries)) await app.merchant.inbox.settleSeen(entries, { by: 'Ama', note: 'gave the rest back' })
   */
  async settleSeen(entries: readonly SeenEntry[], options: SettleSeenOptions): Promise<SeenProgress> {
    const { about, onProgress, ...given } = ownOptions(options)
    const settling = readSettling(given)
    const { by, note } = settling
    const { inOrder } = this.#parts.look
    const work = (seen: SeenEntry) =>
      this.#parts.look.settleReview(this.#parts.registration, seen.id, settling, seenReview(seen))
    const line = { act: 'settle', about, by, reason: note ?? undefined }
    return workOnTrail(this.#parts.trail, line, entries, { work, inOrder, onProgress })
  }

  /**
   * Keeps what somebody found or did about an entry, whether or not it needs review. It is a line of the trail with the act
   * `note`, so nobody changes it. Nothing else happens to the entry.
   *
   * @throws FMW_ENTRY_UNKNOWN; FMW_LOOK
   * @example
   * await app.merchant.inbox.note(id, { by: user.name, note: 'the payer called: the parcel has come' })
   */
  async note(id: string, options: NoteOptions): Promise<void> {
    const { by, note } = readNoteOptions(options)
    await this.#find(id)
    await this.#parts.trail.append({ act: noteAct, entry: id, by, reason: note })
  }

  /**
   * An entry as a fixture of `fastify-merchant-webhooks/testing`. Phones, names, addresses, references and texts are
   * masked. Codes, statuses, amounts, casing, lengths and shapes stay, so the push still means the same. Its `expect`
   * holds for the settings of this registration. A line on the trail is written first.
   *
   * @throws FMW_ENTRY_UNKNOWN; FMW_LOOK for a follow-up and for an answer of the service, which aren't pushes
   * @example
   * const fixture = await app.merchant.inbox.export(id)
   * await writeFile('test/pushes/last-tuesday.json', JSON.stringify(fixture, null, 2))
   */
  async export(id: string, person: PersonOptions = {}): Promise<ExportedFixture> {
    const named = readNamed('export', person)
    const fixture = await this.masked(id)
    await this.#parts.trail.append({ act: 'export', entry: id, ...named })
    return fixture
  }

  /**
   * An entry as one file of HTML, for a ticket or a letter: its facts, attempts, what came, and notes, masked. It opens without a
   * network, runs nothing and loads nothing. A line on the trail is written first.
   *
   * @throws FMW_ENTRY_UNKNOWN; FMW_LOOK for what is wrong
   * @example
   * await writeFile('last-tuesday.html', await app.merchant.inbox.exportPage(id, { by: user.name }))
   */
  async exportPage(id: string, person: PersonOptions = {}): Promise<string> {
    const named = readNamed('export', person)
    const view = await maskedView(this, await this.get(id))
    const notes = await notesOf(this.#parts.trail, id)
    await this.#parts.trail.append({ act: 'export', entry: id, about: { as: 'html' }, ...named })
    return entryPage(view, notes)
  }

  /**
   * The same as `export`, without a line on the trail: for lists and pages that show what came.
   *
   * @throws FMW_ENTRY_UNKNOWN; FMW_LOOK as `export` does
   */
  async masked(id: string): Promise<ExportedFixture> {
    const entry = await this.#find(id)
    if (!isNotification(entry))
      throw new FMW_LOOK('id', 'must be that of a notification: a follow-up never came as a push')
    if (incomingOf(entry).value?.verdict !== undefined) {
      throw new FMW_LOOK('id', 'must be that of a push: this is what the service said when it was asked')
    }
    return exportFixture(entry, this.#parts.kinds?.[entry.kind] ?? asUsual)
  }

  /** The act has its line already, for it's written first: another one says that it wasn't done. */
  async #refused(act: string, entry: string, by: string | undefined): Promise<void> {
    await this.#parts.trail.append({ act: 'refused', entry, about: { act }, by })
  }

  async #find(id: string): Promise<StoredEntry> {
    const entry = await this.#parts.look.get(this.#parts.registration, checkId(id))
    if (entry === undefined) throw new FMW_ENTRY_UNKNOWN(id, this.#parts.registration)
    return entry
  }
}

/** Others would be counted against the limit. */
function deadAmong({ states }: EntryFilter): readonly EntryState[] {
  return states?.includes('dead') === false ? [] : ['dead']
}

/** What was asked for, as a line says it. */
function asAbout({ registration: _registration, since, until, ...filter }: EntryFilter) {
  const timeOf = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString())
  return { ...filter, since: timeOf(since), until: timeOf(until) }
}

// Small enough to tell of progress and to let others use the store in between.
const stepSize = 200

const asUsual: LookedAtKind = { country: undefined, status: 200 }

/** In JavaScript anything may come. @throws FMW_LOOK naming what is wrong */
function checkId(id: string): string {
  if (typeof id !== 'string' || id === '') throw new FMW_LOOK('id', 'must be the id of an entry, as lists show it')
  return id
}
