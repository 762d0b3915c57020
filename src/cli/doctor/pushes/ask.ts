import { type LineAnswer, problemOf } from '../../../simulator/wire/lines/line.ts'
import type { Written } from '../../../simulator/wire/sealed.ts'
import type { Target } from './target.ts'

/** What came back, or why nothing did. */
export interface Asked {
  /** Null where none came. */
  readonly answer: LineAnswer | null
  /** Why none came; null where one did. */
  readonly problem: string | null
  /** ms until it was there. */
  readonly ms: number
  /** When that was, by the machine's clock. */
  readonly at: number
}

/** Sends one request, and waits no longer than {@link longestWait}. @param url in the place of the target's own */
export async function ask(
  { line, url: own, headers }: Target,
  { method, query, headers: ofBody, body }: Written,
  url: URL = own,
): Promise<Asked> {
  const signal = AbortSignal.timeout(longestWait)
  const to = new URL(url)
  if (query !== '') to.search += (to.search === '' ? '' : '&') + query
  const begun = performance.now()
  const since = () => Math.round(performance.now() - begun)
  try {
    const answer = await line.send({
      method,
      url: to,
      headers: { ...headers, ...ofBody },
      body,
      signal,
      isCut: false,
      isSlow: false,
      keepAlive: true,
      onOut: () => undefined,
    })
    return { answer, problem: null, ms: since(), at: Date.now() }
  } catch (error) {
    return { answer: null, problem: problemOf(error, signal), ms: since(), at: Date.now() }
  }
}

/** Whether it was taken. */
export function isTaken({ answer }: Asked): boolean {
  return answer !== null && answer.status >= 200 && answer.status < 300
}

/** How it ended, in words. */
export function wordsOf({ answer, problem }: Asked): string {
  return answer === null ? `${problem}` : `the status is ${answer.status}`
}

/** ms: longer than the service waits, so that it is seen how late an answer is. */
export const longestWait = 10_000
