import type { SessionChange } from '../../turn-store.ts'
import type { Link } from '../server/link.ts'
import { ignore } from '../server/within.ts'
import { flagAt, type Statement, statement, textAt } from '../statement.ts'

type Listener = (change: SessionChange) => void

// Whatever was not heard is seen by then, ms.
const lookEvery = 1_000
const keyLength = 36

/** Those who wait for what others do to a session. */
export class Watchers {
  readonly #link: Link
  readonly #channel: string
  readonly #look: Statement
  readonly #listeners = new Map<string, Set<Listener>>()
  /** Watched since the last look. */
  #news = new Set<string>()
  #stop: () => void = ignore

  constructor(link: Link, schema: string) {
    this.#link = link
    this.#channel = turnChannel(schema)
    this.#look = statement(
      `SELECT s.key, s.was_fenced, s.expires_at > now() AND s.work_turn IS NOT NULL AND EXISTS (
        SELECT FROM ${schema}.instances i WHERE i.id = s.work_owner
      ) FROM ${schema}.sessions s WHERE s.is_live AND s.key = ANY ($1::uuid[])`,
    )
  }

  start(): void {
    const timer = setInterval(() => this.#lookAt([...this.#listeners.keys()]), lookEvery)
    timer.unref()
    const deafen = this.#link.hear(this.#channel, (payload) => {
      // A key, and what became of its session.
      this.tell(payload.slice(0, keyLength).replaceAll('-', ''), payload.endsWith(' ended') ? 'ended' : 'free')
    })
    this.#stop = () => {
      clearInterval(timer)
      deafen()
      this.#listeners.clear()
    }
  }

  stop(): void {
    this.#stop()
  }

  /** @returns what ends it */
  add(key: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(key) ?? new Set()
    this.#listeners.set(key, listeners.add(listener))
    this.#lookSoon(key)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key)
    }
  }

  /** Not in the caller's own time: a listener may open the turn again. */
  tell(key: string, change: SessionChange): void {
    for (const listener of this.#listeners.get(key) ?? []) {
      setImmediate(() => {
        if (this.#listeners.get(key)?.has(listener)) listener(change)
      })
    }
  }

  /** What happened before it was watched is seen by a look, one for all that came with it. */
  #lookSoon(key: string): void {
    if (this.#news.size === 0) {
      setImmediate(() => {
        const news = [...this.#news]
        this.#news = new Set()
        this.#ask(news).catch(ignore)
      })
    }
    this.#news.add(key)
  }

  #lookAt(keys: readonly string[]): void {
    if (keys.length > 0) this.#ask(keys).catch(ignore)
  }

  async #ask(keys: readonly string[]): Promise<void> {
    const rows = await this.#link.run(this.#look, [keys])
    const byKey = new Map(rows.map((row) => [textAt(row, 0).replaceAll('-', ''), row]))
    for (const key of keys) {
      const row = byKey.get(key)
      if (row === undefined) this.tell(key, 'free')
      else if (flagAt(row, 1)) this.tell(key, 'ended')
      else if (!flagAt(row, 2)) this.tell(key, 'free')
    }
  }
}

/** Of the schema's sessions. */
export function turnChannel(schema: string): string {
  return `${schema}_turns`
}
