import { isTurnKind, moneyKinds } from '../../../pushes/kinds.ts'
import { SocketLine } from '../../../simulator/wire/lines/socket.ts'
import { shownAddress } from '../../../simulator/wire/shown-address.ts'
import { at, type Finding, skipped } from '../finding.ts'
import { clockFinding } from '../project/clock.ts'
import { forgeryFindings } from './forgeries.ts'
import { noticeFindings } from './notices.ts'
import { probeFinding, redirectFinding } from './probes.ts'
import { reachFindings } from './reach.ts'
import type { Target } from './target.ts'
import { dialFirst, type FirstScreen, type TurnTarget, turnFindings } from './turns.ts'

/** How addresses are looked at. */
export interface Look {
  /** Sent with every push but forged ones. */
  readonly headers: Readonly<Record<string, string>>
  readonly dialled: string
  /** Turns that are measured. */
  readonly turns: number
  /** Whether marked payments that failed are sent with the right secret too. */
  readonly withPayments: boolean
  readonly onProgress: (what: string) => void
}

/** Looks at addresses over the network, each host first. */
export async function addressFindings(targets: readonly Target[], look: Look): Promise<readonly Finding[]> {
  const found: Finding[] = []
  for (const [origin, there] of Map.groupBy(targets, ({ url }) => url.origin)) {
    look.onProgress(origin)
    const reached = await reachFindings(new URL(origin), Date.now())
    found.push(...at(origin, reached))
    const isReached = !reached.some(({ level }) => level === 'error')
    // With a certificate that the service refuses, no secret is sent.
    if (!isReached) found.push(...at(origin, [skipped('pushes', 'None was sent: the service could not either.')]))
    else for (const target of there) found.push(...(await pushFindings(target, look)))
  }
  return found
}

/** What one address does with pushes. @param place how it is shown */
export async function pushFindings(
  target: Target,
  look: Look,
  place = shownAddress(target.url),
): Promise<readonly Finding[]> {
  look.onProgress(place)
  const { kind } = target
  // First of all: what sleeps is woken by it.
  const first = isTurnTarget(target) ? await dialFirst(target, look.dialled) : undefined
  const probe = await probeFinding(target)
  const found = [...(first?.findings ?? []), probe]
  // Whatever answers there, it isn't the application.
  if (probe.level === 'error') return at(place, [probe])
  const redirect = first && redirectFinding(first.asked)
  if (redirect !== undefined) return at(place, [redirect])
  if (target.line instanceof SocketLine && first?.asked.answer?.headers.date !== undefined)
    found.push(clockFinding(first.asked.answer.headers.date, first.asked.at, 'the address', first.asked.ms))
  if (first !== undefined && !saysOfOthers(first)) {
    found.push(skipped('pushes', 'No other was sent: what they get says nothing while a right one gets no screen.'))
    return at(place, found)
  }
  const forged = await forgeryFindings(target, look.dialled)
  found.push(...forged)
  if (first === undefined && forged.some(({ check }) => check === 'redirects')) return at(place, found)
  if (isTurnTarget(target) && first !== undefined) {
    if (first.isShown) found.push(...(await turnFindings(target, look.dialled, first, look.turns)))
  } else if (moneyKinds.some((one) => one === kind) && !look.withPayments) {
    found.push(skipped('payments', 'Forged ones alone were sent: with --url, --with-payments sends true ones.'))
  } else found.push(...(await noticeFindings(target)))
  return at(place, found)
}

/** Whether it was shown, or refused as a stranger's: else all pushes end so, whatever they are. */
function saysOfOthers({ asked, isShown }: FirstScreen): boolean {
  return isShown || [401, 403, 404, 405].includes(asked.answer?.status ?? 0)
}

function isTurnTarget(target: Target): target is TurnTarget {
  return isTurnKind(target.kind)
}
