import { printable } from '../../text/clean-text.ts'
import { foldName } from '../../text/fold-name.ts'
import { remembered } from '../../text/remembered.ts'
import { keep, positionAmong } from '../reading/field-reader.ts'
import { withoutForm } from '../reading/identifiers.ts'
import { type Fields, isRecord, unmarkedName } from '../reading/json.ts'
import { Notes } from '../reading/push-problem.ts'
import { currencyIn, readAmount, tellsCurrency, toMinor } from './amount.ts'
import {
  type ContradictionReading,
  contradictingFields,
  flagOf,
  flagSaysOtherwise,
  isAbility,
  isDenial,
  type Judgement,
  otherSaysOtherwise,
  saysOtherwise,
  soundOfBack,
  subjectOf,
  undetermined,
} from './outcome.ts'

/** Where to look. */
export interface ContradictionScope {
  /** Whether the payment's fields stand at the top: an envelope and its message can veto `paid`, and never `failed`. */
  readonly isFlat: boolean
  /** Lower-case names of what is not looked into; the merchant's own data never is. */
  readonly besides?: readonly string[]
  /** Whether it is a record of the service, whose amount is compared with what was asked for, whatever it tells of fees. */
  readonly isRecord?: boolean
  /** Types of transactions that the merchant knows to be money in, folded. */
  readonly paymentTypes?: readonly string[] | undefined
}

/** Makes an outcome undetermined where a field says otherwise, at whatever depth of a push or a record it stands. */
export function withContradictions(judgement: Judgement, fields: Fields, scope: ContradictionScope): Judgement {
  const outcome = judgement.outcome === 'cancelled' ? 'failed' : judgement.outcome
  if (outcome !== 'paid' && outcome !== 'failed') return judgement
  const name = new Scan(outcome, scope).look(fields)
  clearFound()
  return name === null ? judgement : undetermined(`another field contradicts it, or cannot be read: ${name}`)
}

/** Says of one payment in several places, or under several names: they must agree. */
const agreeing = [
  'Amount',
  'ClientReference',
  'CheckoutId',
  'TransactionId',
  'ExternalTransactionId',
  'OrderId',
  'TransactionAmount',
  'TotalAmount',
  'AmountPaid',
  'AmountCharged',
  'AmountAfterCharges',
  'AmountAfterFees',
  'Currency',
  'CurrencyCode',
] as const
type Agreeing = (typeof agreeing)[number]
const otherNameOf: Readonly<Partial<Record<Agreeing, Agreeing>>> = {
  TransactionAmount: 'Amount',
  TotalAmount: 'Amount',
  CurrencyCode: 'Currency',
}
/** What the amounts beside it are of: the fee may be in what was given, and be taken off what is left (field notes). */
const shares = [
  { share: 'amount', name: 'Amount' },
  { share: 'amount', name: 'TransactionAmount' },
  { share: 'given', name: 'AmountPaid' },
  { share: 'given', name: 'AmountCharged' },
  { share: 'left', name: 'AmountAfterCharges' },
  { share: 'left', name: 'AmountAfterFees' },
  { share: 'fee', name: 'Charges' },
  { share: 'fee', name: 'Fee' },
] as const satisfies readonly { readonly share: Share; readonly name: string }[]
/** All of them are 0 on a failure, and none is where money came. */
const counted = [
  ...(['Amount', 'TransactionAmount', 'AmountPaid', 'AmountCharged', 'AmountAfterCharges', 'AmountAfterFees'] as const),
  'Subtotal' as const,
]
/** Says whose payment it is, or what it is worth: one that came twice is in doubt. */
const deciding = [...agreeing, ...counted, ...shares.map(({ name }) => name), 'SessionId', 'PaymentDetails'] as const

/** Names that say how a call went, as well as what became of a payment. */
const saysOfTheCall = /Message$|Description$/

const names = [...new Set([...contradictingFields.flatMap((fields) => fields.names), ...deciding])]
const signs = new Map(
  contradictingFields.flatMap(({ reads, names }) =>
    names.map((name) => [foldName(name), { reads, name, saysOfTheCall: saysOfTheCall.test(name) }] as const),
  ),
)
const positionOf = positionAmong(names)
/** At the position of each name: what is to be held against what was said before. Undefined for most. */
const comparisons = names.map(comparisonOf)
/** What was found in the object that is looked at, at its name's position: one after the other is, and each has few of so many. */
const found: unknown[] = names.map(() => undefined)
/** Positions at which something was, in front of whatever the last object left. */
const filled: number[] = []
let filledCount = 0

function clearFound(): void {
  for (let at = 0; at < filledCount; at++) found[Number(filled[at])] = undefined
  filledCount = 0
}

const endings = contradictingFields.flatMap(({ reads, endings = [] }) =>
  endings.map((name) => ({ reads, ending: foldName(name) })),
)
/** Codes of something else than how the payment ended. */
const otherCodes: readonly string[] = [
  ...['servicecode', 'shortcode', 'ussdcode', 'currencycode', 'countrycode', 'bankcode', 'branchcode'],
  ...['authorizationcode', 'authcode', 'approvalcode', 'merchantcode'],
]

/** What is held against what was said before under a name. */
interface Comparison {
  readonly name: string
  /** Under which name it is said elsewhere; undefined where it need not agree. */
  readonly agreesAs: Agreeing | undefined
  /** Whether its value is an amount. */
  readonly isAmount: boolean
  /** Whether it is 0 where the others are. */
  readonly isCounted: boolean
  readonly share: Share | undefined
}

function comparisonOf(name: string): Comparison | undefined {
  const own = agreeing.find((one) => one === name)
  const agreesAs = own && (otherNameOf[own] ?? own)
  const isCounted = counted.some((one) => one === name)
  const share = shares.find((one) => one.name === name)?.share
  if (agreesAs === undefined && !isCounted && share === undefined) return undefined
  const isAmount = isCounted || share !== undefined || agreesAs?.includes('Amount') === true
  return { name, agreesAs, isAmount, isCounted, share }
}

/** Objects in which the payment itself is described. */
export const places: readonly string[] = ['data', 'orderinfo', 'payment', 'paymentdetails']
/** Texts that the merchant or the payer wrote. */
const freeTexts: readonly string[] = ['description', 'paymentdescription', 'clientreference']
/** Beside `paid`, a name that is one of these but for a character that nobody sees is in doubt. */
const telling: ReadonlySet<string> = new Set([...names.map(foldName), ...places])
const longest = Math.max(...Array.from(telling, (name) => name.length))
/** What the merchant gave, and the lines of an order: nothing in there is about the payment. */
export const merchantsOwn: readonly string[] = ['extradata', 'metadata', 'items']

interface Place {
  readonly value: unknown
  /** Folded. */
  readonly name: string
  /** Whether it describes the payment, so that its amounts and identifiers are those of the payment. */
  readonly isPayment: boolean
  readonly isTop: boolean
  /** Whether it tells of money that went back, if of anything. */
  readonly isBack: boolean
}

/** One look through all objects of a push. Its cost grows with their fields; their depth is bounded where JSON is read. */
class Scan {
  readonly #outcome: 'paid' | 'failed'
  readonly #scope: ContradictionScope
  /** What was said first under each name with which others must agree. */
  readonly #known: Partial<Record<Agreeing, unknown>> = {}
  readonly #amounts = new AmountsAround()
  /** Whether the amounts so far are 0. */
  #isNothing: boolean | undefined

  constructor(outcome: 'paid' | 'failed', scope: ContradictionScope) {
    this.#outcome = outcome
    this.#scope = scope
  }

  /** Whether what stands at the top is around the payment, and cannot veto. */
  get #isEnvelope(): boolean {
    return this.#outcome === 'failed' && !this.#scope.isFlat
  }

  /** The first name that contradicts; null where none does. */
  look(fields: Fields): string | null {
    const open: Place[] = [{ value: fields, name: '', isPayment: true, isTop: true, isBack: false }]
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const { value, name: placeName, isPayment, isTop } = place
      if (typeof value === 'string' && hidesSigns(placeName, value)) return 'a text that holds fields'
      if (place.isBack && this.#tellsBack(value)) return printable(placeName)
      if (Array.isArray(value)) for (const item of value) if (mayHold(item)) open.push({ ...place, value: item })
      if (!isRecord(value)) continue
      const found = this.#lookAt(value, isPayment, isTop)
      if (found !== null) return found
      for (const name in value) {
        const inner = value[name]
        const { folded, isPlace, isMerchantsOwn, isAbility, isBack: tellsBack, isDenial } = readName(name)
        if (typeof inner === 'string' ? (isTop && this.#isEnvelope) || !mayHide(inner, isPlace) : !isObject(inner))
          continue
        if (isMerchantsOwn || this.#scope.besides?.includes(folded)) continue
        const isBack = place.isBack ? !isAbility : tellsBack && !isDenial
        open.push({ value: inner, name: folded, isPayment: isPayment && isPlace, isTop: false, isBack })
      }
    }
    return null
  }

  #lookAt(fields: Fields, isPayment: boolean, isTop: boolean): string | null {
    if (isTop && this.#isEnvelope) return null
    const isAround = isTop && this.#outcome === 'failed'
    clearFound()
    let conflicts: number[] | undefined
    let hasVeiled = false
    let hasOriginal = false
    for (const name in fields) {
      const { position, isVeiled, isOfOriginal } = readName(name)
      hasVeiled ||= isVeiled
      hasOriginal ||= isOfOriginal
      if (position === undefined) continue
      filled[filledCount++] = position
      if (keep(found, position, fields[name], name === names[position])) conflicts = [...(conflicts ?? []), position]
    }
    const doubted = conflicts && names.find((_name, position) => conflicts?.includes(position))
    if (doubted !== undefined) return doubted
    if (this.#outcome === 'paid') {
      const veiled = hasVeiled ? veiledName(fields) : undefined
      if (veiled !== undefined) return veiled
      const original = hasOriginal ? originalTransaction(fields) : undefined
      if (original !== undefined) return printable(original.name)
    }
    for (const name in fields) {
      const value = fields[name]
      if (!isGiven(value)) continue
      const reading = readName(name)
      if (this.#tellsOtherwise(reading, value, { isPayment, isAround })) return reading.sign?.name ?? printable(name)
    }
    return isPayment && this.#outcome === 'paid' ? this.#compare() : null
  }

  /** Whether a field decides by its name, or ends as one that does (`TxnStatus`, `order_status`), and says otherwise. */
  #tellsOtherwise(
    reading: NameReading,
    value: unknown,
    { isPayment, isAround }: { readonly isPayment: boolean; readonly isAround: boolean },
  ): boolean {
    const { folded, sign, flag, isApart, isDenial, isBack, isCurrency, endings } = reading
    if (sign !== undefined) {
      if (isAround && sign.saysOfTheCall) return false
      return saysOtherwise(sign.reads, value, this.#outcome, this.#scope.paymentTypes)
    }
    if (isApart || this.#scope.besides?.includes(folded)) return false
    if (isCurrency) return isPayment && this.#outcome === 'paid' && this.#differs(value)
    if (isDenial) return this.#outcome === 'paid' && saysOtherwise('yes', value, 'paid')
    if (flag !== undefined) return flagSaysOtherwise(flag, value, this.#outcome)
    if (isBack) return this.#isMoneyBack(value)
    for (const reads of endings) if (this.#saysOtherwise(reads, folded, value)) return true
    return false
  }

  /** Whether it is a currency, and another than was told before. */
  #differs(value: unknown): boolean {
    return currencyIn(value) !== null && !this.#agrees('Currency', value)
  }

  /** What an order or a message came to says nothing of a payment that failed, either. */
  #saysOtherwise(reads: ContradictionReading, folded: string, value: unknown): boolean {
    const subject = reads === 'word' ? subjectOf(folded) : 'payment'
    if (subject === 'payment') return saysOtherwise(reads, value, this.#outcome)
    return this.#outcome === 'paid' && otherSaysOtherwise(subject, value)
  }

  /** Whether something beside it says that it went back: what is inside an object or a list is looked at by itself. */
  #isMoneyBack(value: unknown): boolean {
    return isGiven(value) && !isObject(value) && saysOtherwise('nothing', value, this.#outcome)
  }

  /** Whether any field of an object, or any item of a list, says so. */
  #tellsBack(value: unknown): boolean {
    if (Array.isArray(value)) return value.some((item) => this.#isMoneyBack(item))
    return (
      isRecord(value) && Object.keys(value).some((name) => !isAbility(foldName(name)) && this.#isMoneyBack(value[name]))
    )
  }

  /** Holds what the payment is called, and what it came to, against what was said before. */
  #compare(): string | null {
    for (let at = 0; at < filledCount; at++) {
      const position = Number(filled[at])
      const comparison = comparisons[position]
      if (comparison !== undefined && !this.#fits(comparison, found[position])) return comparison.name
    }
    return this.#amounts.odd() ?? null
  }

  #fits({ name, agreesAs, isAmount, isCounted, share }: Comparison, value: unknown): boolean {
    const amount = isAmount ? amountOf(value) : null
    if (agreesAs !== undefined && isGiven(value)) {
      if (isObject(value) || !this.#agrees(agreesAs, isAmount ? (amount ?? String(amount)) : value)) return false
    }
    if (isCounted && amount !== null) {
      this.#isNothing ??= amount === 0
      if (amount === undefined || this.#isNothing !== (amount === 0)) return false
    }
    if (share !== undefined && typeof amount === 'number' && this.#scope.isRecord !== true) {
      this.#amounts.add(share, name, toMinor(amount))
    }
    return true
  }

  #agrees(name: Agreeing, value: unknown): boolean {
    // A name of a currency in words says nothing against its three letters.
    if (name === 'Currency' && currencyIn(plain(name, value)) === null) return true
    const known = this.#known[name]
    if (known === undefined) this.#known[name] = value
    return known === undefined || known === value || plain(name, known) === plain(name, value)
  }
}

/** What can be told from the name of a field alone: names come again and again, and to look at one takes long. */
export interface NameReading {
  readonly folded: string
  /** Whether it is one of {@link places}. */
  readonly isPlace: boolean
  /** Whether it is one of {@link merchantsOwn}. */
  readonly isMerchantsOwn: boolean
  /** Where it stands among the names that decide. */
  readonly position: number | undefined
  /** Whether it names the transaction that this one is about. */
  readonly isOfOriginal: boolean
  /** What one of the names that decide says. */
  readonly sign:
    | { readonly reads: ContradictionReading; readonly name: string; readonly saysOfTheCall: boolean }
    | undefined
  /** Whether it holds what is no letter, digit or sign of ASCII. */
  readonly isVeiled: boolean
  /** Whether it is none of the others: one of the names of a payment, or one that nobody can see whole. */
  readonly isApart: boolean
  readonly isDenial: boolean
  readonly flag: 'good' | 'bad' | undefined
  /** Whether it tells of money that went back. */
  readonly isBack: boolean
  /** Whether it tells of what may be done. */
  readonly isAbility: boolean
  /** Whether it tells what currency the payment is in, where it describes that. */
  readonly isCurrency: boolean
  /** How it reads by its end. */
  readonly endings: readonly ContradictionReading[]
}

/** What a name says, whatever its casing. */
export const readName = remembered((name): NameReading => {
  const folded = foldName(unmarkedName(name))
  const sound = soundOfBack(folded)
  const isOther = sound !== 'nothing' || otherCodes.some((code) => folded.endsWith(code))
  return {
    folded,
    isPlace: places.includes(folded),
    isMerchantsOwn: merchantsOwn.includes(folded),
    position: positionOf(name),
    isOfOriginal: descent.test(folded) && movement.test(folded) && identifier.test(folded),
    sign: signs.get(folded),
    isVeiled: unseen.test(name),
    isApart: unseen.test(name) || telling.has(folded),
    isDenial: isDenial(folded),
    flag: flagOf(folded),
    isBack: sound === 'back',
    isAbility: isAbility(folded),
    isCurrency: tellsCurrency(folded),
    endings: isOther ? [] : endings.filter(({ ending }) => folded.endsWith(ending)).map(({ reads }) => reads),
  }
})

/**
 * The name of which one is a veiled spelling: `Status\u0000`, or one with letters that only look like its own. It gives
 * nothing, and takes `paid` back.
 */
function veiledName(fields: Fields): string | undefined {
  for (const name in fields) {
    if (!readName(name).isVeiled || !isGiven(fields[name])) continue
    const bare = foldName(name.replaceAll(everyUnseen, ''))
    const meant = isTelling(bare) ? bare : lookAlike(name)
    if (meant !== undefined) return meant
  }
  return undefined
}

/** Whether a name decides, by itself or by its end. */
function isTelling(folded: string): boolean {
  return telling.has(folded) || soundOfBack(folded) === 'back' || endings.some(({ ending }) => folded.endsWith(ending))
}

/**
 * The name that one looks like where a letter of another script stands for each that is missing: `\uff33tatus`. At least
 * half of its letters must be its own, or each word of another script would look like all of that length.
 */
function lookAlike(name: string): string | undefined {
  const letters = [...foldName(name.slice(-4 * longest).normalize('NFKD')).replaceAll(silent, '')]
  const isLike = (meant: string): boolean => {
    const end = letters.slice(-meant.length)
    const own = end.filter((letter) => !unseen.test(letter)).length
    return 2 * own >= meant.length && [...meant].every((letter, at) => alike(end[at], letter))
  }
  return (
    [...telling].find((meant) => meant.length === letters.length && isLike(meant)) ??
    endings.map(({ ending }) => ending).find(isLike)
  )
}

function alike(letter: string | undefined, meant: string): boolean {
  return letter === meant || (letter !== undefined && unseen.test(letter))
}

const unseen = /[^\x20-\x7e]/
const everyUnseen = /[^\x20-\x7e]/g
/** Nobody sees it, or it is a mark on the letter before. */
const silent = /[\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/gu

function isGiven(value: unknown): boolean {
  if (typeof value === 'string') return isInk(value.charCodeAt(0)) || value.trim() !== ''
  return value !== undefined && value !== null
}

/** Whether a unit is a letter, a digit or a sign of ASCII, as nearly every text begins with one. */
function isInk(unit: number): boolean {
  return unit > 0x20 && unit < 0x7f
}

/** Fields stand in objects, and in texts that somebody wrote objects into. */
function mayHold(value: unknown): boolean {
  return typeof value === 'string' ? structure.test(value) : isObject(value)
}

/**
 * Whether a text holds fields that decide, which nobody reads: `"PaymentDetails": "{\"Status\":\"Failed\"}"`. Where the
 * payment should be described, a form is one too; elsewhere JSON alone. An escape in it may spell any name.
 */
function hidesSigns(name: string, text: string): boolean {
  if (freeTexts.includes(name) || !(places.includes(name) || (startOfJson.test(text) && namedValue.test(text))))
    return false
  const folded = foldName(text)
  return folded.includes('\\u') || soundOfBack(folded) === 'back' || [...telling].some((sign) => folded.includes(sign))
}

/** Whether it may be a text of that sort. */
function mayHide(text: string, isPlace: boolean): boolean {
  if (isPlace) return structure.test(text)
  const first = text.charCodeAt(0)
  return (!isInk(first) || first === 0x22 || first === 0x5b || first === 0x7b) && startOfJson.test(text)
}

const structure = /[[{<=:]/
const startOfJson = /^\s*["[{]/
const namedValue = /"\s*:/

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** One identifier of the service has several forms; your own reference has one. */
function plain(name: Agreeing, value: unknown): string {
  if (name === 'Currency') return String(value).trim().toUpperCase()
  return name === 'ClientReference' ? String(value) : withoutForm(String(value))
}

/** Null where none came, undefined where it cannot be read. */
function amountOf(value: unknown): number | null | undefined {
  if (value === undefined) return null
  try {
    return readAmount('', value, new Notes()).amount
  } catch {
    return undefined
  }
}

/** What the amounts of one payment are of. */
type Share = 'amount' | 'given' | 'left' | 'fee'

/** One of them under its name, in whole hundredths. */
interface Named {
  readonly name: string
  readonly value: number
}

/**
 * All that is said of the money of one payment, wherever it stands: what the payer gave is never less than the amount, what
 * is left of it never more, and the fee is all that lies between, where one is told.
 */
class AmountsAround {
  readonly #least: Partial<Record<Share, Named>> = {}
  readonly #most: Partial<Record<Share, Named>> = {}

  add(share: Share, name: string, value: number): void {
    if (value < (this.#least[share]?.value ?? Number.POSITIVE_INFINITY)) this.#least[share] = { name, value }
    if (value > (this.#most[share]?.value ?? -1)) this.#most[share] = { name, value }
  }

  /** The name of one that cannot be; undefined where all of them can. */
  odd(): string | undefined {
    const amount = this.#least.amount?.value
    if (amount === undefined) return outside(this.#least.given, this.#most.left?.value ?? 0, Number.POSITIVE_INFINITY)
    const fee = this.#most.fee?.value ?? Number.POSITIVE_INFINITY
    return (
      outside(this.#least.given, amount, amount + fee) ??
      outside(this.#most.given, amount, amount + fee) ??
      outside(this.#least.left, amount - fee, amount) ??
      outside(this.#most.left, amount - fee, amount)
    )
  }
}

function outside(one: Named | undefined, least: number, most: number): string | undefined {
  return one !== undefined && (one.value < least || one.value > most) ? one.name : undefined
}

/**
 * The transaction that a payment or a record names as the one that it is about, under whatever name: `OriginalTransactionId`,
 * `ParentTransactionRef`. It is no payment of its own then. Undefined where it names none, or itself.
 */
export function originalTransaction(fields: Fields): OriginalTransaction | undefined {
  let own: ReadonlySet<string> | undefined
  for (const name in fields) {
    const value = fields[name]
    if (!readName(name).isOfOriginal || !isIdentifier(value)) continue
    own ??= ownIdentifiers(fields)
    const original = String(value)
    if (!own.has(withoutForm(original))) return { name, original }
  }
  return undefined
}

/** What the payment itself is called. */
function ownIdentifiers(fields: Fields): ReadonlySet<string> {
  const own = Object.keys(fields).filter((name) => ownName.test(foldName(name)))
  return new Set(
    own
      .map((name) => fields[name])
      .filter(isIdentifier)
      .map((value) => withoutForm(String(value))),
  )
}

/** What another transaction is called, and the name of the field that says so. */
export interface OriginalTransaction {
  readonly name: string
  readonly original: string
}

const descent = /^(?:orig|parent|initial|source|link|root|prev)/
const movement = /transaction|payment|txn|trx|charge/
const identifier = /(?:id|identifier|number|no|ref|reference)$/
/** What the service or a network calls the transaction itself. */
const ownName = /^(?:network|external|service)?transactionid$/

function isIdentifier(value: unknown): value is string | number {
  return (typeof value === 'string' || typeof value === 'number') && !noIdentifier.test(String(value).trim())
}

const noIdentifier = /^(?:|0+|none|null|n\/a|undefined)$/i
