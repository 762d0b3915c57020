/** What a push must have and did not: which field, what was expected, what came (a type or a size, never the value). */
export interface ProblemDetails {
  /** The field as the reference spells it, with its path: `Data.Amount`. Null: the body as a whole. */
  readonly field: string | null
  readonly expected: string
  readonly received: string
}

/**
 * A push that cannot become an event. The HTTP room answers it with a 4xx problem, or on a turn whose
 * session is known with a polite release.
 */
export class PushProblem extends Error implements ProblemDetails {
  override readonly name = 'PushProblem'
  readonly field: string | null
  readonly expected: string
  readonly received: string

  constructor({ field, expected, received }: ProblemDetails) {
    super(`${field ?? 'The body'} must be ${expected}; received ${received}`)
    this.field = field
    this.expected = expected
    this.received = received
  }
}

/** A push without what it must have. */
export function missing(field: string, expected: string): PushProblem {
  return new PushProblem({ field, expected, received: 'nothing' })
}

/** Names what a value is, without showing it: it may be a PIN or a phone number. */
export function nameType(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  if (value === '') return 'an empty string'
  return `a ${typeof value}`
}

/**
 * What was odd about a push that was taken all the same. Each line names the field, never its value;
 * the HTTP room logs them as a warning.
 */
export class Notes {
  lines: string[] | undefined

  constructor(oddities?: readonly string[]) {
    if (oddities !== undefined) this.lines = [...oddities]
  }

  /** Keeps a line, up to a number of them: a hostile body may be odd in thousands of places. */
  add(line: string): void {
    if (this.lines === undefined) this.lines = [line]
    else if (this.lines.length < maxNotes) this.lines.push(line)
  }
}

/** Lines that one push may add to the log. */
export const maxNotes = 20
