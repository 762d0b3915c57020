/** Something that was asked and not answered yet. */
export interface Pending {
  readonly task: NamedTask
  readonly payload: Uint8Array
  /** Monotonic ms at which it is given up. */
  readonly until: number
  /** Nobody waits for it any more; its answer may still come. */
  isGivenUp: boolean
  resolve(answer: unknown): void
  reject(error: Error): void
  late(answer: unknown): void
}

/** Which operation, and what it is asked with: what fits is known to those who ask and answer. */
export type NamedTask = readonly [name: string, asked: unknown]
