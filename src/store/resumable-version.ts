import { digest } from '../pushes/reading/digest.ts'

/** What stands under the key of a mark. */
export interface StandingMark {
  readonly state: string
  /** The subscriber has left the session whose end it is. */
  readonly isLeft: boolean
}

/** Tells what stands under a key from anything else. */
export function versionOf({ state, isLeft }: StandingMark): string {
  return digest([state, isLeft])
}

/**
 * Whether a session that found `after` under a key is overtaken by what stands there.
 *
 * @param standing of another session
 * @param state what would take its place: a conversation that two go on with is the same one
 */
export function isOvertaken(standing: StandingMark, after: string | null | undefined, state: string | null): boolean {
  return after !== undefined && standing.state !== state && versionOf(standing) !== after
}
