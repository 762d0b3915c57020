/** Where a command writes. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
}

/** What the user did wrong, and what to do: shown without a stack. */
export class UsageError extends Error {}
