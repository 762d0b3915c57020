import { digest } from '../pushes/reading/digest.ts'

/**
 * The id of an entry whose identity is known with another fingerprint: the same for every copy of that push, so that
 * keeping it again finds it again, and never that of the entry it conflicts with.
 */
export function conflictId(id: string, fingerprint: string): string {
  return `${id}~${digest(fingerprint).slice(0, 12)}`
}
