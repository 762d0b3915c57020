import { randomUUID } from 'node:crypto'
import type { Breakages } from '../break-store.ts'

const goesBackBehindNone =
  'turn: it gets that reply also behind turns without a sequence, and so does the highest one again'

/** Ways in which a store opens turns that must be found out. */
export const brokenOpenings: Breakages = {
  'remembers nothing': {
    caughtBy: ['turn: of a hundred copies at once one runs'],
    turns: () => ({
      open: async () => ({
        status: 'opened',
        fence: '1',
        isNew: true,
        session: { state: null, isOver: false, masksAnswer: false, late: null },
        isInterrupted: false,
        isOddSequence: false,
      }),
      close: async () => true,
      finish: async () => true,
      note: async () => undefined,
      end: async () => ({ isFirst: true, state: null }),
      watch: () => () => undefined,
      sweep: async () => 0,
      list: async () => ({ sessions: [], next: undefined }),
      get: async () => [],
    }),
  },
  'runs every copy': {
    caughtBy: ['turn: of a hundred copies at once one runs'],
    turns: (turns) => ({ open: (opening) => turns.open({ ...opening, sequence: null, turn: randomUUID() }) }),
  },
  'runs turns of one session at once': {
    caughtBy: ['turn: one that was answered is repeated, now and after others'],
    turns: (turns) => ({
      open: (opening) => turns.open({ ...opening, sessionId: `${opening.sessionId} ${opening.turn}` }),
    }),
  },
  'does not know a turn that was sent again': {
    caughtBy: [
      'turn: asked again under the same name it is opened as before, until it is closed',
      'late: asked for again under the same name it is still there',
    ],
    turns: (turns) => ({ open: (opening) => turns.open({ ...opening, attempt: randomUUID() }) }),
  },
  'takes every turn for the same': {
    caughtBy: [
      'turn: of several of one session at once one runs',
      'turn: while one runs a copy of it is told so, and another of its session too',
      'turn: while work goes on after its waiting screen, others wait for it',
    ],
    turns: (turns) => ({
      open: async (opening) => {
        const opened = await turns.open(opening)
        return opened.status === 'running' ? { status: 'running', isSame: true } : opened
      },
    }),
  },
  'takes no turn for the same': {
    caughtBy: ['turn: of a hundred copies at once one runs', 'beside: of copies of a turn in both one runs'],
    turns: (turns) => ({
      open: async (opening) => {
        const opened = await turns.open(opening)
        return opened.status === 'running' ? { status: 'running', isSame: false } : opened
      },
    }),
  },
  'repeats what has no sequence': {
    caughtBy: [
      'turn: without a sequence the same words are a new turn once they were answered',
      'turn: without a sequence only the very last of a session that is over is repeated',
    ],
    turns: (turns) => ({ open: (opening) => turns.open({ ...opening, isCopy: true }) }),
  },
  'does not know copies': {
    caughtBy: ['turn: without a sequence a copy that waited gets the answer, the last one of several'],
    turns: (turns) => ({ open: (opening) => turns.open({ ...opening, isCopy: false }) }),
  },
  'finds nothing odd': {
    caughtBy: ['turn: another message with a known sequence runs, and is told to be odd'],
    turns: (turns) => ({
      open: async (opening) => {
        const opened = await turns.open(opening)
        return opened.status === 'opened' ? { ...opened, isOddSequence: false } : opened
      },
    }),
  },
  'runs what goes back': {
    caughtBy: ['turn: another message with a sequence before that of the last turn gets the reply of that one'],
    turns: (turns) => ({
      open: async (opening) => {
        const opened = await turns.open(opening)
        const isBack = opened.status === 'repeated' && opened.turn !== undefined
        return isBack ? turns.open({ ...opening, sequence: null, turn: randomUUID() }) : opened
      },
    }),
  },
  'knows nothing of sequences behind a turn without one': {
    caughtBy: [goesBackBehindNone],
    turns: (turns) => {
      const last = new Map<string, number | null>()
      return {
        open: async (opening) => {
          const opened = await turns.open(opening)
          const isBack = opened.status === 'repeated' && opened.turn !== undefined
          if (isBack && last.get(opening.sessionId) === null)
            return turns.open({ ...opening, sequence: null, turn: randomUUID() })
          last.set(opening.sessionId, opening.sequence)
          return opened
        },
      }
    },
  },
  'runs the highest sequence again behind a turn without one': {
    caughtBy: [goesBackBehindNone],
    turns: (turns) => {
      const highest = new Map<string, number>()
      return {
        open: async (opening) => {
          const opened = await turns.open(opening)
          const { sessionId, sequence } = opening
          const isBack = opened.status === 'repeated' && opened.turn !== undefined
          if (isBack && sequence === highest.get(sessionId))
            return turns.open({ ...opening, sequence: null, turn: randomUUID() })
          if (opened.status === 'opened' && sequence !== null) highest.set(sessionId, sequence)
          return opened
        },
      }
    },
  },
  'counts turns from the highest sequence alone': {
    caughtBy: ['turn: none is missing where those before it had no sequence, or one that was there'],
    turns: (turns) => {
      const reached = new Map<string, { highest: number; since: number }>()
      return {
        open: async (opening) => {
          const opened = await turns.open(opening)
          const { sessionId, sequence } = opening
          if (opened.status !== 'opened') return opened
          const { highest, since } = reached.get(sessionId) ?? { highest: sequence ?? 0, since: 0 }
          const isHigher = sequence !== null && sequence > highest
          reached.set(sessionId, isHigher ? { highest: sequence, since: 0 } : { highest, since: since + 1 })
          return isHigher && sequence > highest + since + 1 ? { ...opened, missing: 'turn' } : opened
        },
      }
    },
  },
  'takes turns without a sequence for none': {
    caughtBy: ['turn: none is missing where those before it had no sequence, or one that was there'],
    turns: (turns) => {
      const highest = new Map<string, number>()
      return {
        open: async (opening) => {
          const opened = await turns.open(opening)
          const { sessionId, sequence } = opening
          const before = highest.get(sessionId)
          if (sequence !== null) highest.set(sessionId, Math.max(sequence, before ?? -1))
          const skips = before !== undefined && sequence !== null && sequence > before + 1
          return skips && opened.status === 'opened' ? { ...opened, missing: 'turn' } : opened
        },
      }
    },
  },
  'says of every session that it is known': {
    caughtBy: [
      'turn: the first of a session runs, and knows nothing',
      'fence: when the session was forgotten, nothing is written to the one that took its place',
      'expiry: when its time is over a session is new, and its turns run again',
      'expiry: one that is over or at work expires as well',
    ],
    turns: (turns) => ({
      open: async (opening) => {
        const opened = await turns.open(opening)
        return opened.status === 'opened' ? { ...opened, isNew: false } : opened
      },
    }),
  },
  'says of every session that it is new': {
    caughtBy: [
      'turn: the next one finds what the one before left',
      'beside: a turn finds in one what the other left, and is repeated by both',
    ],
    turns: (turns) => ({
      open: async (opening) => {
        const opened = await turns.open(opening)
        return opened.status === 'opened' ? { ...opened, isNew: true } : opened
      },
    }),
  },
  'runs what it has forgotten': {
    caughtBy: ['turn: the last 64 are repeated, those before them are forgotten and never run again'],
    turns: (turns) => ({
      open: async (opening) => {
        const opened = await turns.open(opening)
        return opened.status === 'forgotten' ? turns.open({ ...opening, sequence: null, turn: randomUUID() }) : opened
      },
    }),
  },
  'is never busy': {
    caughtBy: ['turn: when as many were noted beside work as are kept, there is no room for another'],
    turns: (turns) => ({
      open: async (opening) => {
        const opened = await turns.open(opening)
        return opened.status === 'busy' ? { status: 'running', isSame: false } : opened
      },
    }),
  },
  'runs on after the end': {
    caughtBy: [
      'turn: without a sequence it is repeated when the session is over',
      'turn: in a session that is over none runs, and those that were answered are repeated',
      'note: one that ends the session fences what runs in it',
      'end: no turn runs any more, and those that were answered are repeated',
    ],
    turns: (turns) => ({
      open: async (opening) => {
        const opened = await turns.open(opening)
        return opened.status === 'over' ? turns.open({ ...opening, sessionId: randomUUID() }) : opened
      },
    }),
  },
  'keeps no session over': {
    caughtBy: ['end: it shows in the transcript'],
    turns: (turns) => ({
      close: (closing) => turns.close({ ...closing, session: { ...closing.session, isOver: false } }),
      note: (note) => turns.note({ ...note, isOver: false }),
      end: async ({ sessionId, kind }) => {
        const [session] = await turns.get('default', sessionId)
        return { isFirst: session?.kind === kind, state: null }
      },
    }),
  },
  'lets the next turn run beside work that goes on': {
    caughtBy: ['turn: while work goes on after its waiting screen, others wait for it'],
    turns: (turns) => ({ close: (closing) => turns.close({ ...closing, goesOn: false }) }),
  },
  'clears the state with each reply': {
    caughtBy: [
      "fence: a turn isn't closed with another fence",
      'late: without a state it leaves the one that is there',
      'note: it leaves state and late result of the session alone',
    ],
    turns: (turns) => ({
      close: ({ session, ...closing }) =>
        turns.close({ ...closing, session: { ...session, state: session.state ?? null } }),
      finish: (late) => turns.finish({ ...late, state: late.state ?? null }),
    }),
  },
  'never clears a state': {
    caughtBy: ['turn: a reply without a state leaves it, one with null clears it'],
    turns: (turns) => ({
      close: ({ session, ...closing }) =>
        turns.close({ ...closing, session: { ...session, state: session.state ?? undefined } }),
    }),
  },
  'keeps a state of 1 KiB': {
    caughtBy: ['turn: any text is kept as it is ("\\u0000")'],
    turns: (turns) => ({
      close: ({ session, ...closing }) =>
        turns.close({ ...closing, session: { ...session, state: session.state?.slice(0, 1_024) ?? session.state } }),
    }),
  },
  'keeps one state for all sessions': {
    caughtBy: ['turn: many sessions at once keep their own'],
    turns: (turns) => {
      let state: string | null = null
      return {
        close: (closing) => {
          state = closing.session.state ?? state
          return turns.close(closing)
        },
        open: async (opening) => {
          const opened = await turns.open(opening)
          return opened.status === 'opened' ? { ...opened, session: { ...opened.session, state } } : opened
        },
      }
    },
  },
}
