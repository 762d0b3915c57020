import { sessionName } from '../../inbox/entry.ts'
import { readAsked } from '../../payments/sessions/asked-entry.ts'
import { askedOf, pageOf } from '../../payments/sessions/asked-of-session.ts'
import type { EntryState, EntrySummary } from '../../store/entry.ts'
import type { EntryFilter, InboxLook } from '../../store/inbox-store.ts'
import { entryStates } from '../inbox-query.ts'

/**
 * The same look, whose references are also those of carts: a cart's notice has the service's id for its reference, and the
 * merchant's own is that of the cart which its session sent to the checkout last.
 */
export function cartsLook(look: InboxLook): InboxLook {
  return {
    inOrder: look.inOrder,
    // They are few, and come on top of the first page.
    list: async (query) => {
      const page = await look.list(query)
      const carts = query.cursor === undefined ? await cartsNamed(look, query) : []
      if (carts.length === 0) return page
      const pages = await Promise.all(carts.map((cart) => look.list({ ...cart, limit: 1_000 })))
      return { ...page, entries: [page, ...pages].flatMap(({ entries }) => entries).toSorted(newestFirst) }
    },
    count: async (filter) => {
      const sum = { ...(await look.count(filter)) }
      for (const cart of await cartsNamed(look, filter)) {
        const room = filter.most === undefined ? undefined : filter.most - total(sum)
        if (room === 0) break
        const counts = await look.count({ ...cart, most: room })
        for (const state of entryStates) sum[state] += counts[state]
      }
      return sum
    },
    redrive: async (filter, most) => {
      const own = await look.redrive(filter, most)
      if (own > 0) return own
      for (const cart of await cartsNamed(look, filter)) {
        const redriven = await look.redrive(cart, most)
        if (redriven > 0) return redriven
      }
      return 0
    },
    get: (registration, id) => look.get(registration, id),
    backlog: (registration, states) => look.backlog(registration, states),
    replay: (registration, id, attempts) => look.replay(registration, id, attempts),
    settleReview: (registration, id, settling, seen) => look.settleReview(registration, id, settling, seen),
  }
}

/** What finds the notices of the carts that a filter names by its reference. @throws FMW_STORE_UNAVAILABLE */
async function cartsNamed<Filter extends EntryFilter>(inbox: InboxLook, filter: Filter): Promise<readonly Filter[]> {
  const { registration, reference, kinds, session } = filter
  if (reference === undefined || session !== undefined || kinds?.includes('fulfilment') === false) return []
  const kept = { inbox, registration }
  const { entries } = await pageOf(kept, { reference, kinds: ['askedPayment'] })
  const carts = entries.map(readAsked).filter(({ kind }) => kind === 'programmable')
  const found: Filter[] = []
  for (const sessionId of new Set(carts.map((cart) => cart.sessionId))) {
    const [last] = await askedOf(kept, 'programmable', sessionId)
    if (last?.asked.reference !== reference) continue
    const cart = sessionName('programmable', sessionId)
    found.push({ ...filter, reference: undefined, session: cart, kinds: ['fulfilment'] })
  }
  return found
}

function newestFirst(one: EntrySummary, other: EntrySummary): number {
  return other.receivedAt - one.receivedAt
}

function total(counts: Readonly<Record<EntryState, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
