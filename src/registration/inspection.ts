import type { Judge } from '../conversation/judging/judge.ts'
import type { Replay } from '../conversation/judging/replay.ts'
import type { Kind, NotificationKind, TurnKind } from '../pushes/kinds.ts'
import type { Store } from '../store/store.ts'
import type { Reread } from './kinds/reread.ts'

/** What a registration was set up with, for `doctor`: nothing that `app.merchant` shows to every handler. */
export interface Inspection {
  readonly registration: string
  readonly publicUrl: string | undefined
  readonly store: Store
  /** Whether it takes payments, which no store in memory keeps. */
  readonly takesMoney: boolean
  /** What its payments lack, in words. */
  readonly lacks: readonly string[]
  /** Where deliveries of carts are reported; null where they aren't, left out by an older version of the package. */
  readonly reportUrl?: string | null
  /** What is asked whether its payments are true; left out by an older version of the package. */
  readonly askers?: readonly object[]
  readonly kinds: readonly InspectedKind[]
  /** The kinds of its sessions; left out by an older version of the package. */
  readonly turnKinds?: readonly InspectedTurnKind[]
  /** The kinds of its notifications; left out by an older version of the package. */
  readonly noticeKinds?: readonly InspectedNoticeKind[]
}

/** One kind of notifications, and how its kept entries are read again. */
export interface InspectedNoticeKind {
  readonly kind: NotificationKind
  readonly reread: Reread
}

/** One kind of sessions, and how its conversation is held against those that are open. */
export interface InspectedTurnKind {
  readonly kind: TurnKind
  /** Undefined where its handler is no conversation. */
  readonly judge: Judge | undefined
  /** Plays sessions again; left out by an older version of the package, undefined where its handler is no conversation. */
  readonly replay?: Replay | undefined
}

/** One kind of push, and who may send it. */
export interface InspectedKind {
  readonly kind: Kind
  /** From the root of the application, with the secret of the address. */
  readonly path: string
  /** The verifier's name. */
  readonly verifier: string
  /** Whether this address is enough to push, without any secret; left out by an older version of the package. */
  readonly letsIn?: (address: string) => boolean
  /** What the verifier appends to the address; empty where it asks for something else. */
  readonly suffix: string
}

/** By a name that another copy of the package knows too: the command may be installed elsewhere than the application. */
export const inspection: unique symbol = Symbol.for('fastify-merchant-webhooks.inspection')

/** What the registrations of an application were set up with; undefined where its package is older than this. */
export function inspectionsOf(merchant: object): readonly Inspection[] | undefined {
  return isInspected(merchant) ? merchant[inspection] : undefined
}

function isInspected(merchant: object): merchant is Inspected {
  return inspection in merchant
}

/** What shows it. */
export interface Inspected {
  readonly [inspection]: readonly Inspection[]
}
