import type { OpenSession, OpenSessions } from '../../../src/store/open-sessions.ts'
import type { SessionLook, TurnStore } from '../../../src/store/turn-store.ts'
import { withMethods } from './with-methods.ts'

interface Noted extends Pick<OpenSession, 'state' | 'screen'> {
  readonly registration: string
  readonly sessionId: string
  readonly isOver: boolean
  readonly isMarked: boolean
}

/** The sessions that are open, as what passes tells of them. */
export class NotedSessions implements OpenSessions {
  readonly #sessions = new Map<string, Noted>()
  readonly #look: SessionLook

  constructor(look: SessionLook) {
    this.#look = look
  }

  /** The same turns, which are noted. */
  noting(registration: string, turns: TurnStore): TurnStore {
    return withMethods(turns, {
      open: async (opening) => {
        const opened = await turns.open(opening)
        const { sessionId } = opening
        if (opened.status === 'opened') {
          const known = this.#sessions.get(sessionId) ?? { state: null, isOver: false, isMarked: false }
          this.#sessions.set(sessionId, { ...known, registration, sessionId, screen: null })
        }
        return opened
      },
      close: async (closing) => {
        const isClosed = await turns.close(closing)
        const known = this.#sessions.get(closing.sessionId)
        const { session, resume, source, sessionId } = closing
        if (isClosed && known !== undefined) {
          this.#sessions.set(sessionId, {
            ...known,
            state: session.state === undefined ? known.state : session.state,
            isOver: session.isOver,
            isMarked: resume === undefined ? known.isMarked : resume !== null,
            screen: source === 'handler' ? closing.screen : null,
          })
        }
        return isClosed
      },
    })
  }

  async count(registration: string): Promise<number> {
    return this.#open(registration).length
  }

  async list({
    registration,
    limit,
    cursor = '0',
  }: Parameters<OpenSessions['list']>[0]): ReturnType<OpenSessions['list']> {
    const open = this.#open(registration).toReversed()
    const end = Number(cursor) + limit
    const page = open.slice(Number(cursor), end).map(async ({ sessionId, state, screen, isOver }) => {
      const [found] = await this.#look.get(registration, sessionId)
      if (found === undefined) throw new Error(`There is no session ${sessionId}`)
      const { transcript: _transcript, phoneKey: _phoneKey, ...summary } = found
      return { ...summary, state, screen, isLeft: isOver }
    })
    return { sessions: await Promise.all(page), next: end < open.length ? String(end) : undefined }
  }

  #open(registration: string): readonly Noted[] {
    return [...this.#sessions.values()].filter(
      (one) => one.registration === registration && (!one.isOver || one.isMarked),
    )
  }
}
