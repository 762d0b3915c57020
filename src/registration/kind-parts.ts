import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Deliveries } from '../inbox/deliveries.ts'
import type { Intake } from '../inbox/intake.ts'
import type { OpenStore } from '../store/store.ts'
import type { Activity } from './activity.ts'
import type { MerchantWebhooksOptions } from './options.ts'
import type { SharedSettings } from './read-shared.ts'

/** What a registration sets its kinds up with. */
export interface KindParts {
  readonly options: MerchantWebhooksOptions
  readonly shared: SharedSettings
  readonly activity: Activity
  readonly log: FastifyBaseLogger
  readonly opened: OpenStore
  readonly deliveries: Deliveries
  readonly intake: Intake
  /** What is kept is dated by it. */
  readonly time: Clock
}
