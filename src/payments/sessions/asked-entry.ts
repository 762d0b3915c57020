import { longestReference, ownEntry, readKept, sessionName } from '../../inbox/entry.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import { toMinor } from '../../pushes/money/amount.ts'
import { digest } from '../../pushes/reading/identifiers.ts'
import { isRecord } from '../../pushes/reading/json.ts'
import { PushProblem } from '../../pushes/reading/push-problem.ts'
import type { NewEntry, StoredEntry } from '../../store/entry.ts'
import { comparedNumber, phoneKey } from '../../text/phone.ts'

/** A payment that a session asked for. */
export interface AskedPayment {
  readonly kind: TurnKind
  readonly sessionId: string
  /** The session to which its notice comes: one that showed the payment before, or this one. */
  readonly noticeTo: string
  /** When the address of its notice was made, epoch ms; undefined of a cart. */
  readonly issuedAt: number | undefined
  /** The merchant's own. */
  readonly reference: string | undefined
  /** What a cart is to be paid in; undefined where nobody said. */
  readonly currency?: string | undefined
  /** The key of what was done for a cart: other sessions may ask for the same. */
  readonly purchase: string | undefined
  /** A digest of the phone that is asked: two phones may have sessions of one id. */
  readonly payer: string | undefined
  /** The same phone, shortened. */
  readonly phone: string
  /** Whether its notice is waited for. */
  readonly isAwaited: boolean
  /** Of its screen; undefined where transcripts do not have that. */
  readonly screen: string | undefined
  /** Epoch ms. */
  readonly since: number
}

/** What a cart sells: other sessions may show the same. */
export function purchaseOfCart({ purchase, sessionId, reference, payer }: AskedPayment): string {
  const sold = purchase ?? [sessionName('programmable', sessionId), payer]
  return `purchase:${digest([sold, reference]).slice(0, 16)}`
}

/** A payment in words, as its merchant knows it. */
export function nameOf({ kind, reference, sessionId }: AskedPayment): string {
  return `the ${kind === 'ussd' ? 'USSD payment' : 'cart'} ${reference ?? sessionId}`
}

/** The phone of a cart, as it is known again in its session alone. */
export function payerOfCart(sessionId: string, phone: string | null): string {
  return digest([sessionName('programmable', sessionId), comparedNumber(phone)]).slice(0, 16)
}

/**
 * The entry that stands for a payment. Asked for anew in its session with other terms, or for something else that was done, it
 * has one more.
 *
 * @param mobile the phone that is asked, in full
 */
export function askedEntry(asked: AskedPayment, amount: number | undefined, mobile: string): NewEntry {
  const { kind, sessionId, noticeTo, payer, reference, currency, purchase, since } = asked
  const minor = amount === undefined ? undefined : toMinor(amount)
  const id = `askedPayment:${sessionName(kind, sessionId)}`
  const known = {
    // No session lives as long.
    identityFor: 86_400_000,
    fingerprint: digest([reference, minor, payer, purchase, ...(currency === undefined ? [] : [currency])]),
    lane: `${id}|${payer}`,
    reference: (reference ?? sessionId).slice(0, longestReference),
    session: sessionName(kind, noticeTo),
    phones: [phoneKey(mobile)],
  }
  // Amount and phone are for people: the service knows neither our reference nor the session.
  return ownEntry({ kind: 'askedPayment', id, receivedAt: since, ...known }, { ...asked, amount })
}

/** @throws PushProblem */
export function readAsked({ payload }: Pick<StoredEntry, 'payload'>): AskedPayment {
  const kept = readKept(payload)
  if (isRecord(kept)) {
    const { kind, sessionId, noticeTo = sessionId, issuedAt, phone = '', since } = kept
    // What is kept without it is older: carts were not waited for.
    const { isAwaited = kind === 'ussd' } = kept
    const isOne = typeof sessionId === 'string' && typeof noticeTo === 'string' && typeof since === 'number'
    if ((kind === 'ussd' || kind === 'programmable') && isOne && typeof phone === 'string') {
      return {
        kind,
        sessionId,
        noticeTo,
        issuedAt: typeof issuedAt === 'number' ? issuedAt : undefined,
        reference: textOf(kept.reference),
        currency: textOf(kept.currency),
        purchase: textOf(kept.purchase),
        payer: textOf(kept.payer),
        phone,
        isAwaited: isAwaited === true,
        screen: textOf(kept.screen),
        since,
      }
    }
  }
  throw new PushProblem({ field: null, expected: 'a payment that was asked for', received: 'other bytes' })
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
