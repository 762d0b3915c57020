import type { Registration } from '../../registration/merchant.ts'
import type { KnownOperator } from './access.ts'
import { stopsOf } from './kind-stops.ts'
import { countTabs } from './tabs.ts'

/** What stands on every view: who looks at what, the tabs with their counts, and whether the store is well. */
export async function overviewOf(registration: Registration, operator: KnownOperator) {
  const { inbox, name, all, measured } = registration
  const [tabs, backlog] = await Promise.all([countTabs(inbox), inbox.backlog({ states: ['waiting'] })])
  const oldest = Math.min(...backlog.flatMap(({ oldestWaiting }) => oldestWaiting ?? []))
  const { ok, why = null } = measured.health()
  return {
    registration: name,
    registrations: all.map((one) => one.name),
    operator: { by: operator.by, rights: [...operator.rights] },
    now: measured.time.now(),
    tabs,
    oldestWaiting: Number.isFinite(oldest) ? oldest : null,
    store: { ok, why },
    ...stopsOf(registration),
  }
}
