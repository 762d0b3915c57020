import { isRecord } from '../../pushes/is-record.ts'
import { findNames } from '../../pushes/names.ts'
import { hideSecrets } from '../../text/hide-secrets.ts'
import { spellings } from '../spellings.ts'

/**
 * What an answer says beside its code: codes 400/7 and 400/8 keep their details there (reference 7.3), which does not
 * show under which name.
 *
 * @param hidden what it may quote and nobody may see
 */
export function readDetail(body: unknown, hidden: readonly string[]): string | null {
  const found = find(isRecord(body) ? body : {}).values.find((value) => value !== undefined && value !== null)
  if (found === undefined) return null
  const text = typeof found === 'string' ? found : JSON.stringify(found)
  return hideSecrets(text, hidden.flatMap(spellings))
}

const find = findNames([
  ...['Message', 'Detail', 'Details', 'Description', 'StatusDescription', 'Error', 'ErrorMessage', 'Errors', 'Reason'],
])
