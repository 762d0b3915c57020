import type { TurnStore } from '../../../../src/store/turn-store.ts'
import type { Breakages } from '../break-store.ts'

/** Ways in which a store keeps the ends of sessions that must be found out. */
export const brokenEndsOfSessions: Breakages = {
  'does not hear that an end was seen': {
    caughtBy: [
      'end: what a session left as its end is found until it was seen',
      'end: closed again after it was seen it is seen still',
      'end: a late result may be one, which the turn that takes it leaves as it is',
      'end: another session that takes its key has an end of its own',
      'end: whoever has begun another session since has not seen it',
    ],
    turns: () => ({ seen: async () => undefined }),
  },
  'takes an end for seen although the subscriber has left': {
    caughtBy: [
      'end: a subscriber who left has not seen it, whether that was told before or after',
      'end: whoever has begun another session since has not seen it',
    ],
    turns: (turns) => {
      const seen = new Set<string>()
      const keys = new Map<string, string>()
      return {
        close: (closing) => {
          if (closing.resume?.isEnd) keys.set(closing.resume.key, closing.sessionId)
          return turns.close(closing)
        },
        seen: async (session) => {
          seen.add(session.sessionId)
          await turns.seen(session)
        },
        resumable: async (key) => (seen.has(keys.get(key) ?? '') ? null : turns.resumable(key)),
      }
    },
  },
  'does not know when an end was seen': {
    caughtBy: ['end: it tells how long ago it was seen, and no other word of that changes it'],
    turns: (turns) => ({
      resumable: async (key) => {
        const found = await turns.resumable(key)
        return found && { ...found, seenFor: found.seenFor && 1 }
      },
    }),
  },
  'takes every screen for the last': {
    caughtBy: ['end: a session that goes on is no end, whatever is told of its screens'],
    turns: (turns) => ({
      close: (closing) => turns.close({ ...closing, resume: closing.resume && { ...closing.resume, isEnd: true } }),
    }),
  },
  'leaves nothing of what belongs to no session': {
    caughtBy: [
      'left: what belongs to no session is committed with an effect, and ends the session of its key',
      'left: a session takes the key of what belongs to none, and no session ends',
    ],
    turns: (turns) => withoutLeft(turns),
  },
}

function withoutLeft(turns: TurnStore): Partial<TurnStore> {
  const states = new Map<string, string>()
  return {
    begin: (effect) => {
      if (effect.turn?.resume) states.set(effect.turn.resume.key, '"lost"')
      return turns.begin({ ...effect, left: null })
    },
    resumable: async (key) => {
      const state = states.get(key)
      return state === undefined ? turns.resumable(key) : { state, seenFor: null, version: state }
    },
  }
}
