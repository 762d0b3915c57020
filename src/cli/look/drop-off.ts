import { type DropOff, dropOff, type LeftScreen } from '../../admin/sessions/drop-off.ts'
import { turnKinds } from '../../pushes/kinds.ts'
import { showable, showJson, type Terminal } from '../terminal.ts'
import { readList, readWhole, saidFilters } from './look-args.ts'
import { type RegistrationPlace, withSessions } from './look-at-store.ts'
import { readAt, readSpan, type SpanValues } from './read-time.ts'

export interface DropOffValues extends RegistrationPlace, SpanValues {
  readonly kind?: string
  readonly most?: string
}

/** `fastify-merchant-webhooks sessions drop-off`: the screens that sessions did not get beyond. */
export async function showDropOff(values: DropOffValues, terminal: Terminal): Promise<void> {
  const kinds = readList('--kind', values.kind, turnKinds) ?? []
  const queryAt = readAt((now) => ({
    kind: kinds.length === 1 ? kinds[0] : undefined,
    ...readSpan(values, now),
    most: values.most === undefined ? undefined : readWhole('--most', values.most, 10_000, 1),
  }))
  await withSessions(values, async (sessions, { registration, now }) => {
    const found = await dropOff(sessions, queryAt(now), now)
    if (values.json === true) terminal.out(showJson(found, 2))
    else if (found.looked === 0) {
      const said = saidFilters({ ...values }, ['kind', 'since', 'until'])
      terminal.out(`No session of '${registration}' ${said === '' ? 'is kept' : `fits ${said}`}.`)
    } else terminal.out(describe(found))
  })
}

function describe({ looked, left, open, isMore, screens }: DropOff): string {
  const counted = `${left} of ${looked} sessions were left; ${open} are open.`
  const capped = isMore ? ' There are older ones that were not looked at: --most looks at more.' : ''
  return [counted + capped, ...screens.map(describeScreen)].join('\n\n')
}

function describeScreen({ kind, screen, count, share, ways }: LeftScreen): string {
  const how = Object.entries(ways).flatMap(([way, times]) => (times === 0 ? [] : [`${times} by ${way}`]))
  const lines = screen.split('\n').map((line) => `      ${showable(line)}`.trimEnd())
  return [`${count}  ${(100 * share).toFixed(1)} %  ${kind}  ${how.join(', ')}`, ...lines].join('\n')
}
