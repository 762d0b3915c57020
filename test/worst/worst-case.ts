/** A parser, and an input of any length that is hard for it. */
export interface WorstCase {
  /** What reads it: `dialled string`. */
  readonly parser: string
  /** What is hard in it: `* again and again`. */
  readonly input: string
  /** Builds an input of so many characters, and gives what reads it. */
  readonly prepare: (length: number) => () => unknown
}

/** What a reader gives, or what it throws: a refusal is an answer too. */
export function tried(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    // Too deep, too long: that is what is looked for.
    if (error instanceof RangeError) throw error
    return error
  }
}
