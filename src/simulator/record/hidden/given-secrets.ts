import { spellings } from '../../../text/hide-secrets.ts'
import { encodedForms } from '../../../text/secrets/encoded-forms.ts'
import { shortestSecret } from './stand-ins.ts'

/**
 * The texts of `secrets`, each in every form in which an application may write it: as JSON, pages and addresses escape it, and in
 * Base64 and hexadecimal digits.
 */
export function givenSecrets(secrets: readonly string[]): readonly string[] {
  return [...new Set(secrets.flatMap(formsOf))]
}

function formsOf(secret: string): readonly string[] {
  // In another form, two characters stand in other texts by chance.
  if (secret.length < shortestSecret) return [secret]
  return [...spellings(secret.toWellFormed()), ...encodedForms(secret)]
}
