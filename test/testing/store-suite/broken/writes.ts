import type { Breakages } from '../break-store.ts'

/** Ways in which a store writes to sessions that must be found out. */
export const brokenWrites: Breakages = {
  'forgets fences': {
    caughtBy: ['fence: that of one turn closes no other'],
    turns: (turns) => {
      const last = new Map<string, string>()
      return {
        open: async (opening) => {
          const opened = await turns.open(opening)
          if ('fence' in opened) last.set(opening.sessionId, opened.fence)
          return opened
        },
        close: (closing) => turns.close({ ...closing, fence: last.get(closing.sessionId) ?? closing.fence }),
        finish: (late) => turns.finish({ ...late, fence: last.get(late.sessionId) ?? late.fence }),
      }
    },
  },
  'says that it wrote what it did not': {
    caughtBy: [
      'fence: nothing is written to an unknown session',
      'fence: when the subscriber has left, a late result is dropped',
    ],
    turns: (turns) => ({
      close: async (closing) => {
        await turns.close(closing)
        return true
      },
      finish: async (late) => {
        await turns.finish(late)
        return true
      },
    }),
  },
  'says that it did not write what it wrote before': {
    caughtBy: ['fence: a late result is written once, under its own'],
    turns: (turns) => {
      const written = new Set<string>()
      const isFirst = (key: string): boolean => written.size < written.add(key).size
      return {
        close: async (closing) => (await turns.close(closing)) && isFirst(`close ${closing.fence}`),
        finish: async (late) => (await turns.finish(late)) && isFirst(`finish ${late.fence}`),
      }
    },
  },
  'writes again what it is told again': {
    caughtBy: ['fence: closing again answers as before and changes nothing'],
    turns: (turns) => {
      const again = new Map<string, string>()
      return {
        close: (closing) => {
          again.set(`${closing.sessionId} ${closing.turn}`, closing.reply)
          return turns.close(closing)
        },
        open: async (opening) => {
          const opened = await turns.open(opening)
          if (opened.status !== 'repeated') return opened
          return { status: 'repeated', reply: again.get(`${opening.sessionId} ${opening.turn}`) ?? opened.reply }
        },
      }
    },
  },
  'writes although the subscriber has left': {
    caughtBy: [
      'fence: when the subscriber has left, nothing more is written',
      'fence: when the subscriber has left, a late result is dropped',
    ],
    turns: (turns) => {
      const left = new Map<string, string | null>()
      return {
        end: async (ending) => {
          const end = await turns.end(ending)
          const state = left.get(ending.sessionId) ?? end.state
          left.set(ending.sessionId, state)
          return { ...end, state }
        },
        close: async (closing) => {
          if (left.has(closing.sessionId)) left.set(closing.sessionId, closing.session.state ?? null)
          return turns.close(closing)
        },
        finish: async (late) => {
          if (left.has(late.sessionId)) left.set(late.sessionId, late.state ?? null)
          return turns.finish(late)
        },
      }
    },
  },
  'drops late results': {
    caughtBy: ['late: asked for again under the same name it is still there'],
    turns: (turns) => ({
      open: async (opening) => {
        const opened = await turns.open(opening)
        return opened.status === 'opened' ? { ...opened, session: { ...opened.session, late: null } } : opened
      },
    }),
  },
  'shows late results again and again': {
    caughtBy: [
      'late: the first reader takes it, and no other gets it',
      'beside: one takes the late result of what the other did',
    ],
    turns: (turns) => {
      const late = new Map<string, string>()
      return {
        finish: (result) => {
          late.set(result.sessionId, result.reply)
          return turns.finish(result)
        },
        open: async (opening) => {
          const opened = await turns.open(opening)
          if (opened.status !== 'opened') return opened
          return { ...opened, session: { ...opened.session, late: late.get(opening.sessionId) ?? null } }
        },
      }
    },
  },
  'answers what began late work with its result': {
    caughtBy: ['late: the turn that began it is answered with its waiting screen still'],
    turns: (turns) => {
      const late = new Map<string, string>()
      return {
        finish: (result) => {
          late.set(result.sessionId, result.reply)
          return turns.finish(result)
        },
        open: async (opening) => {
          const opened = await turns.open(opening)
          if (opened.status !== 'repeated') return opened
          return { ...opened, reply: late.get(opening.sessionId) ?? opened.reply }
        },
      }
    },
  },
  'drops the state of late results': {
    caughtBy: [
      'late: the next turn gets it, with the state that came with it',
      'reopened: a late result is still there',
    ],
    turns: (turns) => ({ finish: (late) => turns.finish({ ...late, state: undefined }) }),
  },
  'takes no notes': {
    caughtBy: ['transcript: an unknown session keeps only its first turn'],
    turns: () => ({ note: async () => undefined }),
  },
  'notes what is known too': {
    caughtBy: ['note: a turn that is known stays as it is'],
    turns: (turns) => {
      const noted = new Map<string, string>()
      return {
        note: (note) => {
          noted.set(note.sessionId + note.turn, note.reply)
          return turns.note(note)
        },
        open: async (opening) => {
          const opened = await turns.open(opening)
          if (opened.status !== 'repeated') return opened
          return { ...opened, reply: noted.get(opening.sessionId + opening.turn) ?? opened.reply }
        },
      }
    },
  },
  'ends a session with each note': {
    caughtBy: [
      'note: its turn is repeated, and the work beside it goes on',
      'note: it starts a session that is unknown',
    ],
    turns: (turns) => ({ note: (note) => turns.note({ ...note, isOver: true }) }),
  },
}
