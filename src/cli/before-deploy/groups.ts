import { hanging } from '../look/table.ts'
import { showable } from '../terminal.ts'

/** A session as it is told of. */
export interface FoundSession {
  readonly sessionId: string
  readonly phone: string
}

/** What is the same of several sessions, once. */
export class Groups<About extends object> {
  readonly #groups = new Map<string, About & { readonly sessions: FoundSession[] }>()

  /** @param same what makes it the same, where that is less than what is told of it: of the first session then */
  add(about: About, { sessionId, phone }: FoundSession, same: object = about): void {
    const name = JSON.stringify(same)
    const group = this.#groups.get(name) ?? Object.assign({ sessions: [] }, about)
    group.sessions.push({ sessionId, phone })
    this.#groups.set(name, group)
  }

  /** That of most sessions first. */
  get all(): readonly (About & { readonly sessions: readonly FoundSession[] })[] {
    return [...this.#groups.values()].sort((one, other) => other.sessions.length - one.sessions.length)
  }
}

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
