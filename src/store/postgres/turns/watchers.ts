import { type SessionListener, SessionWatchers } from '../../session-watchers.ts'
import type { Link } from '../server/link.ts'
import { ignore } from '../server/within.ts'
import { flagAt, type Statement, statement, textAt } from '../statement.ts'

// Whatever was not heard is seen by then, ms.
const lookEvery = 1_000
const keyLength = 36

/** Those who wait for what others do to a session, in any process. */
export class Watchers extends SessionWatchers {
  readonly #link: Link
  readonly #channel: string
  readonly #look: Statement
  /** Watched since the last look. */
  #news = new Set<string>()
  #stop: () => void = ignore

  constructor(link: Link, schema: string) {
    super()
    this.#link = link
    this.#channel = turnChannel(schema)
    this.#look = statement(
      `SELECT s.key, s.was_fenced, s.expires_at > now() AND s.work_turn IS NOT NULL AND EXISTS (
        SELECT FROM ${schema}.instances i WHERE i.id = s.work_owner
      ) FROM ${schema}.sessions s WHERE s.is_live AND s.key = ANY ($1::uuid[])`,
    )
  }

  start(): void {
    const timer = setInterval(() => this.#lookAt(this.keys), lookEvery)
    timer.unref()
    const deafen = this.#link.hear(this.#channel, (payload) => {
      // A key, and what became of its session.
      this.tell(payload.slice(0, keyLength), payload.endsWith(' ended') ? 'ended' : 'free')
    })
    this.#stop = () => {
      clearInterval(timer)
      deafen()
      this.clear()
    }
  }

  stop(): void {
    this.#stop()
  }

  override add(key: string, listener: SessionListener): () => void {
    const stop = super.add(key, listener)
    this.#lookSoon(key)
    return stop
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
    const rows = await this.#link.runForTurn(this.#look, [keys])
    const byKey = new Map(rows.map((row) => [textAt(row, 0), row]))
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
