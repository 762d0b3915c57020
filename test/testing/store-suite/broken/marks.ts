import type { Resumable, ResumeMark, TurnStore } from '../../../../src/store/turn-store.ts'
import type { Breakages } from '../break-store.ts'

type Resume = ResumeMark | null | undefined

/** Ways in which a store keeps what may be resumed that must be found out. */
export const brokenMarks: Breakages = {
  'keeps the state that was marked': {
    caughtBy: ['resume: a look for its key finds the state that was committed last'],
    turns: (turns) => {
      const marked = new Map<string, string>()
      return {
        close: (closing) => {
          if (closing.resume) marked.set(closing.resume.key, closing.session.state ?? '')
          return turns.close(closing)
        },
        resumable: async (key) => asFound(marked.get(key)) ?? (await turns.resumable(key)),
      }
    },
  },
  'marks only with a new state': {
    caughtBy: ['resume: a mark stands for the state that is there'],
    turns: (turns) => ({
      close: (closing) =>
        turns.close({ ...closing, resume: closing.session.state === undefined ? undefined : closing.resume }),
    }),
  },
  'marks every session': {
    caughtBy: ["resume: an unmarked session can't be resumed"],
    turns: (turns) => ({
      close: (closing) => {
        const resume = { key: closing.sessionId, within: aYear }
        return turns.close({ ...closing, resume: closing.resume === undefined ? resume : closing.resume })
      },
    }),
  },
  'takes no mark from late results': {
    caughtBy: ['resume: a late result brings its state, and a mark'],
    turns: (turns) => ({ finish: (late) => turns.finish({ ...late, resume: undefined }) }),
  },
  'takes no mark from effects': {
    caughtBy: ['resume: the beginning of an effect brings its state, and a mark'],
    turns: (turns) => ({
      begin: (effect) => turns.begin({ ...effect, turn: effect.turn && { ...effect.turn, resume: undefined } }),
    }),
  },
  'knows no time': {
    caughtBy: ['resume: it lasts for its span from the commit on, and no longer'],
    turns: (turns) => withMarks(turns, (mark) => ({ ...mark, within: aYear })),
  },
  'keeps what may be resumed for the first span': {
    caughtBy: ['resume: marking it again restarts its span'],
    turns: (turns) => {
      const first = new Map<string, number>()
      return withMarks(turns, (mark) => {
        const within = first.get(mark.key) ?? mark.within
        first.set(mark.key, within)
        return { ...mark, within }
      })
    },
  },
  'forgets what may be resumed with the end': {
    caughtBy: ['resume: it outlives the end of its session'],
    turns: (turns) => {
      const ended = new Set<string>()
      const keys = new Map<string, string>()
      return {
        close: (closing) => {
          if (closing.resume) keys.set(closing.resume.key, closing.sessionId)
          return turns.close(closing)
        },
        end: (ending) => {
          ended.add(ending.sessionId)
          return turns.end(ending)
        },
        resumable: async (key) => (ended.has(keys.get(key) ?? '') ? null : turns.resumable(key)),
      }
    },
  },
  'takes away the mark of another session of that id': {
    caughtBy: [
      'resume: it outlives its session, and belongs to no other of that id',
      'resume: a session that lost its key takes nothing away with it',
    ],
    turns: (turns) => {
      const keys = new Map<string, string>()
      const gone = new Set<string>()
      return {
        close: async (closing) => {
          const isClosed = await turns.close(closing)
          if (closing.resume) keys.set(closing.sessionId, closing.resume.key)
          if (isClosed && closing.resume === null) gone.add(keys.get(closing.sessionId) ?? '')
          return isClosed
        },
        resumable: async (key) => (gone.has(key) ? null : turns.resumable(key)),
      }
    },
  },
  'lets two sessions go on from one state': {
    caughtBy: [
      'resume: another session that takes its key ends the one before',
      'resume: a late result and an effect take a key as well',
      'resume: two that take the keys of each other at once leave no key with two',
      'beside: the one at work is told that another session has taken its key',
      'reopened: what may be resumed is there, and what had its key ends',
    ],
    turns: (turns) => {
      const own = new Map<string, string>()
      const { begin, close, finish } = turns
      const ownMark = (sessionId: string, mark: Resume): Resume => {
        if (mark) own.set(mark.key, `${mark.key} ${sessionId}`)
        return mark && { ...mark, key: `${mark.key} ${sessionId}` }
      }
      return {
        close: (closing) => close.call(turns, { ...closing, resume: ownMark(closing.sessionId, closing.resume) }),
        finish: (late) => finish.call(turns, { ...late, resume: ownMark(late.sessionId, late.resume) }),
        begin: (effect) => {
          const { turn } = effect
          return begin.call(turns, {
            ...effect,
            turn: turn && { ...turn, resume: ownMark(turn.sessionId, turn.resume) },
          })
        },
        resumable: (key) => turns.resumable(own.get(key) ?? key),
      }
    },
  },
  'ends whatever has had the key': {
    caughtBy: ['resume: of a session that was forgotten the key is taken, and nothing ends'],
    turns: (turns) => {
      const owners = new Map<string, string>()
      return {
        close: async (closing) => {
          const { resume, kind, sessionId } = closing
          const before = owners.get(resume?.key ?? '')
          if (resume) owners.set(resume.key, sessionId)
          if (before !== undefined && before !== sessionId) {
            const unknown = { type: 'release', sequence: null, phone: '', phoneKey: '', at: 0, expiry: 600_000 }
            await turns.end({ kind, sessionId: before, ...unknown })
          }
          return turns.close(closing)
        },
      }
    },
  },
  'takes in a late result again': {
    caughtBy: ['resume: finishing again changes nothing'],
    turns: (turns) => {
      const states = new Map<string, string>()
      return {
        ...untilClosed(turns, states),
        finish: async (late) => {
          const isFinished = await turns.finish(late)
          if (isFinished && late.resume) states.set(late.resume.key, late.state ?? '')
          return isFinished
        },
      }
    },
  },
  'takes in the state of an effect again': {
    caughtBy: ['resume: asking for an effect again changes nothing'],
    turns: (turns) => {
      const states = new Map<string, string>()
      return {
        ...untilClosed(turns, states),
        begin: async (effect) => {
          const begun = await turns.begin(effect)
          if (begun.status === 'begun' && effect.turn?.resume) states.set(effect.turn.resume.key, effect.turn.state)
          return begun
        },
      }
    },
  },
  'keeps every key of a session': {
    caughtBy: [
      'resume: a session has one key, the last that it was marked with',
      'resume: a look for its key finds the state that was committed last',
    ],
    turns: (turns) => {
      const states = new Map<string, string>()
      return {
        close: async (closing) => {
          const isClosed = await turns.close(closing)
          if (isClosed && closing.resume) states.set(closing.resume.key, closing.session.state ?? '')
          return isClosed
        },
        resumable: async (key) => (await turns.resumable(key)) ?? asFound(states.get(key)),
      }
    },
  },
  'marks what is fenced': {
    caughtBy: ['resume: a turn that may not write marks nothing'],
    turns: (turns) => {
      const states = new Map<string, string>()
      return {
        close: (closing) => {
          if (closing.resume) states.set(closing.resume.key, closing.session.state ?? '')
          return turns.close(closing)
        },
        resumable: async (key) => (await turns.resumable(key)) ?? asFound(states.get(key)),
      }
    },
  },
  'keeps what may be resumed for all registrations': {
    caughtBy: ['resume: keys of other registrations are others'],
    turns: (turns) => ({
      resumable: async (key) => (await turns.resumable(key)) ?? asFound(of.get(key)),
      close: (closing) => {
        if (closing.resume) of.set(closing.resume.key, closing.session.state ?? '')
        return turns.close(closing)
      },
    }),
  },
  'keeps the beginning of the key of a mark': {
    caughtBy: ['\u0000', `'"\\;--`, '😀 ɛ', '\ud800', '__proto__', ' '].map(
      (text) => `resume: any text is kept as it is (${JSON.stringify(text)})`,
    ),
    turns: (turns) => ({
      ...withMarks(turns, ({ key, ...mark }) => ({ ...mark, key: key.slice(0, 1) })),
      resumable: (key) => turns.resumable(key.slice(0, 1)),
    }),
  },
  'never forgets what may be resumed': {
    caughtBy: [
      'resume: a sweep forgets it when its time is over, and not before',
      'resume: a sweep forgets no more of them at once than it was asked for',
    ],
    turns: (turns) => withMarks(turns, (mark) => ({ ...mark, within: aYear })),
  },
}

// ms
const aYear = 31_536_000_000

function asFound(state: string | undefined): Resumable | null {
  return state === undefined ? null : { state, seenFor: null, version: state }
}

// Of any registration.
const of = new Map<string, string>()

/** Closes turns with other marks. */
function withMarks(turns: TurnStore, change: (mark: ResumeMark) => ResumeMark): Partial<TurnStore> {
  return { close: (closing) => turns.close({ ...closing, resume: closing.resume && change(closing.resume) }) }
}

/** Shows states of its own in place of those that are kept, until a turn is closed with their keys. */
function untilClosed(turns: TurnStore, states: Map<string, string>): Partial<TurnStore> {
  return {
    close: (closing) => {
      if (closing.resume) states.delete(closing.resume.key)
      return turns.close(closing)
    },
    resumable: async (key) => asFound(states.get(key)) ?? (await turns.resumable(key)),
  }
}
