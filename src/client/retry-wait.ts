/** How long to wait between two tries. ms */
export interface RetryTimes {
  readonly minDelay: number
  readonly maxDelay: number
}

/**
 * The wait before the next try: anything up to a span that doubles, so that callers that failed together do not come
 * back together; and never less than what the service asks for.
 *
 * @param tries so far, from 1
 * @param retryAfter ms, null where the service does not say
 */
export function retryWait(tries: number, retryAfter: number | null, { minDelay, maxDelay }: RetryTimes): number {
  const span = Math.min(maxDelay, minDelay * 2 ** Math.min(tries - 1, mostDoublings))
  return Math.ceil(Math.max(Math.random() * span, retryAfter ?? 0))
}

const mostDoublings = 31

/** `Retry-After` in seconds. ms, null where it is not there or is a date, since clocks differ. */
export function readRetryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) * 1000 : null
}
