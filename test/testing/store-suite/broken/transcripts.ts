import { randomUUID } from 'node:crypto'
import type { Breakages } from '../break-store.ts'

/** Ways in which a store shows and forgets sessions that must be found out. */
export const brokenTranscripts: Breakages = {
  'keeps what was masked': {
    caughtBy: [
      'transcript: what answers a screen that masks its answer is not kept anywhere',
      'transcript: an unknown session keeps only its first turn',
      'transcript: what is noted beside a turn that is open is masked, until that has its waiting screen',
      'beside: what is entered after a turn that was lost is masked: its screen may have been shown',
      'beside: what is entered after a turn that was lost is masked where that is lost as well',
    ],
    turns: (turns) => {
      const entered = new Map<string, string>()
      return {
        open: (opening) => {
          entered.set(opening.sessionId + opening.at, opening.entered)
          return turns.open(opening)
        },
        note: (note) => {
          entered.set(note.sessionId + note.at, note.entered)
          return turns.note(note)
        },
        get: async (registration, sessionId) =>
          (await turns.get(registration, sessionId)).map((session) => ({
            ...session,
            transcript: session.transcript.map((turn) => ({
              ...turn,
              entered: entered.get(sessionId + turn.at) ?? turn.entered,
            })),
          })),
      }
    },
  },
  'counts nothing that stood in for a handler': {
    caughtBy: [
      'transcript: its turns in order, with what was entered and shown',
      'transcript: it counts what was answered by something else than the handler in time',
    ],
    turns: (turns) => ({
      get: async (registration, id) =>
        (await turns.get(registration, id)).map((session) => ({ ...session, fallbacks: 0 })),
    }),
  },
  'shows the oldest session first': {
    caughtBy: ['sessions: newest first, as their transcripts say'],
    turns: (turns) => ({
      get: async (registration, id) => (await turns.get(registration, id)).toReversed(),
      list: async (query) => {
        const { sessions, next } = await turns.list(query)
        return { sessions: sessions.toReversed(), next }
      },
    }),
  },
  'makes up a session that nobody knows': {
    caughtBy: ['sweep of sessions: then the transcript goes too'],
    turns: (turns) => ({
      get: async (registration, sessionId) => {
        const known = await turns.get(registration, sessionId)
        if (known.length > 0) return known
        const summary = { phone: '', startedAt: 0, lastAt: 0, turns: 0, isOver: false, fallbacks: 0 }
        return [{ kind: 'ussd', sessionId, ...summary, phoneKey: '', transcript: [] }]
      },
    }),
  },
  'leaves the end out of transcripts': {
    caughtBy: ['end: it shows in the transcript'],
    turns: (turns) => ({
      get: async (registration, id) =>
        (await turns.get(registration, id)).map((session) => ({
          ...session,
          transcript: session.transcript.filter(({ source }) => source !== 'ended'),
        })),
    }),
  },
  'lists whatever there is': {
    caughtBy: ['sessions: by kind, phone and when they began'],
    turns: (turns) => ({
      list: ({ registration, limit, cursor }) => turns.list({ registration, limit, cursor }),
    }),
  },
  'counts its pages from the top': {
    caughtBy: ['sessions: pages stay where they are while sessions come in'],
    turns: (turns) => ({
      list: async ({ cursor, limit, ...filter }) => {
        const { sessions } = await turns.list({ ...filter, limit: 1_000 })
        const from = Number(cursor ?? 0)
        const next = from + limit < sessions.length ? String(from + limit) : undefined
        return { sessions: sessions.slice(from, from + limit), next }
      },
    }),
  },
  'shows the sessions of all': {
    caughtBy: ['sessions: each registration lists its own'],
    turns: (turns) => ({
      list: async (query) => {
        const [one, other] = await Promise.all(
          ['default', 'tickets'].map((registration) => turns.list({ ...query, registration })),
        )
        return { sessions: [...(one?.sessions ?? []), ...(other?.sessions ?? [])], next: undefined }
      },
    }),
  },
  'never forgets': {
    caughtBy: ['close: every later turn is refused'],
    turns: () => ({ sweep: async () => 0 }),
  },
  'forgets transcripts at once': {
    caughtBy: ['sweep of sessions: of one that has expired the transcript stays for its time'],
    turns: (turns) => ({ sweep: (_keep, most) => turns.sweep(0, most) }),
  },
  'forgets more at once than it is asked to': {
    caughtBy: ['sweep of sessions: no more rows at once than were asked for'],
    turns: (turns) => ({ sweep: (keep) => turns.sweep(keep, 1_000) }),
  },
  'forgets sessions that live': {
    caughtBy: ['sweep of sessions: one that lives is left as it is'],
    turns: (turns) => {
      const names = new Map<string, string>()
      const named = (id: string): string => names.get(id) ?? id
      return {
        open: (opening) => turns.open({ ...opening, sessionId: named(opening.sessionId) }),
        close: (closing) => turns.close({ ...closing, sessionId: named(closing.sessionId) }),
        sweep: async (keep, most) => {
          const { sessions } = await turns.list({ registration: 'default', limit: 1_000 })
          for (const { sessionId } of sessions) names.set(sessionId, randomUUID())
          return turns.sweep(keep, most)
        },
      }
    },
  },
  'goes on forgetting': {
    caughtBy: ['sweep of sessions: one that lives is left as it is'],
    turns: () => ({ sweep: async () => 1 }),
  },
}
