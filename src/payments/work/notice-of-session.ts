import { readPayload } from '../../inbox/entry.ts'
import { fulfilment } from '../../pushes/fulfilment.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import { inOneSpelling } from '../../pushes/reading/identifiers.ts'
import { Notes } from '../../pushes/reading/push-problem.ts'
import type { StoredEntry } from '../../store/entry.ts'
import type { EntryQuery, InboxLook } from '../../store/inbox-store.ts'

/** A payment that a session asked for. */
export interface SessionPayment {
  readonly kind: TurnKind
  readonly sessionId: string
  /** The merchant's own; undefined where none was given. */
  readonly reference: string | undefined
}

/** Where notices are looked for. */
export interface NoticePlace {
  readonly registration: string
  readonly inbox: Pick<InboxLook, 'list' | 'get'>
}

/**
 * Whether a notice came of a payment that a session asked for, paid or not: of USSD at the address that was signed for it, of
 * a cart among the last that came. Nobody can forge the first without that address.
 *
 * @throws FMW_STORE_UNAVAILABLE
 */
export async function hasNotice({ registration, inbox }: NoticePlace, payment: SessionPayment): Promise<boolean> {
  const { queries, sessionOf } = wherefrom(payment)
  const sessionId = inOneSpelling(payment.sessionId)
  for (const query of queries) {
    const { entries } = await inbox.list({ registration, states, limit: most, ...query })
    for (const { id } of entries) {
      const entry = await inbox.get(registration, id)
      if (entry?.form === 'push' && sessionOf(entry) === sessionId) return true
    }
  }
  return false
}

/** An address is signed for a reference, or for the session alone where that has none or one that it cannot carry. */
function wherefrom({ kind, sessionId, reference = sessionId }: SessionPayment): Place {
  if (kind === 'programmable') return { queries: [{ kinds: ['fulfilment'] }], sessionOf: sessionOfCart }
  const references = new Set([reference, sessionId].map((name) => name.slice(0, longestReference)))
  return {
    queries: [...references].map((name) => ({ kinds: ['ussdPayment'], reference: name })),
    sessionOf: sessionOfAddress,
  }
}

interface Place {
  readonly queries: readonly Pick<EntryQuery, 'kinds' | 'reference'>[]
  readonly sessionOf: (entry: StoredEntry) => string | undefined
}

function sessionOfAddress({ payload }: StoredEntry): string | undefined {
  return spelled(readPayload(payload).signed?.sessionId)
}

function sessionOfCart({ payload, receivedAt }: StoredEntry): string | undefined {
  const context = { receivedAt: new Date(receivedAt), country: undefined, notes: new Notes() }
  return spelled(fulfilment.read(readPayload(payload), context).sessionId)
}

function spelled(sessionId: string | null | undefined): string | undefined {
  return typeof sessionId === 'string' ? inOneSpelling(sessionId) : undefined
}

const states = ['waiting', 'running', 'done', 'dead'] as const
// The newest of them come first.
const most = 100
const longestReference = 200
