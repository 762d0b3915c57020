import type { TurnKind } from '../../pushes/kinds.ts'
import type { ActiveFault } from '../faults/table.ts'
import type { Channel, Screen } from '../phone/screen.ts'
import type { WireFields } from '../wire/names.ts'
import type { Profile } from '../wire/profiles.ts'

/**
 * Everything that the service knows: plain data, without a function or a connection in it, so that it can be copied,
 * kept in a file, and put back.
 */
export interface World {
  /** By their identifier. */
  readonly bills: Map<string, Bill>
  /** By TransactionId. */
  readonly transactions: Map<string, Transaction>
  /** By SessionId. */
  readonly sessions: Map<string, Session>
  /** By number and channel: see `phoneKey`. */
  readonly phones: Map<string, PhoneState>
  /** What subscribers see in place of the application; null where nothing is out of order. */
  gatewayError: string | null
  /** By MessageId. */
  readonly messages: Map<string, Message>
  /** What messages have cost. */
  messagesCost: number
  /** What is to be done, in no order. */
  readonly jobs: Map<number, Job>
  /** The number of the last job. */
  lastJob: number
  /** How far the clock was moved on, ms. */
  moved: number
  /** What the random numbers began with. */
  seed: number
  /** Where the random numbers stand. */
  random: number
  /** What is broken on purpose. */
  readonly faults: ActiveFault[]
  /** How the sender behaves. */
  profile: Profile
  /** What the application received before counts for nothing, epoch ms by the machine's own clock: 0 before the first reset. */
  handledSince: number
}

/** A service that nothing has happened to yet. */
export function newWorld({ seed, profile }: { readonly seed: number; readonly profile: Profile }): World {
  return {
    bills: new Map(),
    transactions: new Map(),
    sessions: new Map(),
    phones: new Map(),
    gatewayError: null,
    messages: new Map(),
    messagesCost: 0,
    jobs: new Map(),
    lastJob: 0,
    moved: 0,
    seed,
    random: seed,
    faults: [],
    profile,
    handledSince: 0,
  }
}

/** Work that is due at a time: it is state, so that a snapshot keeps it. */
interface Job {
  readonly id: number
  /** Epoch ms by the simulator's clock. */
  readonly due: number
  /** Who does it: the name of a doer. */
  readonly name: string
  /** What the doer needs to know: JSON. */
  readonly data: unknown
}

/** A phone with its SIM; or where the same person uses a service otherwise: a web store, a till, the service's app. */
export interface PhoneState {
  /** Of the SIM, in international form. */
  readonly number: string
  readonly channel: Channel
  kind: TurnKind
  /** What pushes have as Mobile: the number, on rich channels an identifier of the user. */
  mobile: string
  operator: string
  /** Null where it is the first number of what is dialled. */
  serviceCode: string | null
  /** How it is drawn. */
  skin: Skin
  /** Its last session; null before the first. */
  sessionId: string | null
}

/**
 * How a phone is drawn: as a smartphone, or as the cheapest handset.
 *
 * @example
 * const linesOf = (skin: Skin) => (skin === 'basic' ? 4 : 12)
 */
export type Skin = 'smart' | 'basic'

/** A session of a subscriber with the application (reference 3.3, 3.4). */
export interface Session {
  readonly id: string
  readonly kind: TurnKind
  readonly channel: Channel
  /** A phone number; on rich channels an identifier of the user. */
  readonly mobile: string
  readonly operator: string
  readonly serviceCode: string
  /** Epoch ms. */
  readonly openedAt: number
  /** What was dialled; null where a push opened it that nobody dials. */
  dialled: string | null
  /** Sequence of the last push; 0 before the first. */
  sequence: number
  /** The last push, to be sent again as it was; null before the first. */
  lastPush: PhonePush | null
  /** ClientState of the last reply, to be sent once; null where there is none. */
  clientState: string | null
  /** What it shows; null before it shows anything. */
  screen: Screen | null
  /** What was wrong with the last answer; null where nothing was. */
  problem: string | null
  /** Why it is over; null while it is open. */
  ended: SessionEnd | null
  /** Epoch ms by when the subscriber must answer; null while the application is asked, and after the end. */
  answerBy: number | null
  /** The job that ends it then; null where none does. */
  limitJob: number | null
  /** Whether what is entered next is sensitive (reference 2.6, MaskNextRoute). */
  masksNext: boolean
  /** Whether nothing told that. */
  isUntold?: boolean
}

/** What a phone pushed. */
export interface PhonePush {
  /** Shown in transcripts and errors: `dial *713#`. */
  readonly label: string
  readonly fields: WireFields
  /** Whether it was entered at a sensitive screen. */
  readonly isSensitive: boolean
  /** Whether nothing told if that screen was sensitive. */
  readonly isUntold?: true
  /** Whether the subscriber is gone with it, and sees nothing of the answer. */
  readonly isLast: boolean
}

/** Who or what ended a session. */
type SessionEnd = 'application' | 'subscriber' | 'timeout' | 'error'

/** A text message that the application sent, or that a subscriber sent to it (reference 2.9). */
export interface Message {
  /** UUID without dashes. */
  readonly id: string
  readonly direction: 'in' | 'out'
  /** 0 text, 1 binary, 2 unicode. */
  readonly type: number
  readonly from: string
  readonly to: string
  readonly content: string
  readonly udh: string | null
  readonly clientReference: string | null
  readonly registeredDelivery: boolean
  readonly isFlash: boolean
  readonly networkId: string
  /** Number of parts. */
  readonly units: number
  /** Total cost. */
  readonly rate: number
  /** Epoch ms at which it was, or will be, sent. */
  time: number
  /** Epoch ms of the last change of its status. */
  updatedAt: number
  /** One of the words of reference 3.2. */
  status: string
  /** Epoch ms at which the phone got it; null while it hasn't. */
  arrivedAt: number | null
  /** The job that changes its status next; null where nothing follows. */
  nextJob: number | null
}

/** One try of a customer to pay a bill, as the service knows it (reference 2.4). */
export interface Transaction {
  /** TransactionId: the service's. */
  readonly id: string
  /** NetworkTransactionId: the mobile money provider's. */
  readonly networkId: string
  readonly billId: string
  readonly clientReference: string | null
  /** Epoch ms. */
  readonly startedAt: number
  readonly method: PaymentMethod
  /** Who paid; null for a card. */
  readonly mobile: string | null
  /** What really went from the customer to the merchant, in major currency units: 0 while it is pending, or failed. */
  paid: number
  /** What was to be paid. */
  readonly amount: number
  /** Steps of the cycle, the oldest first: Pending, Success, Settled (reference 3.1), or Failed, Cancelled, Refunded. */
  readonly cycle: CycleStep[]
  /** The code of the result (reference 7.1); null while there is none. */
  code: string | null
  refunded: number
  disputed: number
  /** The transaction that gave money back, once one did (reference 2.4, RelatedTransactionId); missing in older states. */
  refundId?: string
}

/** A way to pay (reference 1). */
export type PaymentMethod = 'mobile money' | 'card' | 'qr' | 'wallet'

/** One step in the history of a transaction. */
interface CycleStep {
  /** Epoch ms. */
  readonly at: number
  readonly status: TransactionStatus
}

/** Where a transaction stands now. */
export function statusOf({ cycle }: Transaction): TransactionStatus {
  return cycle.at(-1)?.status ?? 'Pending'
}

/** The words of a transaction's status: those of reference 3.1, and of the field notes. */
export type TransactionStatus = 'Pending' | 'Success' | 'Settled' | 'Failed' | 'Cancelled' | 'Refunded'

/** What a customer is asked to pay: by a checkout invoice, by a Release with an amount, or for a cart. */
export interface Bill {
  /** CheckoutId of an invoice (32 hexadecimal digits); OrderId of a cart; an identifier of our own for a USSD payment. */
  readonly id: string
  /** The push that tells of it. */
  readonly source: 'checkout' | 'ussdPayment' | 'fulfilment'
  /** ClientReference of the invoice; the SessionId of a USSD payment; null for a cart, whose session can have several. */
  readonly reference: string | null
  /** SalesInvoiceId. */
  readonly salesInvoiceId: string
  /** Major currency units. */
  readonly amount: number
  readonly description: string
  /** Where the notice goes; null where it goes to the address that is registered for the kind, or nowhere. */
  readonly callbackUrl: string | null
  /** Where the invoice named them beside callbackUrl (reference 6); else null. */
  readonly primaryCallbackUrl: string | null
  readonly secondaryCallbackUrl: string | null
  /** Where the browser goes after a payment; null where there is no page. */
  readonly returnUrl: string | null
  readonly cancellationUrl: string | null
  /** What is paid for; empty for an invoice, which has an amount alone. */
  readonly items: readonly BillItem[]
  /** The session that asked; null for an invoice. */
  readonly sessionId: string | null
  /** The phone that is asked; null where the page asks. */
  readonly mobile: string | null
  /** Whom the invoice names as its payee (reference 2.1): the page begins with them; null where it names nobody, or there is no invoice. */
  readonly payee: Payee | null
  /** Epoch ms. */
  readonly createdAt: number
  /** `open` until a payment succeeded or the customer cancelled. A failed try leaves it open. */
  state: 'open' | 'paid' | 'cancelled'
  /** Identifiers of its transactions, the oldest first. */
  readonly transactions: string[]
  /** Reports of delivery that the application sent (field notes, "Fulfilment duty"). */
  readonly reports: FulfilmentReport[]
  /** What was said about its payment, and to whom, the oldest first. */
  readonly said: Saying[]
}

/**
 * Who is to pay an invoice, as far as it says.
 *
 * @example
 * const nameOf = ({ name, mobile }: Payee) => name ?? mobile ?? 'somebody'
 */
export interface Payee {
  readonly name: string | null
  readonly mobile: string | null
  readonly email: string | null
}

/**
 * What the service said about a payment.
 *
 * @example
 * const lost = (sayings: readonly Saying[]) => sayings.filter(({ isTaken }) => !isTaken)
 */
export interface Saying {
  /** Epoch ms. */
  readonly at: number
  /** `told` by a push, `confirmed` by an answer of the transaction status. */
  readonly how: 'told' | 'confirmed'
  readonly outcome: SaidOutcome
  /** Null where none was said. */
  readonly amount: number | null
  /** Whether the application acknowledged a push; true for all else. */
  readonly isTaken: boolean
  /** An answer about one try of several, which was asked about by its own identifier. */
  readonly isOfTry?: boolean
  /** A push that somebody sent again by hand. */
  readonly isByHand?: true
  /** Names of faults that its push or its answer suffered. */
  readonly faults?: readonly string[]
}

/**
 * What was said to have become of a payment; `unclear` where its signs contradict each other, or nobody can read it.
 *
 * @example
 * const isOver = (outcome: SaidOutcome) => outcome !== 'pending' && outcome !== 'unclear'
 */
export type SaidOutcome = 'paid' | 'failed' | 'cancelled' | 'pending' | 'refunded' | 'unclear'

/**
 * One item of a cart (reference 2.6).
 *
 * @example
 * const sumOf = (items: readonly BillItem[]) => items.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
 */
export interface BillItem {
  readonly id: string
  readonly name: string
  readonly quantity: number
  /** Of one, in major currency units. */
  readonly price: number
}

/**
 * What the application reported about the delivery of an order.
 *
 * @example
 * const late = (reports: readonly FulfilmentReport[]) => reports.filter(({ isInTime }) => !isInTime)
 */
export interface FulfilmentReport {
  /** Epoch ms. */
  readonly at: number
  readonly status: 'success' | 'failed'
  /** Whether it came within the hour. */
  readonly isInTime: boolean
}
