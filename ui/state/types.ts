import type { Ledger, LedgerRow } from '../../src/simulator/checkout/ledger/ledger.ts'
import type { NotificationWork } from '../../src/simulator/checkout/ledger/work.ts'
import type { phoneView, rowView, wholeRowView } from '../../src/simulator/control/views.ts'
import type { ActiveFault, KnownFault } from '../../src/simulator/faults/table.ts'
import type { UssdRules } from '../../src/simulator/gateway/rules.ts'
import type { ClockJump } from '../../src/simulator/log/log.ts'
import type { Profile } from '../../src/simulator/wire/profiles.ts'
import type { AppProcess } from '../../src/simulator/world/app-process.ts'

/** A row in the list. */
export type Row = ReturnType<typeof rowView>
/** A row with its headers and bytes. */
export type WholeRow = ReturnType<typeof wholeRowView>
export type PhoneState = ReturnType<typeof phoneView>
/** A phone by its number and where it is used. */
export type PhoneName = Pick<PhoneState, 'number' | 'channel'>

export type { ActiveFault, ClockJump, KnownFault, Ledger, LedgerRow, NotificationWork, Profile }

/** What `/_simulator/state` answers, as far as the page shows it. */
export interface SimulatorState {
  readonly url: string
  readonly now: number
  readonly isConnected: boolean
  /** Of the application, where something runs it that says how it is. */
  readonly app: AppProcess | null
  readonly faults: readonly ActiveFault[]
  readonly profile: Profile
  /** What chance began with. */
  readonly seed: number
  readonly gatewayError: string | null
  readonly ussd: ScreenLengths
  readonly balance: number
  readonly lastRow: number
  readonly clockJumps: readonly ClockJump[]
}

/** How long a screen may be: in septets, that of operators with their own, and in characters outside GSM 7-bit. */
export type ScreenLengths = Pick<UssdRules, 'screenLength' | 'screenLengths' | 'otherLength'>

export interface ErrorAnswer {
  readonly message?: string
}
