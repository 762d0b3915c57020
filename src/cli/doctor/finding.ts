/** How bad it is; what could not be looked at is `skipped`, with the reason. */
export type Level = 'fine' | 'warning' | 'error' | 'skipped'

/** One thing that was looked at. */
export interface Finding {
  /** What was looked at, in a word or two. */
  readonly check: string
  readonly level: Level
  readonly says: string
  /** What to do about it; null where nothing is to be done. */
  readonly remedy: string | null
  /** The address that it is about, without its secret; null for the project. */
  readonly place: string | null
}

export function fine(check: string, says: string): Finding {
  return { check, level: 'fine', says, remedy: null, place: null }
}

export function warning(check: string, says: string, remedy: string): Finding {
  return { check, level: 'warning', says, remedy, place: null }
}

export function failure(check: string, says: string, remedy: string): Finding {
  return { check, level: 'error', says, remedy, place: null }
}

export function skipped(check: string, says: string, remedy: string | null = null): Finding {
  return { check, level: 'skipped', says, remedy, place: null }
}

/** The same findings, about an address. */
export function at(place: string, findings: readonly Finding[]): readonly Finding[] {
  return findings.map((finding) => ({ ...finding, place }))
}
