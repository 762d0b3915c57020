import type { Refusal } from './errors.ts'
import type { ServiceAnswer } from './read-answer.ts'

/** What closed doors often mean: the service knows its callers by address (reference 5.4). */
export const whitelisting =
  'see that the address from which you call is whitelisted: the service asks for it, and its port, when it issues endpoints'

/** What the HTTP status of an answer means where its body has no code; null: it was done (reference 7). */
export function judgeStatus({ status, isOk }: ServiceAnswer): Refusal | null {
  if (isOk) return null
  if (status === 401) return unauthorized
  const isBusy = status === 408 || status === 425 || status === 429
  const isTheirs = status >= 500
  return {
    code: 'FMW_CALL_REFUSED',
    serviceCode: null,
    meaning: isTheirs ? `The service failed (HTTP ${status})` : `The service refused the call (HTTP ${status})`,
    action: isBusy || isTheirs ? 'Try again later' : 'See that baseUrl, paths and the request are right',
    canRetry: isBusy || isTheirs,
    // Who is told to come again later was turned away at the door; 408 may be of a gateway that had passed it on.
    isUncertain: isTheirs || status === 408,
    detail: null,
  }
}

/** Reference 5.5. */
export const unauthorized: Refusal = {
  code: 'FMW_CALL_UNAUTHORIZED',
  serviceCode: '401',
  meaning: 'The service does not know the credentials',
  action: `Check them against those of the account; where they are right, ${whitelisting}`,
  canRetry: false,
  isUncertain: false,
  detail: null,
}

/** What is to be thrown for a code that no table has: what it says is asked of people. */
export function unknownCode(serviceCode: string, isUncertain: boolean): Refusal {
  return {
    code: 'FMW_CALL_REFUSED',
    // All codes are numbers. A text in their place may be anything, also a credential that is quoted.
    serviceCode: codeForm.test(serviceCode) ? serviceCode : 'no number',
    meaning: 'The service gave a code that is in no table',
    action: 'Ask the service what it means',
    canRetry: false,
    isUncertain,
    detail: null,
  }
}

const codeForm = /^[-\d/]+$/
