import type { Failed } from './failures.ts'

/** What a worker thread is told. */
export type ToWorker<Task> = TaskMessage<Task> | 'checkpoint' | 'close'

/** Tasks, how many bytes of payload each has, and the payloads one after the other. */
export interface TaskMessage<Task> {
  readonly tasks: readonly Task[]
  readonly sizes: readonly number[]
  readonly bytes: Uint8Array
}

/** What a worker thread tells. */
export type FromWorker =
  | Answers
  /** There may be something to do. */
  | 'news'
  /** The file is open. */
  | 'ready'
  | Refusal
  /** The log of that file is long, and nearly all of it is in the file. */
  | { readonly longLog: FileName }
  | 'closed'

/** Answers in the order of the tasks, and how often they were committed. */
export interface Answers {
  readonly answers: readonly unknown[]
  readonly commits: number
  readonly news: boolean
}

/** The file cannot be opened now; it is tried again with the next task. */
export interface Refusal extends Failed {
  /** Waiting does not help: something else, or a newer version, has written it. */
  readonly isSchema: boolean
}

/** The two files of a store. */
export type FileName = 'inbox' | 'turns'
