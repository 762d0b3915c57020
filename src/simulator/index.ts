export type { Thrown, TurnTiming } from '../trace/development.ts'
export type { Books, ChaosApp, Delivered } from './chaos/books.ts'
export {
  type ChaosFailure,
  type ChaosOptions,
  type ChaosProgress,
  type ChaosResult,
  chaos,
  playStory,
} from './chaos/chaos.ts'
export type { Rule, Violation } from './chaos/violation.ts'
export type { AskedBill, AskedCart, AskedInvoice, AskedUssdPayment, BillName } from './checkout/bills/bills.ts'
export { Customer, type Payment, type PayOptions } from './checkout/customers/customer.ts'
export { type MagicNumber, magicNumbers } from './checkout/customers/magic-numbers.ts'
export type { LedgerCell } from './checkout/ledger/differences.ts'
export type { HandledPayment } from './checkout/ledger/handled.ts'
export type { Ledger, LedgerEvidence, LedgerRow } from './checkout/ledger/ledger.ts'
export type { NotificationWork, WorkAttempt } from './checkout/ledger/work.ts'
export type { Maximum, MoneyOptions, MoneyRules, StatusParameter } from './checkout/rules.ts'
export type { ResendChanges } from './control/resend.ts'
export type {
  Dialogue,
  DialogueActions,
  DialogueBill,
  DialogueEnding,
  DialogueExpectations,
  DialogueFault,
  DialogueOutcome,
  DialoguePayment,
  DialoguePhone,
  DialogueStep,
} from './dialogue/dialogue.ts'
export type { PlayedStep } from './dialogue/play-steps.ts'
export { readDialogue } from './dialogue/read-dialogue.ts'
export {
  type BuiltApp,
  type DialogueApp,
  type DialogueResult,
  type RunDialogueOptions,
  runDialogue,
} from './dialogue/run-dialogue.ts'
export { writeDialogue } from './dialogue/write-dialogue.ts'
export type { Struck } from './faults/fault.ts'
export type { FaultOptions } from './faults/faults.ts'
export { Faults } from './faults/faults.ts'
export type { ActiveFault } from './faults/table.ts'
export { type FaultName, type KnownFault, knownFaults } from './faults/table.ts'
export type { SimulatedPhoneOptions } from './gateway/gateway.ts'
export type { RichRules, UssdRules } from './gateway/rules.ts'
export { type Prompt, SimulatedPhone } from './gateway/simulated-phone.ts'
export type { LogFilter } from './log/log.ts'
export { Log } from './log/log.ts'
export type { About, EndpointName, LogMessage, LogResponse, LogRow, Origin } from './log/row.ts'
export type { KnownAnswer } from './map/answers.ts'
export type { ApplicationMap, MapBounds, MapFinding, MappedAnswer, MappedScreen } from './map/application-map.ts'
export { differencesOf } from './map/compare.ts'
export { type MapOptions, type MapProgress, mapApplication } from './map/map-application.ts'
export { mermaidOf } from './map/mermaid.ts'
export type { LifeStep, MessageNumber } from './messages/magic-numbers.ts'
export { messageNumbers } from './messages/magic-numbers.ts'
export type { InboundOptions } from './messages/messages.ts'
export { SimulatedMessages } from './messages/messages.ts'
export type { PhoneMessage } from './messages/phone-messages.ts'
export type { MessageRules, SubcodeField } from './messages/rules.ts'
export type { SimulatorOptions } from './options.ts'
export type { ServicePaths } from './paths.ts'
export type { ExpectedScreen } from './phone/expect-screen.ts'
export type { Screen, ScreenChoice, ScreenItem, ScreenPayment } from './phone/screen.ts'
export type { ProjectOptions } from './project/project.ts'
export { type RecordingOptions, recordDialogue } from './record/dialogue.ts'
export type { FixtureOptions, RecordedFixture } from './record/fixture.ts'
export { recordFixture } from './record/fixture.ts'
export { recordPage } from './record/page.ts'
export { type RecordedTestOptions, recordTest } from './record/recorded-test.ts'
export type { TestRunner } from './record/runners.ts'
export type { ReplayedFixture } from './record/seal-fixture.ts'
export { createSimulator, Simulator, type TriggerOptions } from './simulator.ts'
export type { ConnectOptions, SimulatedApp } from './wire/addresses.ts'
export type { Casing } from './wire/names.ts'
export type { Form, Profile, ProfileName } from './wire/profiles.ts'
export { profiles } from './wire/profiles.ts'
export type { FieldChanges } from './wire/samples.ts'
export type { AppProcess } from './world/app-process.ts'
export type { Snapshot } from './world/snapshot.ts'
export type { BillItem, FulfilmentReport, Payee, SaidOutcome, Saying, Skin } from './world/world.ts'
