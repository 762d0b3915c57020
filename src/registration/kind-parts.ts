import type { FastifyBaseLogger } from 'fastify'
import type { Activity } from './activity.ts'
import type { MerchantWebhooksOptions } from './options.ts'
import type { SharedSettings } from './read-shared.ts'

/** What a registration sets its kinds up with. */
export interface KindParts {
  readonly options: MerchantWebhooksOptions
  readonly shared: SharedSettings
  readonly activity: Activity
  readonly log: FastifyBaseLogger
}
