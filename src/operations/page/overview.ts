import type { Registration } from '../../registration/merchant.ts'
import type { KnownOperator } from './access.ts'
import { stopsOf } from './kind-stops.ts'
import { countTab, countTabs } from './tabs.ts'

/**
 * What stands on every view: who looks at what, the tabs with their counts, whether the store is well, which kinds are
 * stopped, and what the other registrations have of that.
 */
export async function overviewOf(registration: Registration, operator: KnownOperator) {
  const { inbox, name, all, measured } = registration
  const [tabs, backlog, others] = await Promise.all([
    countTabs(inbox),
    inbox.backlog({ states: ['waiting'] }),
    Promise.all(all.filter((one) => one !== registration).map(seenElsewhere)),
  ])
  const oldest = Math.min(...backlog.map(({ oldestWaiting }) => oldestWaiting).filter((time) => time !== null))
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
    others,
  }
}

/** What another registration has that must be seen here too. `needsReview` is null while its store can't be asked. */
async function seenElsewhere(other: Registration) {
  const needsReview = await countTab(other.inbox, 'needsReview').catch(() => null)
  return { name: other.name, needsReview, stops: stopsOf(other).stops }
}
