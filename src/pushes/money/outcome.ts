import { canonicalPaymentCode, paymentCodeResult } from '../../catalogue/payment-codes.ts'
import { foldName, lowerAscii } from '../../text/fold-name.ts'
import { remembered } from '../../text/remembered.ts'

/**
 * What a payment event means. Only `paid` is money. `undetermined` means: ask for the transaction status, and never
 * sell again.
 *
 * @example
 * const says: Partial<Record<Outcome, string>> = {
 *   paid: 'Thank you',
 *   pending: 'We wait for your payment',
 *   undetermined: 'We are looking into your payment',
 * }
 */
export type Outcome = 'paid' | 'failed' | 'cancelled' | 'pending' | 'refunded' | 'undetermined'

/**
 * How well an outcome is known: from an unsigned push (`callback`), at an address that you signed (`signed`), or from
 * the service itself (`confirmed`).
 *
 * @example
 * const isMoreThanAHint = (evidence: Evidence) => evidence !== 'callback'
 */
export type Evidence = 'callback' | 'signed' | 'confirmed'

/** An outcome with the reason for it, in words for a log. */
export interface Judgement {
  readonly outcome: Outcome
  readonly why: string
}

/**
 * What a status word says. Texts that are no status word prove nothing, but may contradict: `soundsPaid` is
 * `Transaction successful`, `soundsUnpaid` is `Payment failed` or `not paid`. `other` is a text of which
 * nothing is known, `none` that there is no text.
 */
export type WordClass = StatusClass | 'soundsPaid' | 'soundsUnpaid' | 'other' | 'none'

type StatusClass = 'paid' | 'failed' | 'cancelled' | 'pending' | 'refunded'

/** Status words without case (reference 2.3, 3.1; field notes, "Checkout: status words"). Words of our own only ever veto. */
export const statusWords: readonly {
  readonly says: StatusClass
  readonly words: readonly string[]
}[] = [
  { says: 'paid', words: ['success', 'successful', 'paid', 'settled', 'completed'] },
  {
    says: 'failed',
    words: ['failed', 'failure', 'unpaid', 'unsuccessful', 'declined', 'rejected', 'error', 'expired', 'reversed'],
  },
  { says: 'cancelled', words: ['cancelled', 'canceled'] },
  { says: 'pending', words: ['pending', 'processing', 'initiated'] },
  { says: 'refunded', words: ['refunded'] },
]

/**
 * Parts of words by which a text sounds unpaid, or paid where none of the former is in it. They are looked for
 * without case and separators: `PaymentFailed`, `Not Paid`. A wrong find costs a question to the status
 * endpoint, a missed one costs money.
 */
const textSounds = {
  unpaid: [
    // It ended badly,
    ...['fail', 'cancel', 'declin', 'reject', 'refus', 'denied', 'error', 'expir', 'abort', 'abandon', 'void'],
    ...['insufficient', 'invalid', 'incorrect', 'unable', 'cannot', 'timeout', 'timedout', 'false'],
    // is not what a paid word says,
    ...['couldnot', 'couldnt', 'didnot', 'didnt', 'wasnot', 'wasnt', 'hasnot', 'hasnt', 'notbe', 'notyet'],
    ...['unpaid', 'unsuccess', 'unsettl', 'incomplet', 'notpaid', 'notsuccess', 'notsettl', 'notcomplet'],
    // is not over, or went back.
    ...['underpaid', 'partial', 'nosuccess', 'nothing', 'tobe', 'inprogress', 'onhold', 'queued', 'blocked'],
    ...['returned', 'rollback', 'unauthor', 'suspend', 'paidno'],
    ...['pending', 'processing', 'awaiting', 'unknown', 'refund', 'revers', 'chargeback', 'disput'],
  ],
  paid: ['paid', 'success', 'settled', 'complet'],
} as const

/** What a response code says. `unknown`: it says nothing of the payment, or is in no table. */
export type CodeClass = 'good' | 'pending' | 'failure' | 'unknown' | 'none'

/**
 * One line of an outcome table: where all three fit, the outcome is this.
 *
 * @example
 * const inWords = ({ outcome, why }: OutcomeRow) => `${outcome}: ${why}`
 * paymentOutcomes.map(inWords) // ['paid: the code and the status say paid, and nothing contradicts them', …]
 */
export interface OutcomeRow {
  readonly code: readonly CodeClass[]
  /** The word beside the payment: Data.Status, or Message where Data has none (USSD payment notice). */
  readonly word: readonly WordClass[]
  /** The envelope's words; every one of them must be listed. They can veto `paid`, never `failed`. */
  readonly envelope: readonly WordClass[]
  readonly outcome: Exclude<Outcome, 'undetermined'>
  readonly why: string
}

const anyWord: readonly WordClass[] = [
  'paid',
  'failed',
  'cancelled',
  'pending',
  'refunded',
  'soundsPaid',
  'soundsUnpaid',
  'other',
  'none',
]

/**
 * Checkout callbacks and USSD payment notices. What no row fits, every contradiction above all, is undetermined.
 *
 * @example
 * const ways = paymentOutcomes.filter(({ outcome }) => outcome === 'paid')
 * ways.map(({ why }) => why) // ['the code and the status say paid, and nothing contradicts them']
 */
export const paymentOutcomes: readonly OutcomeRow[] = [
  {
    code: ['good'],
    word: ['paid'],
    envelope: ['paid', 'soundsPaid', 'other', 'none'],
    outcome: 'paid',
    why: 'the code and the status say paid, and nothing contradicts them',
  },
  {
    code: ['pending'],
    word: ['paid', 'pending', 'soundsPaid', 'other', 'none'],
    envelope: ['paid', 'pending', 'soundsPaid', 'other', 'none'],
    outcome: 'pending',
    why: 'the code says that the payment is completed by hand, later',
  },
  {
    code: ['good'],
    word: ['refunded'],
    envelope: ['paid', 'refunded', 'soundsPaid', 'other', 'none'],
    outcome: 'refunded',
    why: 'the code is good, and a status says refunded',
  },
  {
    code: ['failure'],
    word: ['cancelled'],
    envelope: anyWord,
    outcome: 'cancelled',
    why: 'the code says failed, and a status says cancelled',
  },
  {
    code: ['failure'],
    word: ['failed', 'soundsUnpaid', 'other', 'none'],
    envelope: anyWord,
    outcome: 'failed',
    why: 'the code says failed, and no status contradicts it',
  },
]

/**
 * One line of the fulfilment table: the flag and the word must agree.
 *
 * @example
 * const inWords = ({ outcome, why }: FulfilmentRow) => `${outcome}: ${why}`
 * fulfilmentOutcomes.map(inWords) // ['paid: IsSuccessful is true, and the status says paid', …]
 */
export interface FulfilmentRow {
  readonly isSuccessful: boolean
  readonly word: WordClass
  readonly outcome: Exclude<Outcome, 'undetermined'>
  readonly why: string
}

/**
 * Fulfilment notices carry no code: `IsSuccessful` and `Status` agree, or it is undetermined.
 *
 * @example
 * const ways = fulfilmentOutcomes.filter(({ outcome }) => outcome === 'paid')
 * ways.map(({ why }) => why) // ['IsSuccessful is true, and the status says paid']
 */
export const fulfilmentOutcomes: readonly FulfilmentRow[] = [
  { isSuccessful: true, word: 'paid', outcome: 'paid', why: 'IsSuccessful is true, and the status says paid' },
  { isSuccessful: true, word: 'refunded', outcome: 'refunded', why: 'a successful payment that was refunded' },
  {
    isSuccessful: false,
    word: 'refunded',
    outcome: 'refunded',
    why: 'IsSuccessful is false, and the status says refunded',
  },
  { isSuccessful: false, word: 'failed', outcome: 'failed', why: 'IsSuccessful is false, and the status says failed' },
  {
    isSuccessful: false,
    word: 'cancelled',
    outcome: 'cancelled',
    why: 'IsSuccessful is false, and the status says cancelled',
  },
]

/** What a payment push says, as far as its outcome goes. */
export interface PaymentSigns {
  readonly code: string | null
  readonly word: string | null
  readonly envelope: readonly (string | null)[]
}

/**
 * Judges a checkout callback or a USSD payment notice. `judgeNotice` in `payment-envelope.ts` may still take *paid* away. A record of the
 * service is judged in `client/transactions/judge-transaction.ts`, and what is told in the end in `payments/rules/judge-answer.ts`.
 */
export function judgePayment({ code, word, envelope }: PaymentSigns): Judgement {
  const codeClass = classifyCode(code)
  const wordClass = classifyWord(word)
  const envelopeClasses = envelope.map(classifyWord)
  const row = paymentOutcomes.find(
    (candidate) =>
      candidate.code.includes(codeClass) &&
      candidate.word.includes(wordClass) &&
      envelopeClasses.every((envelopeClass) => candidate.envelope.includes(envelopeClass)),
  )
  if (row !== undefined) return row
  if (codeClass === 'none') return undetermined('there is no response code')
  if (codeClass === 'unknown') return undetermined('the response code does not say how the payment ended')
  if (wordClass === 'none') return undetermined('there is no status word beside the payment')
  if (codeClass === 'good' && wordClass === 'pending') return undetermined('the status word says that it is not over')
  if (codeClass === 'good' && isUnknown(wordClass)) return undetermined('the status word is none that is known')
  return undetermined('the code and the status words contradict each other')
}

/**
 * What a field says of a payment that is over: read as a word, a code, yes, nothing that went back, its direction, the kind
 * of something, or a code that may be one of something else.
 */
export type ContradictionReading = 'word' | 'code' | 'yes' | 'nothing' | 'direction' | 'kind' | 'anyCode'

/**
 * Fields that keep a payment from being `paid` where they say otherwise, wherever in a push they stand.
 *
 * @example
 * const flags = contradictingFields.filter(({ reads }) => reads === 'yes').flatMap(({ names }) => names)
 */
export interface ContradictingFields {
  readonly reads: ContradictionReading
  /** In any casing. */
  readonly names: readonly string[]
  /** How names end that are read so too, in any casing: `Status` is `TxnStatus`. A name of another row is read as there. */
  readonly endings?: readonly string[]
  /** What names hold that are read so too, unless they tell of what may be done: `refund` is `lastRefundId`, not `isRefundable`. */
  readonly parts?: readonly string[]
  /** What a field may say beside a payment that is `paid`. */
  readonly besidePaid: string
  /** What it may say beside one that failed or was cancelled. */
  readonly besideFailed: string
}

/** How names sound that tell of money which went back, or may have to. */
const backParts = [
  ...['refund', 'reversal', 'reverse', 'reversing', 'chargeback', 'chargedback', 'clawback', 'rollback', 'rolledback'],
  ...['clawedback', 'paidback', 'reimburs', 'moneyreturned', 'void', 'disput'],
]
/** Other words with these letters in them, also where two words meet: `PrefundedAccount`, `convoId`. */
const otherWords = /prefund|avoid|convoid|devoid/g
/** Names of what may be done, and where or how long: they say nothing of what was. */
const abilities: readonly RegExp[] = [
  /(?:refund|revers|void|disput)[ai]ble/,
  /^(?:is)?(?:can(?!cel)|may|max|remaining|available|allow|support|enable|accept|eligible)/,
  /(?:policy|policies|terms|conditions|instructions)/,
  /(?:methods?)$/,
  /(?:allowed|enabled|supported|eligible|eligibility|possible|available|limit|forrefund|options|protection|protected|liability)$/,
  /(?:currency|currencycode|ur[il]|link|deadline|window|period|days|until|email|contact)$/,
]

/** Whether a name, folded, sounds of money that went back: @returns `ability` where it tells of what may be done alone */
export const soundOfBack = remembered((folded): 'back' | 'ability' | 'nothing' => {
  const bare = folded.replaceAll(otherWords, ' ')
  if (!backParts.some((part) => bare.includes(part))) return 'nothing'
  return isAbility(folded) ? 'ability' : 'back'
})

/** Whether a name, folded, says of money that it did not go back: `NotRefunded`. It takes `paid` back where it is not true. */
export function isDenial(folded: string): boolean {
  return denial.test(folded)
}

const denial =
  /^(?:is|was|has|hasbeen)?(?:not|never)(?:been|yet)?(?:refund|revers|charged?back|void|disput|reimburs)[a-z]{0,4}$/

/**
 * What a name, folded, claims of the payment where it is true: `good` is `wasSuccessful` and `paymentReceived`, `bad` is
 * `hasFailed`, `isUnpaid` and `notPaid`. Undefined where it claims neither.
 */
export function flagOf(folded: string): 'good' | 'bad' | undefined {
  const [start = '', not = ''] = beforeClaim.exec(folded) ?? []
  const word = folded.slice(start.length)
  if (goodFlags.has(word)) return not === '' ? 'good' : 'bad'
  return badFlags.has(word) ? (not === '' ? 'bad' : 'good') : undefined
}

/** Whether what is said of a claim contradicts an outcome: a time at which it came true says that it did. */
export function flagSaysOtherwise(flag: 'good' | 'bad', value: unknown, outcome: 'paid' | 'failed'): boolean {
  const text = textOf(value)
  if (text === null) return false
  const isTrue = !saysNothing(foldName(text))
  return isTrue === (outcome === 'paid' ? flag === 'bad' : flag === 'good')
}

const beforeClaim =
  /^(?:is|was|has|have|had|did|been|be|got|payment|transaction|txn|trx|invoice|money){0,4}(not|never)?(?:been|yet|be)?/

/**
 * Whose status a name tells, folded, where it is not that of the payment: what was bought may be under way, and a message not
 * delivered, though the money is there.
 */
export function subjectOf(folded: string): 'payment' | 'order' | 'other' {
  if (ofThePayment.test(folded)) return 'payment'
  return ofOtherThings.test(folded) ? 'other' : folded.startsWith('order') ? 'order' : 'payment'
}

const ofThePayment = /pay|transaction|txn|trx|charge|invoice|checkout|money|refund|settle/
const ofOtherThings =
  /^(?:delivery|shipping|shipment|dispatch|fulfill?ment|notification|sms|email|callback|webhook|kyc|customer|subscriber)/

/** Whether the status of something else than the payment says that the payment does not stand. */
export function otherSaysOtherwise(subject: 'order' | 'other', value: unknown): boolean {
  const text = textOf(value)
  const word = classifyWord(text)
  if (text === null || word === 'refunded' || soundOfBack(foldName(text)) === 'back') return true
  return subject === 'order' && word !== 'pending' && !canBePaid.includes(word)
}

/** Whether a name, folded, tells of what may be done, or of a currency. */
export function isAbility(folded: string): boolean {
  return abilities.some((ability) => ability.test(folded))
}

/**
 * Every field that can contradict an outcome, with what it may say beside it. None of them makes a payment paid or failed.
 *
 * @example
 * const names = contradictingFields.flatMap((row) => row.names) // ['Status', 'TransactionStatus', …]
 */
export const contradictingFields: readonly ContradictingFields[] = [
  {
    reads: 'word',
    names: [
      ...['Status', 'TransactionStatus', 'PaymentStatus', 'InvoiceStatus', 'State', 'TransactionState', 'PaymentState'],
      ...['Message', 'ResponseMessage', 'ResultMessage', 'StatusMessage', 'ErrorMessage'],
      ...['ResponseDescription', 'ResultDescription', 'StatusDescription', 'ErrorDescription'],
    ],
    endings: ['Status', 'Outcome', 'Result'],
    besidePaid: 'a paid word, or a text that does not sound unpaid',
    besideFailed: 'a failure word, a cancelled one, or a text that does not sound paid',
  },
  {
    reads: 'code',
    names: ['ResponseCode', 'StatusCode', 'ResultCode', 'ErrorCode'],
    besidePaid: 'a good code',
    besideFailed: 'a failure code',
  },
  {
    reads: 'yes',
    names: [
      ...['IsSuccessful', 'Successful', 'IsSuccess', 'Success', 'IsPaid', 'Paid', 'IsSettled', 'Settled'],
      ...['IsCompleted', 'Completed', 'IsApproved', 'Approved', 'IsCharged', 'Charged', 'IsConfirmed', 'Confirmed'],
    ],
    besidePaid: '`true`',
    besideFailed: '`false`',
  },
  {
    reads: 'nothing',
    names: [
      ...['IsRefunded', 'Refunded', 'IsReversed', 'Reversed', 'IsCancelled', 'Cancelled', 'IsFailed', 'Failed'],
      ...['IsCanceled', 'Canceled', 'IsDeclined', 'Declined', 'IsRejected', 'Rejected', 'IsExpired', 'Expired'],
      ...['IsPending', 'Pending'],
      ...['IsDisputed', 'Disputed', 'DisputedAmount', 'TotalAmountRefunded', 'AmountRefunded', 'RefundedAmount'],
    ],
    parts: backParts,
    besidePaid: '`false`, 0, or a word such as `none`',
    besideFailed: 'anything',
  },
  {
    reads: 'direction',
    names: ['TransactionType'],
    besidePaid: "a payment's type, such as `RECEIVE-MONEY`",
    besideFailed: "a payment's type, such as `RECEIVE-MONEY`",
  },
  {
    reads: 'kind',
    names: [],
    endings: ['Type'],
    besidePaid: 'no refund, no reversal',
    besideFailed: 'no refund, no reversal',
  },
  {
    reads: 'anyCode',
    names: [],
    endings: ['Code'],
    besidePaid: 'a good code, or one that is in no table',
    besideFailed: 'a failure code, or one that is in no table',
  },
]

/**
 * Whether a field contradicts an outcome. What cannot be read may say anything, so it does.
 *
 * @param paymentTypes what else is money in
 */
export function saysOtherwise(
  reads: ContradictionReading,
  value: unknown,
  outcome: 'paid' | 'failed',
  paymentTypes?: readonly string[],
): boolean {
  const isPaid = outcome === 'paid'
  const text = textOf(value)
  if (reads === 'nothing') return isPaid && (text === null || !saysNothing(foldName(text)))
  if (text === null) return true
  if (reads === 'anyCode') return (isPaid ? endsUnpaid : endsUnfailed).includes(classifyCode(text))
  if (reads === 'kind') return isKindOfBack(text)
  if (reads === 'yes') return text !== String(isPaid)
  if (reads === 'direction') return isOtherDirection(text, paymentTypes)
  if (reads === 'code') return !(isPaid ? codesOfPaid : codesOfFailed).includes(classifyCode(text))
  return !(isPaid ? canBePaid : canBeFailed).includes(classifyWord(text))
}

/** Whether a type or a kind is that of money that goes back: of all payments there are few. */
const isKindOfBack = remembered((kind) => soundOfBack(foldName(kind)) === 'back')

const endsUnpaid: readonly CodeClass[] = ['failure', 'pending']
const endsUnfailed: readonly CodeClass[] = ['good', 'pending']
const codesOfPaid: readonly CodeClass[] = ['none', 'good']
const codesOfFailed: readonly CodeClass[] = ['none', 'failure']

/** Words of which a flag is made: those of the tables, and those of a flag alone. */
const goodFlags: ReadonlySet<string> = new Set([
  ...statusWords.flatMap(({ says, words }) => (says === 'paid' ? words : [])),
  ...['succeed', 'succeeded', 'received', 'collected', 'captured', 'authorized', 'authorised'],
  ...['approved', 'charged', 'confirmed'],
])
const badFlags: ReadonlySet<string> = new Set([
  ...statusWords.flatMap(({ says, words }) => (says === 'failed' || says === 'cancelled' ? words : [])),
  ...['pending', 'fail', 'aborted', 'abandoned', 'refused', 'denied', 'incomplete', 'unsettled', 'underpaid'],
])

/** Words that may stand beside a payment that is paid. */
export const canBePaid: readonly WordClass[] = ['paid', 'soundsPaid', 'other', 'none']
const canBeFailed: readonly WordClass[] = ['failed', 'cancelled', 'soundsUnpaid', 'other', 'none']
/** Folded. Also a time and an identifier of nothing: `0001-01-01T00:00:00`. */
const nothings: readonly RegExp[] = [
  /^(?:0*|false|no?|not|none|never|nil|null|undefined|n\/?a)$/,
  /^00010101(?:t[0:]*z?)?$/,
  /^(?:no|not|non|un|never)(?:refund|revers|void|charged?back|disput)[a-z]{0,4}$/,
  /^not(?:applicable|available|required|requested|eligible|allowed|due)$/,
]

function saysNothing(folded: string): boolean {
  return nothings.some((nothing) => nothing.test(folded))
}

/** A flag in words is one too: without case. Null for what is no text, number or flag. */
function textOf(value: unknown): string | null {
  if (typeof value === 'object' || typeof value === 'undefined') return null
  const text = trimSpaces(String(value))
  return foldableFlag.test(text) ? lowerAscii(text) : text
}

const foldableFlag = /^(?:true|false)$/i

/** Whether the type of a transaction is that of no payment. */
export function isOtherDirection(type: string | null, paymentTypes?: readonly string[]): boolean {
  return directionOf(type, paymentTypes) !== 'payment'
}

/** A type as it is compared: its letters and digits, without case. */
export function foldType(type: string): string {
  return lowerAscii(type).replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Whether a merchant may say of a type that it is money in: a debit of the payer's wallet is, and no name of a return or a
 * payout.
 */
export function mayBePayment(type: string): boolean {
  const folded = foldType(type)
  return folded !== '' && !moneyOut.test(folded) && !takenBack.test(folded) && soundOfBack(folded) !== 'back'
}

/**
 * Which way the money of a transaction went by its type: reference 2.4 shows RECEIVE-MONEY only. A type is that of a payment
 * where each of its words is known as one. Of any other nobody can say: it may be a return by a name that nobody here knows.
 *
 * @param paymentTypes those that the merchant knows to be money in, folded by `foldType`
 */
export function directionOf(
  type: string | null,
  paymentTypes: readonly string[] = [],
): 'payment' | 'back' | 'aside' | 'unknown' {
  const folded = foldName(type ?? '')
  if (type !== null && paymentTypes.length > 0 && mayBePayment(type) && paymentTypes.includes(foldType(type))) {
    return 'payment'
  }
  if (moneyOut.test(folded) || debit.test(folded) || soundOfBack(folded) === 'back') return 'back'
  if (folded.replaceAll(paymentWords, '') === '') return 'payment'
  return besidePayments.test(folded) ? 'aside' : 'unknown'
}

const moneyOut = /send|payout|disburs|withdraw|cashout|refund|revers/
/** Beside the names of money that went back. */
const takenBack = /return|creditnote|cancel|fail|payback/
/** A direct debit is how a payer pays, and a debit card what with. */
const debit = /(?<!direct)debit(?!card)/
const paymentWords =
  /receive|receipt|collection|collect|payment|payin|pay|purchase|sales?|deposit|checkout|invoice|order|bill|money|mobile|momo|directdebit|debitcard|creditcard|credit|card|banktransfer|bank|wallet|cash|ussd|pos|online|web|merchant|customer|c2b|charge|subscription|recurring|donation|topup|transaction|request|prompt|qr|direct/g
/** What is taken for a payment, or passed on of it: it is neither the payment nor its return. */
const besidePayments = /(?:fees?|levy|tax|commission|settlement)$/

function isUnknown(word: WordClass): boolean {
  return word === 'other' || word === 'soundsPaid'
}

/** Judges a fulfilment notice. */
export function judgeFulfilment(isSuccessful: boolean | null, word: string | null): Judgement {
  const wordClass = classifyWord(word)
  const row = fulfilmentOutcomes.find(
    (candidate) => candidate.isSuccessful === isSuccessful && candidate.word === wordClass,
  )
  return row ?? undetermined('IsSuccessful and Status do not agree, or one is missing')
}

/** A judgement that nothing certain can be said. */
export function undetermined(why: string): Judgement {
  return { outcome: 'undetermined', why }
}

/** What a response code says of the payment, in any of its spellings (`0`, `"000"`, `"0000"`). */
export function classifyCode(code: string | null): CodeClass {
  return code === null ? 'none' : classOfCode(code)
}

const classOfCode = remembered((code): CodeClass => {
  // Invisible characters are no part of a code.
  if (beyondAscii.test(code)) return 'unknown'
  const result = paymentCodeResult(canonicalPaymentCode(code))
  return result === 'success' ? 'good' : (result ?? 'unknown')
})

const classes = new Map(statusWords.flatMap(({ says, words }) => words.map((word) => [word, says])))

/** What a status word says, whatever its case and the spaces around it; or what a text that is none sounds like. */
export function classifyWord(word: string | null): WordClass {
  return word === null ? 'none' : classOf(word)
}

const classOf = remembered((word): WordClass => {
  const trimmed = trimSpaces(word)
  return trimmed === '' ? 'none' : (classes.get(lowerAscii(trimmed)) ?? soundOf(trimmed, foldName(trimmed)))
})

function soundOf(text: string, folded: string): WordClass {
  // Look-alikes of a letter, or words of a language that nobody here reads.
  if (beyondAscii.test(text) || negation.test(text) || textSounds.unpaid.some((part) => folded.includes(part)))
    return 'soundsUnpaid'
  return textSounds.paid.some((part) => folded.includes(part)) ? 'soundsPaid' : 'other'
}

const beyondAscii = /[^\x20-\x7e]/
/** Spaces alone: any other character that cannot be seen is a part of a word, and makes it another. */
function trimSpaces(text: string): string {
  let start = 0
  let end = text.length
  while (text.charCodeAt(start) === space) start++
  while (end > start && text.charCodeAt(end - 1) === space) end--
  return text.slice(start, end)
}

const space = 0x20

const negation = /\b(?:not|never)\b|n['\u2019]t\b/i
