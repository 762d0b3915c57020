import { spellings } from '../hide-secrets.ts'
import { encodedForms } from './encoded-forms.ts'

/**
 * The secrets that this process was set up with, in every way in which an error may quote them. A handler that asks a page
 * about the address of a push fails with that address, and knows nothing of logs.
 */
export const knownSecrets: () => readonly string[] = () => (all ??= [...known.values()].flat())

const known = new Map<string, readonly string[]>()
let all: readonly string[] | undefined

/** From now on no described error holds it. */
export function rememberSecret(secret: string): void {
  if (known.has(secret)) return
  known.set(secret, [...spellings(secret.toWellFormed()), ...encodedForms(secret)])
  all = undefined
  for (const old of [...known.keys()].slice(0, -most)) known.delete(old)
}

/** An application has few. One that builds verifiers over and over must not grow. */
const most = 100
