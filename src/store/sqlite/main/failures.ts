/** What is answered in place of a result. */
export interface Failed {
  readonly failed: string
}

/** Whether an answer is a failure. */
export function isFailed(answer: unknown): answer is Failed {
  return typeof answer === 'object' && answer !== null && 'failed' in answer
}

/** The answer to a task that failed so. */
export function failedWith(error: unknown): Failed {
  const why = error instanceof Error ? error.message : String(error)
  return { failed: why + remedyOf(error) }
}

function remedyOf(error: unknown): string {
  if (codeOf(error) === notADatabase) return toDo
  return isHeldByAnother(error) ? holder : ''
}

const notADatabase = 26
const toDo = ': something else is there, or its beginning is spoilt: give the path of another file, or restore a backup'
const holder =
  ': another program holds the file, such as a command that was stopped while it wrote (Ctrl-Z): continue it, or end it'

/** The primary result code of SQLite, which is the lower byte; undefined where an error has none. */
function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined
  return error.errcode & 0xff
}

/** How much an error says about the file. */
export type Trouble =
  /** Only what was asked is at fault. */
  | 'none'
  /** It passes by itself: a lock, a full disk. */
  | 'passing'
  /** The file has to be opened anew. */
  | 'broken'

/** Reads the result code of SQLite in an error; one that has none says nothing about the file. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof FileGone) return 'passing'
  const code = codeOf(error)
  return (code === undefined ? undefined : troubles.get(code)) ?? 'none'
}

/** Whether another connection has what was asked for: it passes when that one lets go, and nothing else is wrong. */
export function isHeldByAnother(error: unknown): boolean {
  const code = codeOf(error)
  return code !== undefined && held.has(code)
}

// SQLITE_BUSY and SQLITE_LOCKED.
const held: ReadonlySet<number> = new Set([5, 6])

// https://sqlite.org/rescode.html
const troubles: ReadonlyMap<number, Trouble> = new Map([
  [5, 'passing'], // SQLITE_BUSY
  [6, 'passing'], // SQLITE_LOCKED
  [7, 'broken'], // SQLITE_NOMEM
  [8, 'broken'], // SQLITE_READONLY
  [10, 'broken'], // SQLITE_IOERR
  [11, 'broken'], // SQLITE_CORRUPT
  [13, 'passing'], // SQLITE_FULL
  [14, 'broken'], // SQLITE_CANTOPEN
  [15, 'broken'], // SQLITE_PROTOCOL
  [17, 'broken'], // SQLITE_SCHEMA
  [notADatabase, 'broken'],
])

/**
 * The file was deleted or replaced while it was in use. Nothing is written any more, neither to what has no name, nor to
 * a new file beside the remains of the old one, which would spoil it: somebody has to look.
 */
export class FileGone extends Error {
  constructor(file: string) {
    super(
      `${file}, or the -wal file beside it, was deleted or replaced while it was in use: move it back, or stop the application, see what is left, and start it again`,
    )
  }
}
