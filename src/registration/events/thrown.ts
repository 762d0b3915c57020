import { ownFolder } from '../../own-folder.ts'
import { lineOfError } from '../../text/describe-error.ts'
import type { Thrown } from '../../trace/development.ts'

/**
 * What the simulator's page says of an error of a turn.
 *
 * @param secrets what no text may hold
 */
export function thrownOf(error: unknown, secrets: readonly string[]): Thrown {
  return { line: lineOfError(error, secrets).slice(0, longestLine), place: placeOf(error) }
}

/** Of an error that wraps another one, the place of the outer one where it has one. */
function placeOf(error: unknown): string | null {
  try {
    for (let one = error, depth = 0; one instanceof Error && depth < deepestCause; one = one.cause, depth++) {
      const own = (one.stack ?? '').slice(0, longestStack).split('\n').flatMap(frameOf).find(isOwn)
      if (own !== undefined) return `${shortened(own.file)}:${own.line}`
    }
  } catch {
    // What was thrown doesn't let itself be looked at.
  }
  return null
}

interface Frame {
  readonly file: string
  readonly line: string
}

/** `    at sell (file:///shop/app.js:30:5)`; nothing for all else. */
function frameOf(text: string): Frame[] {
  const where = text.startsWith('    at ') ? text.slice(text.lastIndexOf('(') + 1) : ''
  const [, path, line] = /^(?:\s*at (?:async )?)?((?:file:|\/|[A-Z]:[\\/])[^)]*):(\d+):\d+\)?$/.exec(where) ?? []
  if (path === undefined || line === undefined) return []
  return [{ file: path.startsWith('file:') ? decodeURI(new URL(path).pathname) : path.replaceAll('\\', '/'), line }]
}

/** Neither of a package nor of this one. */
function isOwn({ file }: Frame): boolean {
  return !file.includes('/node_modules/') && !file.startsWith(ownPath)
}

/** From the folder that the process was started in; of a file elsewhere the name alone. */
function shortened(file: string): string {
  const here = `${process.cwd().replaceAll('\\', '/')}/`
  const from = file.indexOf(here)
  return from === 0 || from === 1 ? file.slice(from + here.length) : file.slice(file.lastIndexOf('/') + 1)
}

/** `src` or `dist`. */
const ownPath = decodeURI(ownFolder.pathname)
// Characters. It goes into a header, which Node.js reads up to 16 KB in all.
const longestLine = 300
const longestStack = 20_000
const deepestCause = 4
