import { ServiceCallError } from '../../client/errors.ts'
import { type ChannelMessages, channels } from '../../trace/channels.ts'
import type { Instruments } from './instruments.ts'

/** Measures calls to the service, whichever client of the process makes them. @returns stops it */
export function measureCalls(instruments: Instruments): () => void {
  const told = ({ call, ms, error }: ChannelMessages['client']): void => {
    instruments.observe('merchant_client_duration_seconds', { call, code: codeOf(error) }, ms ?? 0)
  }
  const parts = { start: ignore, end: ignore, asyncStart: ignore, asyncEnd: told, error: ignore }
  channels.client.subscribe(parts)
  return () => void channels.client.unsubscribe(parts)
}

/** One of few: what is thrown beside our own errors is the reason of a signal. */
function codeOf(error: unknown): string {
  if (error === undefined) return 'ok'
  return error instanceof ServiceCallError ? error.code : 'aborted'
}

const ignore = (): void => undefined
