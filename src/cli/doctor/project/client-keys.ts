import { type ClientKey, madeWithOf } from '../../../client/made-with.ts'
import type { Inspection } from '../../../registration/inspection.ts'
import { type Finding, fine, skipped, warning } from '../finding.ts'

/**
 * Whether the client that confirms payments has keys where the application runs.
 *
 * @param simulated the variables that stood in its environment instead while it was built
 * @param own what the same variables are where it runs
 */
export function clientKeyFindings(
  { kinds, askers }: Inspection,
  simulated: Readonly<Record<string, string>>,
  own: NodeJS.Dict<string>,
): readonly Finding[] {
  if (askers === undefined || !kinds.some(({ kind }) => kind === 'checkout' || kind === 'ussdPayment')) return []
  if (askers.length === 0) {
    const remedy = 'Give one before you sell what you cannot take back (docs/guides/confirmed-payments.md).'
    return [skipped('client keys', 'No client is given: payments are not confirmed.', remedy)]
  }
  const asked = askers.map(madeWithOf).filter((madeWith) => madeWith !== undefined)
  if (asked.length === 0)
    return [
      skipped('client keys', 'What confirms payments is no MerchantClient of this version: its keys are not seen.'),
    ]
  const missing = keys.flatMap(([variable, option]) => {
    const { [variable]: value } = simulated
    const isSimulated = value !== undefined && asked.some((madeWith) => madeWith(option, value))
    return isSimulated && !own[variable] ? [variable] : []
  })
  if (missing.length === 0)
    return [fine('client keys', 'the client has some; whether the service takes them is not tried')]
  const are = missing.length === 1 ? 'is' : 'are'
  return [
    warning(
      'client keys',
      `${listOf(missing)} ${are} not set: where the application runs, payments are not confirmed, or it does not start.`,
      'Put what the service gave you into its environment.',
    ),
  ]
}

const keys: readonly (readonly [variable: string, option: ClientKey])[] = [
  ['API_URL', 'baseUrl'],
  ['API_ID', 'apiId'],
  ['API_KEY', 'apiKey'],
  ['CLIENT_ID', 'clientId'],
  ['CLIENT_SECRET', 'clientSecret'],
  ['MERCHANT_ACCOUNT_NUMBER', 'merchantAccountNumber'],
]

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
