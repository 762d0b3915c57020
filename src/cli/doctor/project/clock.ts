import { type Finding, failure, fine, skipped, warning } from '../finding.ts'

/**
 * How far two clocks are apart, as a `Date` header tells it in whole seconds.
 *
 * @param took ms that the answer was on its way at most: it may have been written at any moment of them
 */
export function clockFinding(date: string | undefined, now: number, whose: string, took = 0): Finding {
  const there = Date.parse(date ?? '')
  if (Number.isNaN(there)) return skipped('clock', `${whose} tells no time.`)
  const written = Math.min(now, Math.max(there, now - took))
  const apart = Math.round(Math.abs(there - written) / 1_000)
  if (apart <= usual) return fine('clock', `within ${usual} s of that of ${whose}`)
  const says = `${apart.toLocaleString('en')} s ${there > now ? 'behind' : 'ahead of'} that of ${whose}.`
  const remedy = 'Let both machines set their clocks by NTP: timedatectl set-ntp true.'
  return apart > 60 ? failure('clock', says, remedy) : warning('clock', says, remedy)
}

/** The same with what answers at an address. @param address of the service, where one is known */
export async function clockOf(address: string | undefined): Promise<Finding> {
  if (address === undefined || !URL.canParse(address))
    return skipped('clock', 'API_URL is not set: there is no clock to compare with.')
  const { origin, host } = new URL(address)
  try {
    const answer = await fetch(origin, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(longest) })
    return clockFinding(answer.headers.get('date') ?? undefined, Date.now(), host)
  } catch {
    return skipped('clock', `${host} could not be reached from here.`)
  }
}

// s: a header has no fractions, and the way takes its time.
const usual = 5
// ms
const longest = 5_000
