import type { MoneyKind } from '../../../src/index.ts'

/**
 * The judge: what in a body speaks against `paid`, read from docs/guides/payment-outcomes.md and written without the package's own
 * reading of bodies, so that both would have to err alike. It reads every name that is written, also where JSON.parse
 * keeps only the last one.
 *
 * @param text the body as it was sent
 * @returns why `paid` must not follow, or undefined where it may
 * @example
 * contradiction('checkout', '{"ResponseCode":"0000","Data":{"Status":"Success","status":"Failed"}}') // 'status says two things'
 */
export function contradiction(kind: MoneyKind, text: string): string | undefined {
  let read: Read
  try {
    read = new Reader(text).whole()
  } catch {
    return 'the body is no JSON'
  }
  if (!(read instanceof Map)) return 'the body is no object'
  return kind === 'fulfilment' ? againstFulfilment(read) : againstPayment(kind, read)
}

/** Amounts in hundredths that a body writes down for its payment: one of them must be what an event says. */
export function amountsIn(text: string): readonly number[] {
  try {
    const found: number[] = []
    const look = (value: Read): void => {
      if (value instanceof Map) for (const values of value.values()) values.forEach(look)
      else if (Array.isArray(value)) value.forEach(look)
      else {
        const hundredths = hundredthsOf(value)
        if (hundredths !== undefined) found.push(hundredths)
      }
    }
    look(new Reader(text).whole())
    return found
  } catch {
    return []
  }
}

/** What a value reads as: numbers keep their digits, objects every value of every name, by its letters alone. */
type Read = string | boolean | null | NumberText | Read[] | Fields
type Fields = Map<string, Read[]>

class NumberText {
  readonly digits: string
  constructor(digits: string) {
    this.digits = digits
  }
}

const paidWords = ['success', 'successful', 'paid', 'settled', 'completed']
const unpaidWords =
  /fail|unpaid|unsuccess|declin|reject|error|expire|revers|cancel|pending|process|refund|await|\bnot\b/

/** The table of docs/guides/payment-outcomes.md, "What takes an outcome back". */
const against: readonly { readonly names: readonly string[]; readonly speaks: (value: Read) => boolean }[] = [
  {
    names: ['status', 'transactionstatus', 'paymentstatus', 'invoicestatus', 'message'],
    speaks: (value) => value !== true && !(value instanceof NumberText) && unpaidWords.test(wordOf(value) ?? 'failed'),
  },
  { names: ['responsecode'], speaks: (value) => !isGoodCode(value) },
  { names: ['issuccessful', 'issuccess', 'success', 'ispaid'], speaks: (value) => !isYes(value) },
  {
    names: [
      'isrefunded',
      'refunded',
      'isreversed',
      'reversed',
      'iscancelled',
      'cancelled',
      'isfailed',
      'failed',
      'isdisputed',
      'disputed',
    ],
    speaks: (value) => !isNo(value),
  },
  {
    names: ['disputedamount', 'totalamountrefunded', 'amountrefunded', 'refundedamount'],
    speaks: (value) => !isNo(value),
  },
]
const deciding = [
  'amount',
  'clientreference',
  'checkoutid',
  'transactionid',
  'externaltransactionid',
  'orderid',
  ...against.flatMap(({ names }) => names),
]
const merchantsOwn = ['extradata', 'metadata', 'items']

function againstPayment(kind: 'checkout' | 'ussdPayment', body: Fields): string | undefined {
  const inner: Fields[] = []
  for (const one of all(body, 'data')) {
    const only = Array.isArray(one) && one.length === 1 ? one[0] : one
    if (!(only instanceof Map)) return 'Data is no object'
    inner.push(only)
  }
  if (inner.length > 1) return 'Data stands there twice'
  const [payment = body] = inner
  const codes = [...all(body, 'responsecode'), ...all(payment, 'responsecode')]
  if (!codes.some(isGoodCode)) return 'there is no good code'
  const words = all(payment, 'status')
  const saying = kind === 'ussdPayment' ? [...words, ...all(body, 'status'), ...all(body, 'message')] : words
  if (!saying.some(isPaidWord)) return 'there is no paid word'
  if (!words.every(isPaidWord)) return 'a word of the payment that is not paid'
  return againstAnywhere(body) ?? againstAmounts(all(payment, 'amount'))
}

function againstFulfilment(body: Fields): string | undefined {
  const orders = all(body, 'orderinfo')
  if (orders.length > 1) return 'OrderInfo stands there twice'
  const [order] = orders
  if (order !== undefined && !(order instanceof Map)) return againstAnywhere(body) // as text: the judge does not read it
  const info = order ?? body
  const payments = all(info, 'payment')
  if (payments.length > 1) return 'Payment stands there twice'
  const [payment] = payments
  if (payment !== undefined && !(payment instanceof Map)) return againstAnywhere(body)
  if (payment === undefined) return 'there is no payment'
  const words = all(info, 'status')
  if (words.length === 0 || !words.every(isPaidWord)) return 'a word of the payment that is not paid'
  if (!all(payment, 'issuccessful').some(isYes)) return 'IsSuccessful is not true'
  return (
    againstAnywhere(body) ??
    againstAmounts([...all(payment, 'amountpaid'), ...all(payment, 'amountaftercharges')].slice(0, 1))
  )
}

/** What speaks against it in any object of the push, but for what is the merchant's own. */
function againstAnywhere(value: Read): string | undefined {
  if (Array.isArray(value)) return first(value.map(againstAnywhere))
  if (!(value instanceof Map)) return undefined
  const speaking = against.flatMap(({ names, speaks }) => names.filter((name) => all(value, name).some(speaks)))
  if (speaking.length > 0) return `${speaking[0]} says otherwise`
  const torn = deciding.find((name) => differ(all(value, name)))
  if (torn !== undefined) return `${torn} says two things`
  return first(
    [...value].filter(([name]) => !merchantsOwn.includes(name)).flatMap(([, inner]) => inner.map(againstAnywhere)),
  )
}

const first = (reasons: readonly (string | undefined)[]) => reasons.find((reason) => reason !== undefined)

function againstAmounts(amounts: readonly Read[]): string | undefined {
  const read = amounts.map(hundredthsOf)
  if (read.some((hundredths) => hundredths === undefined)) return 'an amount that cannot be read'
  return read.some((hundredths) => hundredths !== undefined && hundredths <= 0) ? 'an amount of nothing' : undefined
}

/** Every value that is written under a name, whatever its spelling. What is null or empty says nothing. */
function all(fields: Fields, name: string): readonly Read[] {
  return fields.get(name)?.filter((value) => value !== null && wordOf(value) !== '') ?? []
}

const isYes = (value: Read) => value === true || wordOf(value) === 'true'
const isNo = (value: Read) => value === false || wordOf(value) === 'false' || hundredthsOf(value) === 0

/** `0` and `"0"` are one value, and so are two that differ in their case. */
function differ(values: readonly Read[]): boolean {
  const plain = values.map((value) =>
    value instanceof NumberText ? value.digits : typeof value === 'boolean' ? String(value) : (wordOf(value) ?? value),
  )
  return new Set(plain.map((value) => (isNumber(value) ? Number(value) : value))).size > 1
}

const isNumber = (value: unknown) => typeof value === 'string' && value !== '' && Number.isFinite(Number(value))

/** A text without its case; of what is no text nothing. */
function wordOf(value: Read): string | undefined {
  return typeof value === 'string' ? value.trim().toLowerCase() : undefined
}

function isPaidWord(value: Read): boolean {
  const word = wordOf(value)
  // 'ſ' and 'K' (Kelvin) are no letters of any of these words: lower case is compared of ASCII alone.
  return word !== undefined && typeof value === 'string' && isPlain(value) && paidWords.includes(word)
}

function isPlain(text: string): boolean {
  return [...text].every((letter) => letter <= '~')
}

function isGoodCode(value: Read): boolean {
  if (value instanceof NumberText) return Number(value.digits) === 0
  return typeof value === 'string' && /^0{1,4}$/.test(value.trim())
}

function hundredthsOf(value: Read): number | undefined {
  const text = value instanceof NumberText ? value.digits : typeof value === 'string' ? value.trim() : ''
  if (!/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return undefined
  const hundredths = Math.round(Number(text) * 100)
  return Number.isFinite(hundredths) ? hundredths : undefined
}

/** Names are one where only their case, their separators and what nobody sees differ. */
const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[_\-. ]|[^\x20-\x7e]/g, '')

/** Reads JSON strictly, and every name of it. */
class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text.startsWith('\ufeff') ? text.slice(1) : text
    JSON.parse(this.#text)
  }

  whole(): Read {
    return this.#value()
  }

  #value(): Read {
    this.#space()
    const first = this.#text[this.#at]
    if (first === '{') return this.#object()
    if (first === '[') return this.#list()
    if (first === '"') return this.#string()
    const literal = /[^\s,\]}]+/y
    literal.lastIndex = this.#at
    const word = literal.exec(this.#text)?.[0] ?? ''
    this.#at += word.length
    if (word === 'true' || word === 'false') return word === 'true'
    return word === 'null' ? null : new NumberText(word)
  }

  #object(): Fields {
    const fields: Fields = new Map()
    this.#at++
    for (this.#space(); this.#text[this.#at] !== '}'; this.#space()) {
      if (this.#text[this.#at] === ',') this.#at++
      this.#space()
      const name = lettersOf(this.#string())
      this.#space()
      this.#at++
      const value = this.#value()
      const known = fields.get(name)
      if (known === undefined) fields.set(name, [value])
      else known.push(value)
    }
    this.#at++
    return fields
  }

  #list(): Read[] {
    const values: Read[] = []
    this.#at++
    for (this.#space(); this.#text[this.#at] !== ']'; this.#space()) {
      if (this.#text[this.#at] === ',') this.#at++
      values.push(this.#value())
    }
    this.#at++
    return values
  }

  #string(): string {
    const from = this.#at
    for (this.#at++; this.#text[this.#at] !== '"'; this.#at++) if (this.#text[this.#at] === '\\') this.#at++
    this.#at++
    return String(JSON.parse(this.#text.slice(from, this.#at)))
  }

  #space(): void {
    while (/[\s]/.test(this.#text[this.#at] ?? 'x')) this.#at++
  }
}
