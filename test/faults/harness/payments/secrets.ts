import { forgedPhone, truePhone } from './claim.ts'

/** What must be in no log line. */
export interface Secrets {
  readonly apiId: string
  readonly apiKey: string
  readonly secret: string
}

/** What of it is in a text all the same, in words that do not show it. */
export function findSecrets(text: string, { apiId, apiKey, secret }: Secrets): string[] {
  const hidden: Readonly<Record<string, string>> = {
    'the API key': apiKey,
    'the credentials in base64': Buffer.from(`${apiId}:${apiKey}`).toString('base64'),
    'the secret': secret,
    'the phone number of whoever pays': truePhone.slice(1),
    'the phone number of a forger': forgedPhone.slice(1),
    'the signature of an address': 'msig=1.',
  }
  // Times such as 10.530000000000002 ms hold the digits of the phone.
  const said = text.replace(/"responseTime":[\d.e-]+/g, '"responseTime":0')
  return Object.entries(hidden).flatMap(([name, value]) => {
    const count = said.split(value).length - 1
    return count === 0 ? [] : [`${name} was logged, ${count} times: ${lineAround(said, value)}`]
  })
}

function lineAround(text: string, value: string): string {
  const at = text.indexOf(value)
  const begin = text.lastIndexOf('\n', at) + 1
  const end = text.indexOf('\n', at)
  return text
    .slice(begin, end === -1 ? undefined : end)
    .replaceAll(value, '…')
    .slice(0, 300)
}
