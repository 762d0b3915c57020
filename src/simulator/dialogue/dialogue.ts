import type { Kind, TurnKind } from '../../pushes/kinds.ts'
import type { Struck } from '../faults/fault.ts'
import type { FaultName } from '../faults/table.ts'
import type { Channel } from '../phone/screen.ts'
import type { ProfileName } from '../wire/profiles.ts'
import type { FieldChanges } from '../wire/samples.ts'
import type { PaymentMethod } from '../world/world.ts'

/**
 * What subscribers do at their phones, and what they must see: a YAML file, for `runDialogue` and the command `run`.
 *
 * @example
 * const dialogue: Dialogue = {
 *   dialogue: 'Tea, paid at once',
 *   steps: [
 *     { dial: '*713#', contains: ['Tea'] },
 *     { choose: 'Tea', asks: 5, ends: true },
 *     { approve: {} },
 *   ],
 *   outcome: { payments: [{ asked: 5, paid: 5, handled: 'paid' }], ledger: 'clean' },
 * }
 */
export interface Dialogue {
  /** What it tells, in a few words. */
  readonly dialogue: string
  /**
   * When it happens, as `2026-11-23T12:00:00Z`. The simulator's clock stands there, and only `wait` moves it. Default: the
   * machine's time.
   */
  readonly time?: string | undefined
  /** The seed of everything random. Default: another one at each run. */
  readonly seed?: number | undefined
  /** How the service sends. Default `plain`. */
  readonly profile?: ProfileName | undefined
  /**
   * What is entered by `secret`, by name. A recording has stand-ins: the environment, or `secrets` of `runDialogue`, has
   * the real ones under the same names.
   */
  readonly secrets?: Readonly<Record<string, string>> | undefined
  /** By the names that steps give. Default: one phone, +233000000000. */
  readonly phones?: Readonly<Record<string, DialoguePhone>> | undefined
  /** What is broken from beginning to end, by name. */
  readonly faults?: Readonly<Partial<Record<FaultName, DialogueFault>>> | undefined
  readonly steps: readonly DialogueStep[]
  /** What must be true at the end. */
  readonly outcome?: DialogueOutcome | undefined
}

/**
 * A phone of a dialogue.
 *
 * @example
 * const till: DialoguePhone = { number: '+233000000001', channel: 'pos', operator: 'POS-ios' }
 */
export interface DialoguePhone {
  /** International. Default +233000000000 for the first, one more for each other. */
  readonly number?: string | undefined
  /** Default `ussd`. */
  readonly channel?: Channel | undefined
  /** On USSD `programmable` if a programmable service serves the code. Default `ussd`. */
  readonly kind?: TurnKind | undefined
  readonly operator?: string | undefined
  readonly mobile?: string | undefined
  readonly serviceCode?: string | undefined
}

/**
 * A fault that is on from beginning to end.
 *
 * @example
 * const seldom: DialogueFault = { rate: 0.1, kinds: ['checkout'] }
 */
export interface DialogueFault {
  /** From 0 to 1. Default 1: all that it can strike. */
  readonly rate?: number | undefined
  /** Kinds of pushes and names of endpoints. Default: all that it can strike. */
  readonly kinds?: readonly Struck[] | undefined
  /** One of its ways. Default: chance takes one. */
  readonly way?: string | undefined
}

/**
 * One step: exactly one thing that is done, and what must come of it.
 *
 * @example
 * const steps: DialogueStep[] = [
 *   { dial: '*713#', screen: 'Welcome\n1. Tea' },
 *   { reply: '1', faults: ['duplicate'], asks: 5, ends: true },
 *   { approve: { amount: 4 } },
 * ]
 */
export interface DialogueStep extends DialogueActions, DialogueExpectations {
  /** Whose phone, by its name in `phones`. Default: the first. */
  readonly phone?: string | undefined
  /** What breaks at this step, once: the name of a fault, or with its way, as `contradict.cancelledUnderSuccess`. */
  readonly faults?: readonly string[] | undefined
}

/**
 * What can be done: one of them in each step.
 *
 * @example
 * const actions: DialogueActions[] = [{ dial: '*713#' }, { choose: 'Tea' }, { hangUp: true }]
 */
export interface DialogueActions {
  /** Dials a code, or with an empty text opens the service on a rich channel. */
  readonly dial?: string | undefined
  /** Dials the last code again. */
  readonly redial?: true | undefined
  /** Answers the screen. */
  readonly reply?: string | undefined
  /** Answers with a secret, by its name. */
  readonly secret?: string | undefined
  /** Answers with the option of this label, also on a later page. */
  readonly choose?: string | undefined
  /** The subscriber ends the session. */
  readonly hangUp?: true | undefined
  /** The subscriber doesn't answer in time. */
  readonly timeout?: true | undefined
  /** The service sends the last push again. */
  readonly repeatLast?: true | undefined
  /** Pushes any Type; with `reply` or `dial` it would be one of the usual. */
  readonly push?: string | undefined
  /** Approves the oldest payment prompt of the phone. */
  readonly approve?: DialoguePayment | undefined
  /** Refuses it. */
  readonly refuse?: true | undefined
  /** A customer pays the newest invoice of the checkout, or the one of `reference`. */
  readonly pays?: DialoguePayment | undefined
  /** The newest payment that is pending ends, or that of `reference`: in full, or as it says. */
  readonly finishes?: DialogueEnding | undefined
  /** The phone sends a text to the short code. */
  readonly texts?: string | undefined
  /** Waits until the phone gets this message. */
  readonly receives?: string | undefined
  /** Moves the simulator's time on, ms. In YAML also `65s`, `10m`. */
  readonly wait?: number | undefined
  /** Sends one push that nothing stands behind. */
  readonly trigger?: { readonly kind: Kind; readonly fields?: FieldChanges | undefined } | undefined
  /** From now on subscribers see this code in place of the application (reference 7.2); `none` ends it. */
  readonly gateway?: string | undefined
}

/**
 * How a payment of a dialogue goes: nothing given, at once and in full.
 *
 * @example
 * const declined: DialoguePayment = { fails: '2101' }
 */
export interface DialoguePayment {
  /** Of the invoice, for `pays`. */
  readonly reference?: string | undefined
  /** What is paid, if not what was asked. */
  readonly amount?: number | undefined
  /** The code that it fails with. */
  readonly fails?: string | undefined
  readonly cancels?: true | undefined
  readonly leaves?: true | undefined
  readonly hangs?: true | undefined
  /** How many times it is paid. */
  readonly times?: number | undefined
  /** How long it takes, ms. */
  readonly takes?: number | undefined
  readonly method?: PaymentMethod | undefined
}

/**
 * How a pending payment of a dialogue ends.
 *
 * @example
 * const declined: DialogueEnding = { fails: '2101' }
 */
export type DialogueEnding = Pick<DialoguePayment, 'reference' | 'amount' | 'fails' | 'cancels'>

/**
 * What must come of a step: nothing given, anything may.
 *
 * @example
 * const askedToPay: DialogueExpectations = { contains: ['Approve'], asks: 5, ends: true }
 */
export interface DialogueExpectations {
  /** The whole screen, as the phone shows it. A gateway's error is its code. */
  readonly screen?: string | undefined
  /** Texts that the screen has. */
  readonly contains?: readonly string[] | undefined
  /** Whether the session is over. */
  readonly ends?: boolean | undefined
  /** The amount of the payment prompt. */
  readonly asks?: number | undefined
  /** The status that notices and texts are answered with. Default: any 2xx. */
  readonly status?: number | undefined
}

/**
 * What must be true when all is done.
 *
 * @example
 * const outcome: DialogueOutcome = { payments: [{ asked: 5, paid: 5, handled: 'paid' }], ledger: 'clean' }
 */
export interface DialogueOutcome {
  /** Every bill, in the order in which they were asked. */
  readonly payments?: readonly DialogueBill[] | undefined
  /** `clean`: what was asked, paid, told, confirmed, handled and reported agrees. */
  readonly ledger?: 'clean' | undefined
}

/**
 * What must have become of a bill: what isn't given may be anything.
 *
 * @example
 * const lost: DialogueBill = { asked: 5, paid: 5, handled: 'nothing' }
 */
export interface DialogueBill {
  readonly asked?: number | undefined
  /** What customers truly paid. */
  readonly paid?: number | undefined
  /** The outcomes that the application's handlers got, or `nothing`. Not looked at for an application at an address. */
  readonly handled?: string | undefined
}

/** What shows a screen. */
export const turnActions = [
  'dial',
  'redial',
  'reply',
  'secret',
  'choose',
  'hangUp',
  'timeout',
  'repeatLast',
  'push',
] as const satisfies readonly (keyof DialogueActions)[]

/** The names of what can be done. */
export const actionNames = [
  ...turnActions,
  'approve',
  'refuse',
  'pays',
  'finishes',
  'texts',
  'receives',
  'wait',
  'trigger',
  'gateway',
] as const satisfies readonly (keyof DialogueActions)[]

/** Those that are written with nothing behind them. */
export const flagActions = ['redial', 'hangUp', 'timeout', 'repeatLast', 'refuse'] as const satisfies ActionName[]

/** Those that say how somebody pays. */
export const paymentActions = ['approve', 'pays', 'finishes'] as const satisfies ActionName[]

/** The name of something that can be done. */
export type ActionName = (typeof actionNames)[number]

/** What is done at a step. @throws TypeError for nothing, which no checked dialogue has */
export function actionOf(step: DialogueStep): ActionName {
  const found = actionNames.find((name) => step[name] !== undefined)
  if (found === undefined) throw new TypeError('the step does nothing')
  return found
}

/** The number of a phone that has none of its own, by its place. */
export function usualNumber(at: number): string {
  return `+233${String(at).padStart(9, '0')}`
}
