import type { LogRow } from '../../log/row.ts'
import { parseJson, type WireFields } from '../../wire/names.ts'
import type { Doubts } from '../doubts.ts'
import { asksForSecret } from './asks-for-secret.ts'
import { dialledSecrets } from './dialled-secrets.ts'

/** Something secret that a subscriber sent. */
export interface SentSecret {
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
      if (isDoubtful) doubts.addDialled(dial.row.id)
      if (isUnasked) doubts.addUnasked(dial.row.id)
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
    else if (row.origin?.isUntold === true) this.#doubts.addUntold(row.id, text, screen)
    else if (heard.asksLast === false) {
      if (asksForSecret(screen, text)) this.#doubts.addSpoken(row.id)
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
export function screenOf(row: LogRow): string | undefined {
  return wordOf(row, 'message')
}

/** A text of a reply, by the name of its field in small letters. */
function wordOf(row: LogRow, field: string): string | undefined {
  const reply = Object(parseJson(row.response?.body.toString() ?? ''))
  const word: unknown = Object.entries(reply).find(([name]) => name.toLowerCase() === field)?.[1]
  return typeof word === 'string' ? word : undefined
}
