import type { EntryFilter, EntryQuery } from '../../inbox-store.ts'
import type { SessionPage, SessionQuery, Transcript } from '../../turn-store.ts'
import type { EntryRow } from '../inbox/entry-row.ts'

/** What the reading thread is asked for, by name: arguments and answer. */
export interface ReaderOperations {
  entries: {
    /** `running` are the numbers of the entries that run, which only the application knows. */
    readonly asked: readonly [query: EntryQuery, running: readonly number[]]
    readonly answer: { readonly rows: readonly EntryRow[]; readonly next: string | undefined }
  }
  entry: {
    readonly asked: readonly [registration: string, id: string, running: readonly number[]]
    readonly answer: EntryRow | undefined
  }
  countEntries: {
    readonly asked: readonly [filter: EntryFilter, running: readonly number[]]
    readonly answer: ReadonlyMap<string, number>
  }
  /** The number of an entry. */
  locate: { readonly asked: readonly [registration: string, id: string]; readonly answer: number | undefined }
  /** Dead entries that fit, the oldest first. */
  dead: { readonly asked: readonly [filter: EntryFilter, most: number]; readonly answer: readonly number[] }
  /** Identities that are past their time, as far as can be seen without the inbox's worker. */
  oldKeys: {
    readonly asked: readonly [registration: string, acceptedBefore: number, now: number, most: number]
    readonly answer: readonly Uint8Array[]
  }
  sessions: { readonly asked: readonly [query: SessionQuery]; readonly answer: SessionPage }
  session: {
    readonly asked: readonly [registration: string, sessionId: string]
    readonly answer: readonly Transcript[]
  }
}

/** One of them on its way. */
export type ReaderTask = {
  [Name in keyof ReaderOperations]: readonly [name: Name, asked: ReaderOperations[Name]['asked']]
}[keyof ReaderOperations]
