import type { SessionSummary } from './turn-store.ts'

/**
 * A session that another push may come to, or that may be resumed, with what its handler left for that.
 *
 * @example
 * const hasBegun = ({ state }: OpenSession) => state !== null
 */
export interface OpenSession extends SessionSummary {
  /** JSON, as the handler left it: answers that are not sensitive stand there in plain. Null where it left nothing yet. */
  readonly state: string | null
  /** The session itself is over or has expired: whoever dials again in time may go on from its state. */
  readonly isLeft: boolean
  /** The screen that its subscriber has, as transcripts have it; null where something else than the handler drew it. */
  readonly screen: string | null
}

/**
 * What of the open sessions you want.
 *
 * @example
 * const query: OpenSessionQuery = { registration: 'default', limit: 200 }
 */
export interface OpenSessionQuery {
  readonly registration: string
  /** 1 to 1,000. */
  readonly limit: number
  readonly cursor?: string | undefined
}

/**
 * A page of open sessions, those that began last first.
 *
 * @example
 * const { sessions, next }: OpenSessionPage = await openSessions.list({ registration: 'default', limit: 200 })
 */
export interface OpenSessionPage {
  readonly sessions: readonly OpenSession[]
  readonly next: string | undefined
}

/**
 * The sessions that are open now, for tools that go on from their states without changing them. Other than a
 * {@link SessionLook} it is not masked.
 *
 * @example
 * const { openSessions } = await store.look()
 * console.log(await openSessions.count('default'))
 */
export interface OpenSessions {
  count(registration: string): Promise<number>
  list(query: OpenSessionQuery): Promise<OpenSessionPage>
}
