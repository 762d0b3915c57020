import { describeError } from '../text/describe-error.ts'
import { hideSecrets } from '../text/hide-secrets.ts'

/** What the service says beside its code, fit for an error: secrets, addresses and phone numbers out, and not too long. */
export function maskDetail(detail: string | null, secrets: readonly string[]): string | null {
  if (detail === null || detail.trim() === '') return null
  const text = hideSecrets(detail, secrets)
  const shown = text.replaceAll(addresses, '(an address)').replaceAll(signatures, '(a signature)')
  return describeError(shown.trim().slice(0, longest)).message
}

const longest = 300

// Callback addresses carry secrets, and queries phone numbers.
// Also as JSON within a text has them, and as a part of another address.
const addresses = /\bhttps?(?::|%3a)(?:\\?\/|%2f){2}[^\s"'<>]+/gi
// Of a callback address that is quoted without its beginning.
const signatures = /\bmsig(?:=|%3d|"\s*:\s*")[^\s"'<>&]+/gi
