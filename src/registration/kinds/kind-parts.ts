import type { FastifyBaseLogger } from 'fastify'
import type { LookedAtKind } from '../../admin/inbox.ts'
import type { Clock } from '../../clock.ts'
import type { Endpoint } from '../../http/endpoint.ts'
import type { Deliveries } from '../../inbox/deliveries.ts'
import type { Intake } from '../../inbox/intake.ts'
import type { SettledReferences } from '../../payments/money/settled-reference.ts'
import type { AskedPayments } from '../../payments/sessions/asked-payments.ts'
import type { Kind, NotificationKind } from '../../pushes/kinds.ts'
import type { OpenStore } from '../../store/store.ts'
import type { LoopWatch } from '../../turns/shared/loop-watch.ts'
import type { Verifier } from '../../verify/index.ts'
import type { Activity } from '../events/activity.ts'
import type { MerchantWebhooksOptions } from '../options/options.ts'
import type { SharedSettings } from '../options/read-shared.ts'
import type { StoppedKinds } from '../stopped-kinds.ts'
import type { Reread } from './reread.ts'

/** What a registration sets its kinds up with. */
export interface KindParts {
  readonly options: MerchantWebhooksOptions
  readonly shared: SharedSettings
  readonly activity: Activity
  readonly log: FastifyBaseLogger
  readonly opened: OpenStore
  readonly deliveries: Deliveries
  readonly intake: Intake
  /** What sessions ask for. */
  readonly asked: AskedPayments
  /** Which references are paid, and how. */
  readonly settled: SettledReferences
  readonly loop: LoopWatch
  readonly stopped: StoppedKinds
  /** What is kept is dated by it. */
  readonly time: Clock
}

/** One kind as it was set up: where it is received, who may push, and what takes it. */
export interface ReceivedKind {
  readonly kind: Kind
  readonly path: string
  readonly verifier: Verifier
  /** Bytes. */
  readonly bodyLimit: number
  /** ms */
  readonly bodyTimeout: number
  /** ms until an answer: the budget of a turn, the time-out of an attempt. */
  readonly budget: number
  readonly endpoint: Endpoint
}

/** A notification kind as it was set up. */
export interface ReceivedNotification extends ReceivedKind {
  readonly kind: NotificationKind
  /** What its entries are looked at with. */
  readonly lookedAt: LookedAtKind
  readonly reread: Reread
}
