import { pagesOf } from '../../admin/check-query.ts'
import { type NotificationKind, notificationKinds } from '../../pushes/kinds.ts'
import type { InspectedNoticeKind } from '../../registration/inspection.ts'
import type { EntryDifference } from '../../registration/kinds/reread.ts'
import type { EntrySummary } from '../../store/entry.ts'
import type { EntryQuery, InboxLook } from '../../store/inbox-store.ts'
import { maskNumbers } from '../../text/phone.ts'

/** What became of the entries of a time that were read again. */
export interface DayEntries {
  readonly read: number
  readonly same: number
  readonly changed: number
  /** Those of which nobody can tell. */
  readonly skipped: number
  readonly changes: readonly EntryChange[]
  readonly skips: readonly EntrySkip[]
}

/** Entries that would be made otherwise, in the same parts. */
export interface EntryChange extends FoundEntries {
  readonly kind: NotificationKind
  readonly what: readonly EntryDifference['what'][]
  /** Of the first of them. */
  readonly differences: readonly EntryDifference[]
}

/** Entries that can't be compared. */
export interface EntrySkip extends FoundEntries {
  readonly kind: NotificationKind
  readonly why: 'unreadable' | 'second' | 'silence'
}

interface FoundEntries {
  readonly count: number
  /** Of the newest of them, with shortened phone numbers. */
  readonly ids: readonly string[]
}

/** What a reading is made of. */
export interface EntriesParts {
  readonly look: InboxLook
  readonly registration: string
  readonly kinds: readonly InspectedNoticeKind[]
  readonly since: Date
  readonly until: Date
  /** The most entries, the newest first. */
  readonly limit: number
  readonly onProgress: (done: number, total: number) => void
}

/** Reads the entries of a time again, with the kinds of a build. One page is held at a time, whatever there is. */
export async function rereadDay({
  look,
  registration,
  kinds,
  limit,
  onProgress,
  ...time
}: EntriesParts): Promise<DayEntries> {
  const counts = { same: 0, changed: 0, skipped: 0 }
  const changes = new Found<Pick<EntryChange, 'kind' | 'what'>, Pick<EntryChange, 'differences'>>()
  const skips = new Found<Pick<EntrySkip, 'kind' | 'why'>, object>()
  let total = 0
  for await (const _entry of entriesOf(look, registration, time)) if (++total === limit) break
  let read = 0
  for await (const { id, kind } of entriesOf(look, registration, time)) {
    if (read === limit || !isNotificationKind(kind)) break
    const entry = await look.get(registration, id)
    // It was forgotten meanwhile.
    if (entry === undefined) continue
    onProgress(++read, Math.max(read, total))
    const found = kinds.find((one) => one.kind === kind)?.reread(entry) ?? { why: 'silence' }
    if ('why' in found) {
      counts.skipped += 1
      skips.add({ kind, why: found.why }, id, {})
    } else if (found.differences.length > 0) {
      counts.changed += 1
      const differences = found.differences.map(({ what, was, now }) => ({
        what,
        was: maskNumbers(was),
        now: maskNumbers(now),
      }))
      changes.add({ kind, what: differences.map(({ what }) => what) }, id, { differences })
    } else counts.same += 1
  }
  return { read, ...counts, changes: changes.all, skips: skips.all }
}

/** Newest first, a page at a time. */
async function* entriesOf(
  look: InboxLook,
  registration: string,
  { since, until }: Pick<EntriesParts, 'since' | 'until'>,
) {
  const query = { registration, kinds: notificationKinds, since: +since, until: +until, limit: pageSize }
  for await (const { entries } of pagesOf((asked: EntryQuery) => look.list(asked), query)) yield* entries
}

/** What is the same of several entries, once, beside something of the first of them. */
class Found<About extends object, Example extends object> {
  readonly #groups = new Map<string, { about: About & Example; count: number; readonly ids: string[] }>()

  add(about: About, id: string, example: Example): void {
    const name = JSON.stringify(about)
    const group = this.#groups.get(name) ?? { about: { ...about, ...example }, count: 0, ids: [] }
    group.count += 1
    if (group.ids.length < mostNamed) group.ids.push(maskNumbers(id))
    this.#groups.set(name, group)
  }

  /** That of most entries first. */
  get all(): readonly (About & Example & FoundEntries)[] {
    return [...this.#groups.values()]
      .map(({ about, count, ids }) => ({ ...about, count, ids }))
      .sort((one, other) => other.count - one.count)
  }
}

function isNotificationKind(kind: EntrySummary['kind']): kind is NotificationKind {
  return notificationKinds.some((one) => one === kind)
}

const pageSize = 200
const mostNamed = 20
