import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { phone, place } from './address.ts'
import { AskError, ask } from './ask.ts'
import type {
  DropOff,
  Entry,
  EntryList,
  EntryRow,
  OperatorRight,
  Overview,
  Session,
  TrailLine,
  Transcript,
} from './types.ts'

export const overview = signal<Overview | undefined>(undefined)
/** Undefined until the first answer. */
export const entries = signal<readonly EntryRow[] | undefined>(undefined)
export const next = signal<string | null>(null)
/** Undefined until the first answer. */
export const sessions = signal<readonly Session[] | undefined>(undefined)
/** What people did; undefined until the first answer. */
export const trail = signal<readonly TrailLine[] | undefined>(undefined)
/** Where sessions were left; undefined until the first answer. */
export const dropOff = signal<DropOff | undefined>(undefined)
/** Those of one id, the newest first. */
export const transcripts = signal<readonly Transcript[]>([])
export const entry = signal<Entry | undefined>(undefined)
/** What went wrong last, in words; empty where nothing did. */
export const problem = signal('')
/** What was done last, in words. */
export const done = signal('')

export function may(right: OperatorRight): boolean {
  return overview.value?.operator.rights.includes(right) === true
}

/** Does something, and says what went wrong. @returns whether it went well */
export async function attempt(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    problem.value = ''
    return true
  } catch (error) {
    tell(error)
    return false
  }
}

/** Says what went wrong. Who may not look any more sees nothing more of what was shown. */
function tell(error: unknown): void {
  problem.value = error instanceof Error ? error.message : String(error)
  if (!(error instanceof AskError) || error.code !== 'FMW_OPERATOR_UNKNOWN') return
  done.value = ''
  next.value = null
  transcripts.value = []
  for (const shown of [overview, entries, sessions, trail, dropOff, entry]) shown.value = undefined
}

/** What is searched for, as the server takes it. */
export const search = computed(() => {
  const { reference, session, kind, hours } = place.value
  return {
    ...(kind !== '' && { kinds: [kind] }),
    ...(reference !== '' && { reference }),
    ...(session !== '' && { session }),
    ...(phone.value !== '' && { phone: phone.value }),
    ...(Number(hours) > 0 && { since: Date.now() - Number(hours) * 3_600_000 }),
  }
})

/** Changes when another list is wanted, and not when an entry is opened. */
const listed = computed(() => {
  const { registration, tab, reference, session, kind, hours } = place.value
  return JSON.stringify([registration, tab, reference, session, kind, hours, phone.value])
})

/** Whose answer counts: a slow one must not overwrite what was asked for after it. */
let asked = 0

export async function loadList(): Promise<void> {
  const mine = ++asked
  const { tab } = place.value
  await attempt(async () => {
    const [list, seen] = await Promise.all([askList(), ask<Overview>('overview')])
    if (mine !== asked) return
    overview.value = seen
    if (tab === 'sessions') sessions.value = list.sessions
    else if (tab === 'trail') trail.value = list.lines
    else if (tab === 'dropOff') dropOff.value = list.dropOff
    else entries.value = list.entries
    next.value = list.next
  })
}

/** A page of what the address names. */
async function askList(cursor: { readonly cursor?: string | null } = {}): Promise<Partial<Page> & Pick<Page, 'next'>> {
  const { tab, session } = place.value
  const { since } = search.value
  if (tab === 'dropOff') {
    return { dropOff: await ask<DropOff>('drop-off', { ...(since !== undefined && { since }) }), next: null }
  }
  if (tab !== 'sessions' && tab !== 'trail') return ask<EntryList>('entries', { tab, ...search.value, ...cursor })
  if (tab === 'trail') {
    return ask<Pick<Page, 'lines' | 'next'>>('trail', { ...(since !== undefined && { since }), ...cursor })
  }
  if (session !== '') return { ...(await ask<Pick<Page, 'sessions'>>('session', { session })), next: null }
  return ask<Pick<Page, 'sessions' | 'next'>>('sessions', {
    ...(since !== undefined && { since }),
    ...(phone.value !== '' && { phone: phone.value }),
    ...cursor,
  })
}

type Page = EntryList & {
  readonly sessions: readonly Session[]
  readonly lines: readonly TrailLine[]
  readonly dropOff: DropOff
}

export async function loadMore(): Promise<void> {
  const mine = asked
  await attempt(async () => {
    const more = await askList({ cursor: next.value })
    if (mine !== asked) return
    if (more.sessions !== undefined) sessions.value = [...(sessions.value ?? []), ...more.sessions]
    if (more.lines !== undefined) trail.value = [...(trail.value ?? []), ...more.lines]
    if (more.entries !== undefined) entries.value = [...(entries.value ?? []), ...more.entries]
    next.value = more.next
  })
}

export async function loadEntry(): Promise<void> {
  const { entry: name, tab } = place.value
  if (name === '') {
    entry.value = undefined
    return
  }
  if (tab === 'dropOff') return
  await attempt(async () => {
    if (tab === 'sessions') {
      transcripts.value = (
        await ask<{ readonly sessions: readonly Transcript[] }>('session', { session: name })
      ).sessions
      return
    }
    const found = await ask<Entry>('entry', { name })
    if (place.value.entry === name) entry.value = found
  })
}

/** After something was done: what is seen may be another. */
export async function reload(said: string): Promise<void> {
  done.value = said
  await Promise.all([loadList(), loadEntry()])
}

/** Follows the address. @returns when the first list and the first entry are there, or what went wrong is told */
export async function follow(): Promise<void> {
  const opened = computed(() => JSON.stringify([place.value.registration, place.value.tab, place.value.entry]))
  const first = [loadOnChange(listed, loadList), loadOnChange(opened, loadEntry)]
  setInterval(() => document.visibilityState === 'visible' && void refreshCounts(), refreshing)
  await Promise.all(first)
}

/** @returns the first time */
function loadOnChange(place: ReadonlySignal<string>, load: () => Promise<void>): Promise<void> | undefined {
  let first: Promise<void> | undefined
  effect(() => {
    void place.value
    const loading = untracked(load)
    first ??= loading
  })
  return first
}

/** What was told of an order stays: only what a refresh has told itself is over with the next. */
async function refreshCounts(): Promise<void> {
  try {
    overview.value = await ask<Overview>('overview')
    if (problem.value === ofRefresh) problem.value = ''
  } catch (error) {
    tell(error)
    ofRefresh = problem.value
  }
}

let ofRefresh = ''

// ms
const refreshing = 15_000
