import { limits } from '../../../catalogue/limits.ts'
import { type Finding, failure, fine, warning } from '../finding.ts'
import { type Asked, isTaken, wordsOf } from './ask.ts'

/** How long turns took; the first one may have had to wake the application. */
export function timeFindings(times: readonly Asked[]): readonly Finding[] {
  const [first, ...others] = times
  if (first === undefined) return []
  const sorted = times.map(({ ms }) => ms).toSorted((one, other) => one - other)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  const slowest = Math.max(...others.map(({ ms }) => ms), 0)
  const lost = times.find((asked) => !isTaken(asked))
  const all = `${times.length} turns: half within ${median} ms, the slowest after the first ${slowest} ms`
  return [
    judged('first answer', first.ms, `it took ${first.ms} ms`, asleep),
    lost === undefined
      ? judged('answer time', slowest, all, busy)
      : failure('answer time', `Turn ${times.indexOf(lost) + 1} of a row failed: ${wordsOf(lost)}.`, busy),
  ]
}

function judged(check: string, ms: number, says: string, remedy: string): Finding {
  if (ms > limits.applicationResponse.max)
    return failure(
      check,
      `${says}: the service waits ${limits.applicationResponse.max} ms, and the caller sees UUT.`,
      remedy,
    )
  if (ms > narrow)
    return warning(check, `${says}: there is not much left of ${limits.applicationResponse.max} ms.`, remedy)
  return fine(check, says)
}

// ms. One library of the service gives up after so long (field notes, "Transport").
const narrow = 5_000

const asleep = 'Keep an instance awake: no sleeping plan, no start on demand.'
const busy = 'See what the turn waits for: docs/guides/deadline.md.'
