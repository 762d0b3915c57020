import { computed } from '@preact/signals'
import { timeOfDay } from '../shared/format.ts'
import { rows, stream } from '../state/log/rows.ts'
import { simulator } from '../state/simulator.ts'
import type { Row } from '../state/types.ts'
import { isWide } from '../state/width.ts'
import { texts } from '../texts/index.ts'

/** How the application is: pushes reach it, or they do not. */
export const appState = computed(() => {
  const isConnected = simulator.value?.isConnected
  if (stream.value === 'down') return { tone: 'wrong', words: texts.app.simulatorDown } as const
  if (isConnected === undefined) return { tone: 'quiet', words: texts.app.asking } as const
  const app = simulator.value?.app ?? null
  if (app?.state === 'down') return { tone: 'wrong', words: texts.app.silent } as const
  if (app?.state === 'starting') return { tone: 'quiet', words: texts.app.starting(app.name) } as const
  if (app !== null && app.starts > 1)
    return {
      tone: 'right',
      words: isWide.value ? texts.app.restarted(timeOfDay(app.since)) : texts.app.restartedShort,
    } as const
  if (!isConnected) return { tone: 'wrong', words: texts.app.none } as const
  const last = lastPush.value
  if (last === undefined) return { tone: 'right', words: texts.app.connected } as const
  return isSilent(last)
    ? ({ tone: 'wrong', words: texts.app.silent } as const)
    : ({ tone: 'right', words: texts.app.answers } as const)
})

/** The push that tells whether somebody answers; those that a fault kept from arriving tell nothing. */
export const lastPush = computed(() =>
  rows.value.findLast(
    ({ direction, faults, status }) => direction === 'push' && (status !== null || faults.length === 0),
  ),
)

/** Whether nothing came back at all. */
function isSilent({ status, problem, ms, deadline }: Row): boolean {
  return status === null && problem !== null && (deadline === null || ms < deadline)
}

const dots = { right: 'bg-success', wrong: 'bg-error', quiet: 'bg-base-content/40' }

export function AppState() {
  const { tone, words } = appState.value
  return (
    <p role="status" class="flex items-center gap-2 min-w-0 font-medium">
      <span aria-hidden="true" class={`size-2.5 rounded-full shrink-0 ${dots[tone]}`} />
      <span class="break-words min-w-0">{words}</span>
    </p>
  )
}
