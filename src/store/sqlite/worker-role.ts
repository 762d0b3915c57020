import type { ToldClaim } from './lanes.ts'
import type { FileName } from './messages.ts'

/** What a worker thread is for. */
export type WorkerRole =
  | { readonly role: 'inbox'; readonly file: string; readonly told: readonly ToldClaim[] }
  | { readonly role: 'turns'; readonly file: string; readonly holders: readonly number[] }
  | { readonly role: 'reader'; readonly files: Readonly<Record<FileName, string>> }
