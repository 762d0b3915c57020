import type { Refusal } from './call-service.ts'

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
