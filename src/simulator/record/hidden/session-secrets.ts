import { plainOf } from '../../../text/folded/plain-digits.ts'
import { toInternational } from '../../../text/phone.ts'
import type { LogRow } from '../../log/row.ts'
import { isOffered } from '../../phone/offers.ts'
import { parseJson, type WireFields } from '../../wire/names.ts'
import type { Doubts } from '../doubts.ts'
import { aloneIn } from './alone.ts'
import { shortestSecret } from './stand-ins.ts'

/** Something secret that a subscriber sent. */
interface SentSecret {
  readonly text: string
  readonly row: LogRow
  /** The screen that it answers; undefined where none is known. */
  readonly answered: string | undefined
}

interface Heard {
  readonly dial: { readonly row: LogRow; readonly fields: WireFields } | undefined
  readonly screens: string[]
  readonly entered: string[]
  /** Whether the first screen is sensitive; undefined where nothing told it. */
  asksFirst: boolean | undefined
  /** Whether the last one is. */
  asksLast: boolean | undefined
  /** Whether any asked for a secret. */
  isAsked: boolean
  /** Whether the application told of each that it isn't sensitive. */
  isOpen: boolean
  isEnded: boolean
  /** The row before. */
  last: LogRow | undefined
}

/** What subscribers sent in their sessions that is secret: what they entered at a sensitive screen, and what they dialled. */
export class SessionSecrets {
  readonly #sessions = new Map<string, Heard>()
  /** With the screens that they answer. */
  readonly #entered = new Map<LogRow, string | undefined>()
  readonly #doubts: Doubts
  readonly #open: LogRow[] = []
  readonly dialled: readonly SentSecret[]

  constructor(rows: readonly LogRow[], doubts: Doubts) {
    this.#doubts = doubts
    for (const row of rows) this.#hear(row)
    this.dialled = [...this.#sessions.values()].flatMap(({ dial, isOpen, isEnded, ...heard }) => {
      if (dial === undefined) return []
      const { secrets, isDoubtful, isUnasked } = dialledSecrets({
        ...heard,
        fields: dial.fields,
        isOpen: isOpen && isEnded,
      })
      if (isDoubtful) doubts.add('dialled', dial.row.id)
      if (isUnasked) doubts.add('unasked', dial.row.id)
      return secrets.map((text) => ({ text, row: dial.row, answered: undefined }))
    })
  }

  /** Whether what was sent in a row was entered at a screen that asks for a secret. */
  isSecret(row: LogRow): boolean {
    return this.#entered.has(row)
  }

  get entered(): readonly SentSecret[] {
    return [...this.#entered].map(([row, answered]) => ({ text: messageOf(row), row, answered }))
  }

  /** What was answered where the application told that the screen isn't sensitive, and its words don't speak of a secret. */
  get open(): readonly Pick<SentSecret, 'text' | 'row'>[] {
    return this.#open.map((row) => ({ text: messageOf(row), row }))
  }

  #hear(row: LogRow): void {
    const { origin } = row
    if (origin === null || (row.kind !== 'ussd' && row.kind !== 'programmable')) return
    const sessionId = row.about.sessionId ?? String(origin.fields.SessionId)
    const known = this.#sessions.get(sessionId)
    const type = String(origin.fields.Type).toLowerCase()
    const isDial = type === 'initiation'
    const heard = known ?? {
      dial: isDial ? { row, fields: origin.fields } : undefined,
      screens: [],
      entered: [],
      asksFirst: undefined,
      asksLast: undefined,
      isAsked: false,
      isOpen: true,
      isEnded: false,
      last: undefined,
    }
    this.#sessions.set(sessionId, heard)
    // What is sent again answers no other screen.
    if (heard.last?.origin?.fields === origin.fields) this.#repeat(row, heard.last)
    else if (!isDial && messageOf(row) !== '') this.#enter(row, messageOf(row), heard)
    heard.last = row
    const screen = screenOf(row)
    if (screen === undefined) return
    // Nobody sees what is answered to the end of a session.
    if (type !== 'release' && type !== 'timeout') this.#see(row, heard)
    heard.screens.push(screen)
  }

  #see(row: LogRow, heard: Heard): void {
    // A waiting screen asks for nothing: what was asked before still is.
    const source = row.timing?.source ?? 'handler'
    const isWaiting = source === 'waiting'
    const asks = isWaiting ? (row.hidesNext ?? heard.asksLast) : row.hidesNext
    heard.asksLast = asks
    if (heard.screens.length === 0) heard.asksFirst = asks
    heard.isAsked ||= asks === true
    heard.isOpen &&= isWaiting || (asks === false && ofHandler.has(source))
    heard.isEnded = (wordOf(row, 'type') ?? 'response').toLowerCase() !== 'response'
  }

  #repeat(row: LogRow, before: LogRow): void {
    if (this.#entered.has(before)) this.#entered.set(row, this.#entered.get(before))
  }

  #enter(row: LogRow, text: string, heard: Heard): void {
    const screen = heard.screens.at(-1)
    const isSecret = row.origin?.isSensitive === true || (heard.asksLast === undefined && asksForSecret(screen, text))
    if (isSecret) this.#entered.set(row, screen)
    else if (row.origin?.isUntold === true) {
      // A choice of that screen is no secret.
      if (!isOffered(screen ?? '', text)) this.#doubts.add('untold', row.id)
    } else if (heard.asksLast === false) {
      if (asksForSecret(screen, text)) this.#doubts.add('spoken', row.id)
      else this.#open.push(row)
    }
    if (isSecret) {
      if (heard.entered.length === 0) heard.asksFirst = true
      heard.isAsked = true
      heard.isOpen = false
    }
    heard.entered.push(text)
  }
}

/** What a handler said. A screen in its place, such as one of an error, doesn't tell what was dialled for. */
const ofHandler: ReadonlySet<string> = new Set(['handler', 'repeated', 'late'])

function messageOf({ origin }: LogRow): string {
  return String(origin?.fields.Message ?? '')
}

/** What a reply says; undefined for none. */
function screenOf(row: LogRow): string | undefined {
  return wordOf(row, 'message')
}

/** A text of a reply, by the name of its field in small letters. */
function wordOf(row: LogRow, field: string): string | undefined {
  const reply = Object(parseJson(row.response?.body.toString() ?? ''))
  const word: unknown = Object.entries(reply).find(([name]) => name.toLowerCase() === field)?.[1]
  return typeof word === 'string' ? word : undefined
}

/** A dialled code, and what came of it in its session as far as it's known. */
interface Dialled {
  readonly fields: WireFields
  /** What was shown, in its order. */
  readonly screens: readonly string[]
  /** What was entered later. */
  readonly entered: readonly string[]
  /** Whether the first screen is sensitive; undefined where nothing told it. */
  readonly asksFirst: boolean | undefined
  /** Whether any screen asked for a secret. */
  readonly isAsked: boolean
  /** Whether the application ended the session, and told of each of its screens that it isn't sensitive. */
  readonly isOpen: boolean
}

/** What of a dialled code may be a secret. */
interface DialledSecrets {
  readonly secrets: readonly string[]
  /** Whether something stays that may be one. */
  readonly isDoubtful: boolean
  /** Whether something is hidden that no screen asked for. */
  readonly isUnasked: boolean
}

/**
 * What of a dialled code may be a secret: `7391` of `*713*4*7391#`, where what came of it asks for one; and `7391` of
 * `*713*2*350*1*7391#` behind `Send 350?`, since a screen that shows one of the parts tells that only what is behind it may not have been taken. A sensitive question takes
 * no dialled answer, but nothing says how many the questions before it took. What is as short as a choice is taken for one, and a date for an
 * answer to a question before.
 * Where the application told to the end that it asks for none, all were taken for something else.
 */
function dialledSecrets({ fields, screens, entered, asksFirst, isAsked, isOpen }: Dialled): DialledSecrets {
  const parts = partsIn(fields)
  const typed = new Set(entered)
  const lines = screens.flatMap((screen) => plainOf(screen).split('\n')).filter((line) => !tellsNothing(line))
  const isShown = (part: string) => part.length > 1 && !typed.has(part) && lines.some((line) => shows(line, part))
  const shown = new Set(parts.filter(isShown))
  const last = parts.findLastIndex((part) => shown.has(part))
  const [first] = screens
  const isMeant = (part: string) => asksFirst ?? asksForSecret(first, part)
  const rest = parts.slice(last + 1)
  const behind = rest.filter(
    (part, place) => part.length >= shortestSecret && !isNumber(part) && !isKeptDate(part, place === rest.length - 1),
  )
  // A choice right behind what a screen shows may answer that screen, and nothing took what follows it: `*500*1*7391` at `Send 500?`.
  const isLeft = last !== -1 && screens.length > 1 && (rest[0]?.length ?? 0) < shortestSecret
  const secrets = isOpen && !isLeft ? [] : behind.filter((part) => last !== -1 || isMeant(part))
  const stays = parts.filter((part) => !shown.has(part) && !typed.has(part) && !secrets.includes(part))
  return {
    secrets,
    isDoubtful: stays.some((part) => part.length > shortestSecret && !isNumber(part)),
    isUnasked: (!isAsked && secrets.some((part) => !isMeant(part))) || mayAnswerOthers(secrets, last !== -1),
  }
}

/** Where no screen shows a part, one of several, a word or a date may have answered a question before the one that asks for a secret. */
function mayAnswerOthers(secrets: readonly string[], isShown: boolean): boolean {
  return !isShown && (secrets.length > 1 || secrets.some((part) => /\D/.test(part) || digitsOfDate.test(part)))
}

/** Eight digits that are a date may be a PIN too, and that is dialled last. */
function isKeptDate(part: string, isLast: boolean): boolean {
  return writtenDate.test(part) || (!isLast && digitsOfDate.test(part))
}

const writtenDate = /^(?:\d{1,2}([/.-])\d{1,2}\1(?:\d\d){1,2}|(?:19|20)\d\d([/.-])\d{1,2}\2\d{1,2})$/
const digitsOfDate =
  /^(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))$/

function partsIn({ Message, ServiceCode }: WireFields): readonly string[] {
  const [dialled, code] = [partsOf(Message), partsOf(ServiceCode)]
  const isOfCode = code.length > 0 && code.every((part, place) => part === dialled[place])
  return dialled.slice(isOfCode ? code.length : 1)
}

function partsOf(code: unknown): readonly string[] {
  return String(code)
    .split(/[*#]/)
    .filter((part) => part !== '')
}

/** A choice stands there whatever was dialled, and a secret that is said again wasn't taken for something else. */
function tellsNothing(line: string): boolean {
  return isChoice(line) || speaksOfSecret(line)
}

/** As it is, as an amount (`3,500.00`), or as a phone number however it's spaced. */
function shows(line: string, part: string): boolean {
  if (!aloneIn(line, [part]).next().done) return true
  if (isNumber(part)) return line.replaceAll(/\D/g, '').includes(part.slice(-subscriber))
  return [...line.matchAll(amount)].some(([written]) => Number(written.replaceAll(',', '')) === Number(part))
}

const amount = /\d[\d,]*(?:\.\d+)?/g
const subscriber = 9

/** A phone number has a stand-in of its own. */
function isNumber(part: string): boolean {
  return part.length > longestSecret && (toInternational(part) !== null || /^0\d{8,}$/.test(part))
}

const longestSecret = 8

/** USSD replies don't say that they ask for a PIN, and an application in another process isn't heard. */
function asksForSecret(screen: string | undefined, entered: string): boolean {
  return screen !== undefined && speaksOfSecret(screen) && !isOffered(screen, entered)
}

/** Whether a text has a word for what nobody else may know, in English or French. */
export function speaksOfSecret(text: string): boolean {
  return english.test(text) || french.test(text)
}

/** Whether a line offers a choice: it stands there whatever was entered. */
export function isChoice(line: string): boolean {
  return choice.test(line)
}

const choice = /^\s*[\d*#]{1,6}[.):]\s/
const english =
  /\b(?:pins?|passwords?|passcodes?|passphrase|otp|one[- ]time|secret (?:number|code|word)|(?:security|verification) code)\b/i
const french =
  /\b(?:(?:mot|code) de passe|(?:code|num[eé]ro) (?:secret|confidentiel)|usage unique|code de v[eé]rification)\b/i
