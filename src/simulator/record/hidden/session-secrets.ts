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
  isAsked: boolean
  /** The row before. */
  last: LogRow | undefined
}

/** What subscribers sent in their sessions that is secret: what they entered at a sensitive screen, and what they dialled. */
export class SessionSecrets {
  readonly #sessions = new Map<string, Heard>()
  /** With the screens that they answer. */
  readonly #entered = new Map<LogRow, string | undefined>()
  readonly #doubts: Doubts
  readonly dialled: readonly SentSecret[]

  constructor(rows: readonly LogRow[], doubts: Doubts) {
    this.#doubts = doubts
    for (const row of rows) this.#hear(row)
    this.dialled = [...this.#sessions.values()].flatMap(({ dial, screens, entered, isAsked }) => {
      if (dial === undefined) return []
      const { secrets, isDoubtful } = dialledSecrets({ fields: dial.fields, screens, entered, isAsked })
      if (isDoubtful) doubts.addDialled(dial.row.id)
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
      isAsked: false,
      last: undefined,
    }
    this.#sessions.set(sessionId, heard)
    // What is sent again answers no other screen.
    if (heard.last?.origin?.fields === origin.fields) this.#repeat(row, heard.last)
    else if (!isDial && messageOf(row) !== '') this.#enter(row, messageOf(row), heard)
    heard.last = row
    const screen = screenOf(row)
    if (screen !== undefined) heard.screens.push(screen)
  }

  #repeat(row: LogRow, before: LogRow): void {
    if (this.#entered.has(before)) this.#entered.set(row, this.#entered.get(before))
  }

  #enter(row: LogRow, text: string, heard: Heard): void {
    const screen = heard.screens.at(-1)
    const isSecret = row.origin?.isSensitive === true || asksForSecret(screen, text)
    if (isSecret) this.#entered.set(row, screen)
    else if (row.origin?.isUntold === true) this.#doubts.addUntold(row.id, text, screen)
    if (isSecret && heard.entered.length === 0) heard.isAsked = true
    heard.entered.push(text)
  }
}

function messageOf({ origin }: LogRow): string {
  return String(origin?.fields.Message ?? '')
}

/** What a reply says; undefined for none. */
export function screenOf(row: LogRow): string | undefined {
  const reply = Object(parseJson(row.response?.body.toString() ?? ''))
  const message: unknown = Object.entries(reply).find(([name]) => name.toLowerCase() === 'message')?.[1]
  return typeof message === 'string' ? message : undefined
}
