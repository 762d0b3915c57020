import type { Inspection } from '../../../registration/inspection.ts'
import { missingSecret } from '../../../text/missing-variable.ts'
import { type Finding, failure, fine, skipped, warning } from '../finding.ts'

/** A secret, and where it stands. */
interface Found {
  readonly where: string
  readonly secret: string
}

/**
 * Whether secrets can be guessed: those in addresses, and those of variables that a file `.env` sets.
 *
 * @param variables of `.env`
 */
export function secretFindings(
  registrations: readonly Inspection[],
  variables: Readonly<Record<string, string | undefined>>,
): readonly Finding[] {
  const found = [...inVariables(variables), ...inAddresses(registrations)]
  if (found.length === 0)
    return [skipped('secrets', 'No secret stands in an address or in .env: others can not be seen from here.')]
  const kept = found.filter(({ secret }, index) => found.findIndex((one) => one.secret === secret) === index)
  const bad = kept.flatMap(weaknessOf)
  if (bad.length > 0) return bad
  const shortest = Math.min(...found.map(({ secret }) => secret.length))
  return [fine('secrets', `${kept.length} of them, the shortest has ${shortest} characters`)]
}

function weaknessOf({ where, secret }: Found): readonly Finding[] {
  const isKnown = missingSecret(secret) !== undefined || (known.test(secret) && !hasChance(secret))
  const makes =
    'Make one: node -p "crypto.randomBytes(24).toString(\'hex\')". If it stands in addresses, register the new ones.'
  if (isKnown) return [failure('secrets', `${where} is one of an example: everybody knows it.`, makes)]
  if (new Set(secret).size < fewestSigns)
    return [failure('secrets', `${where} repeats a few characters: it can be guessed.`, makes)]
  if (secret.length >= shortestSecret) return []
  const says = `${where} has ${secret.length} characters, fewer than ${shortestSecret}.`
  return [warning('secrets', says, makes)]
}

// As the threat model has it.
const shortestSecret = 24
const fewestSigns = 6

/** As the documents and tests of this package write them, and as anybody would. */
const known =
  /^(?:(?:the|my|a|an|your|another)[-_ ])?(?:secret|password|token|key)\b|change[-_ ]?me|s3cret|of the test|of-the-test|^(?:password|secret|test|example|12345)/i

/** Whether something longer than words stands behind a name, as in `key-4f1c…`. */
function hasChance(secret: string): boolean {
  return secret.length >= shortestSecret && secret.replaceAll(/\D/g, '').length >= 3
}

function inVariables(variables: Readonly<Record<string, string | undefined>>): readonly Found[] {
  return Object.entries(variables)
    .filter(([name, value]) => /SECRET|PASSWORD|TOKEN/.test(name) && value !== undefined && value !== '')
    .map(([name, value = '']) => ({ where: `${name} in .env`, secret: value }))
}

function inAddresses(registrations: readonly Inspection[]): readonly Found[] {
  return registrations.flatMap(({ kinds }) =>
    kinds
      .filter(({ suffix }) => suffix !== '')
      .map(({ kind, suffix }) => ({ where: `The secret in the address of ${kind}`, secret: secretOf(suffix) })),
  )
}

/** `/the-secret` or `?key=the-secret`. */
function secretOf(suffix: string): string {
  const [query] = new URLSearchParams(suffix.startsWith('?') ? suffix : '').values()
  return query ?? decodeURIComponent(suffix.slice(suffix.lastIndexOf('/') + 1))
}
