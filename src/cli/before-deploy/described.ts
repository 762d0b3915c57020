import { hanging } from '../look/table.ts'
import { showable } from '../terminal.ts'

/** How many were looked at, and below it how many of them came out how. */
export function counted(title: string, all: number, counts: readonly (readonly [name: string, count: number])[]) {
  const width = String(all).length
  return [title, ...counts.map(([name, count]) => `  ${String(count).padStart(width)} ${name}`)]
}

/** Of many the first: all of them are in the JSON. */
export function named(ids: readonly string[], count: number, columns: number): string {
  const shown = ids.slice(0, mostNamed)
  const more = count > shown.length ? ` and ${count - shown.length} more` : ''
  return hanging('  ', shown.map(showable).join(', ') + more, columns)
}

const mostNamed = 3

export function namedSessions(sessions: readonly { readonly sessionId: string }[], columns: number): string {
  const ids = sessions.map(({ sessionId }) => sessionId)
  return named(ids, ids.length, columns)
}

/** Parts of some lines each, with an empty line between them. */
export function inParts(parts: readonly (readonly string[])[]): string {
  return parts.map((lines) => lines.join('\n')).join('\n\n')
}
