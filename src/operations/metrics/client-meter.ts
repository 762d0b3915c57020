import { ServiceCallError } from '../../client/errors.ts'
import { onTraced } from '../../trace/on-traced.ts'
import type { Instruments } from './instruments.ts'

/** Measures calls to the service, whichever client of the process makes them. @returns stops it */
export function measureCalls(instruments: Instruments): () => void {
  return onTraced({
    client: ({ call, ms, error }) => {
      instruments.observe('merchant_client_duration_seconds', { call, code: codeOf(error) }, Number(ms))
    },
  })
}

/** One of few: what is thrown beside our own errors is the reason of a signal. An aborted call counts alike, whatever it does. */
function codeOf(error: unknown): string {
  if (error === undefined) return 'ok'
  return error instanceof ServiceCallError && error.code !== 'FMW_CALL_ABORTED' ? error.code : 'aborted'
}
