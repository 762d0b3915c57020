import type { Kind } from '../../pushes/kinds.ts'
import type { AskedBill } from '../checkout/bills/bills.ts'
import type { Customer } from '../checkout/customers/customer.ts'
import type { HandledPayment } from '../checkout/ledger/handled.ts'
import type { Ledger, LedgerEvidence } from '../checkout/ledger/ledger.ts'
import type { NotificationWork } from '../checkout/ledger/work.ts'
import type { Faults } from '../faults/faults.ts'
import type { SimulatedPhoneOptions } from '../gateway/gateway.ts'
import type { SimulatedPhone } from '../gateway/simulated-phone.ts'
import type { Log } from '../log/log.ts'
import type { LogRow } from '../log/row.ts'
import type { ApplicationMap } from '../map/application-map.ts'
import type { SimulatedMessages } from '../messages/messages.ts'
import type { Profile, ProfileName } from '../wire/profiles.ts'
import type { FieldChanges } from '../wire/samples.ts'
import type { Snapshot } from '../world/snapshot.ts'
import type { ResendChanges } from './resend.ts'

/** The simulator's public face, as far as it is controlled over HTTP: nothing is done there that code can't do. */
export interface Face {
  readonly url: string
  readonly log: Log
  readonly faults: Faults
  readonly messages: SimulatedMessages
  readonly customer: Customer
  readonly phones: readonly SimulatedPhone[]
  get profile(): Profile
  set profile(profile: ProfileName | Profile)
  gatewayError: string | null
  now(): number
  advance(ms: number): Promise<void>
  reset(): void
  snapshot(): Snapshot
  restore(snapshot: Snapshot): void
  seed(value: number): void
  openBill(asked: AskedBill): { readonly id: string }
  phone(number: string, options?: SimulatedPhoneOptions): SimulatedPhone
  removePhone(number: string, options?: Pick<SimulatedPhoneOptions, 'channel'>): Promise<SimulatedPhoneOptions>
  trigger(kind: Kind, fields?: FieldChanges, options?: { readonly url?: string | null | undefined }): Promise<LogRow>
  resend(id: number, changes?: ResendChanges): Promise<LogRow>
  ledger(evidence?: LedgerEvidence): Ledger
  readonly mapper: (() => Promise<ApplicationMap>) | null
  work(entryId: string): Promise<NotificationWork | undefined>
  handled(): Promise<readonly HandledPayment[] | undefined>
}
