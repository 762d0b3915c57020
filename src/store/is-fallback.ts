/**
 * Whether a turn was answered by something else than its handler in time. Whoever left needed no answer, and a late
 * result is the handler's own: the waiting screen before it is what counts.
 */
export function isFallback(source: string): boolean {
  return !answers.has(source)
}

const answers: ReadonlySet<string> = new Set(['handler', 'late', 'ended'])
