import { randomUUID } from 'node:crypto'
import type { Breakages } from '../break-store.ts'

const ofAnyText = ['\u0000', `'"\\;--`, '😀 ɛ', '\ud800', '__proto__', ' '].map(
  (text) => `effect: any text is kept as it is (${JSON.stringify(text)})`,
)

/** Ways in which a store keeps effects that must be found out. */
export const brokenEffects: Breakages = {
  'begins what others do': {
    caughtBy: [
      'effect: of twenty that ask at once one begins it, and the others are told that it runs',
      'effect: it is known whatever becomes of its session, to every other',
      'beside: if both begin an effect, one does it',
    ],
    turns: (turns) => ({
      begin: async (effect) => {
        const begun = await turns.begin(effect)
        return begun.status === 'running' ? { status: 'begun' } : begun
      },
    }),
  },
  'knows one effect': {
    caughtBy: ['effect: others begin on their own'],
    turns: (turns) => ({ begin: (effect) => turns.begin({ ...effect, key: 'it' }) }),
  },
  'does not know who asks': {
    caughtBy: [
      'effect: asked for again under the same name it is begun still',
      'effect: the holder of an unknown outcome is told so again, and may leave it too',
      'effect: begun before its session ended, it is begun when it is asked for again',
      'resume: asking for an effect again changes nothing',
    ],
    turns: (turns) => ({ begin: (effect) => turns.begin({ ...effect, attempt: randomUUID() }) }),
  },
  'keeps no outcome': {
    caughtBy: [
      'effect: once it is concluded everybody gets its outcome',
      'reopened: an effect that was concluded is not done again',
    ],
    turns: (turns) => ({ conclude: (conclusion) => turns.conclude({ ...conclusion, outcome: null }) }),
  },
  'takes an empty outcome for none': {
    caughtBy: ['effect: once it is concluded everybody gets its outcome'],
    turns: (turns) => ({
      conclude: (conclusion) => turns.conclude({ ...conclusion, outcome: conclusion.outcome || null }),
    }),
  },
  'keeps the last outcome': {
    caughtBy: [
      'effect: its first outcome stands, and cannot be taken away',
      'effect: an attempt that lost it may still conclude it, if its outcome is the first',
    ],
    turns: (turns) => {
      let last = ''
      return {
        conclude: async (conclusion) => {
          last = conclusion.outcome ?? last
          await turns.conclude(conclusion)
        },
        begin: async (effect) => {
          const begun = await turns.begin(effect)
          return begun.status === 'concluded' ? { ...begun, outcome: last } : begun
        },
      }
    },
  },
  'lets an attempt begin what it has left': {
    caughtBy: ['effect: an attempt that left it begins it no more'],
    turns: (turns) => ({
      begin: async (effect) => {
        const begun = await turns.begin(effect)
        return begun.status === 'fenced' && effect.turn === null ? { status: 'unknown' } : begun
      },
    }),
  },
  'begins again what was left': {
    caughtBy: [
      'effect: the outcome of one that was left is unknown, and the next attempt holds it',
      'beside: only the other takes over the effect that one was doing when it closed',
      'reopened: the outcome of an effect that was running, or was left, is unknown',
    ],
    turns: (turns) => ({
      begin: async (effect) => {
        const begun = await turns.begin(effect)
        return begun.status === 'unknown' ? { status: 'begun' } : begun
      },
    }),
  },
  'gives what was left into many hands': {
    caughtBy: [
      'effect: the outcome of one that was left is unknown, and the next attempt holds it',
      'effect: the holder of an unknown outcome is told so again, and may leave it too',
      'beside: only the other takes over the effect that one was doing when it closed',
    ],
    turns: (turns) => ({
      begin: async (effect) => {
        const begun = await turns.begin(effect)
        if (begun.status === 'unknown') await turns.conclude({ ...effect, outcome: null })
        return begun
      },
    }),
  },
  'lets everybody leave an effect': {
    caughtBy: ['effect: only its holder can leave it'],
    turns: (turns) => {
      let holder = ''
      return {
        begin: async (effect) => {
          const begun = await turns.begin(effect)
          if (begun.status === 'begun') holder = effect.attempt
          return begun
        },
        conclude: (conclusion) => turns.conclude({ ...conclusion, attempt: holder }),
      }
    },
  },
  'takes an outcome only from whoever has the effect': {
    caughtBy: ['effect: an attempt that lost it may still conclude it, if its outcome is the first'],
    turns: (turns) => {
      let holder = ''
      return {
        begin: async (effect) => {
          const begun = await turns.begin(effect)
          if (begun.status === 'begun' || begun.status === 'unknown') holder = effect.attempt
          return begun
        },
        conclude: async (conclusion) => {
          if (conclusion.attempt === holder) await turns.conclude(conclusion)
        },
      }
    },
  },
  'concludes what was never begun': {
    caughtBy: ['effect: concluding an unknown one changes nothing'],
    turns: (turns) => ({
      conclude: async ({ key, attempt, outcome }) => {
        await turns.begin({ key, attempt, within: aYear, turn: null, left: null })
        await turns.conclude({ key, attempt, outcome })
      },
    }),
  },
  'commits no state with an effect': {
    caughtBy: [
      'effect: the state of its session is committed with it',
      'effect: it begins after the waiting screen of its turn too',
      'effect: it does not begin where its turn may not write, and nothing is committed',
    ],
    turns: (turns) => ({ begin: (effect) => turns.begin({ ...effect, turn: null }) }),
  },
  'commits a state only with an effect that is new': {
    caughtBy: ['effect: the state is committed even if the outcome is known already'],
    turns: (turns) => {
      const known = new Set<string>()
      return {
        begin: (effect) => {
          const turn = known.has(effect.key) ? null : effect.turn
          known.add(effect.key)
          return turns.begin({ ...effect, turn })
        },
      }
    },
  },
  'begins nothing after a waiting screen': {
    caughtBy: ['effect: it begins after the waiting screen of its turn too'],
    turns: (turns) => {
      const answered = new Set<string>()
      return {
        close: (closing) => {
          answered.add(closing.fence)
          return turns.close(closing)
        },
        begin: async (effect) =>
          effect.turn !== null && answered.has(effect.turn.fence) ? { status: 'fenced' } : turns.begin(effect),
      }
    },
  },
  'begins what is fenced, without its state': {
    caughtBy: ['effect: it does not begin where its turn may not write, and nothing is committed'],
    turns: (turns) => ({
      begin: async (effect) => {
        const begun = await turns.begin(effect)
        return begun.status === 'fenced' ? turns.begin({ ...effect, turn: null }) : begun
      },
    }),
  },
  'begins nothing in a session that has ended, whoever asks': {
    caughtBy: ['effect: begun before its session ended, it is begun when it is asked for again'],
    turns: (turns) => {
      const ended = new Set<string>()
      return {
        end: (ending) => {
          ended.add(ending.sessionId)
          return turns.end(ending)
        },
        begin: async (effect) =>
          effect.turn !== null && ended.has(effect.turn.sessionId) ? { status: 'fenced' } : turns.begin(effect),
      }
    },
  },
  'keeps effects with their sessions': {
    caughtBy: ['effect: it is known whatever becomes of its session, to every other'],
    turns: (turns) => ({
      begin: (effect) => turns.begin({ ...effect, key: `${effect.turn?.sessionId} ${effect.key}` }),
    }),
  },
  'keeps an outcome of 1 KiB': {
    caughtBy: ofAnyText,
    turns: (turns) => ({
      conclude: (conclusion) => turns.conclude({ ...conclusion, outcome: conclusion.outcome?.slice(0, 1_024) ?? null }),
    }),
  },
  'keeps the beginning of the key of an effect': {
    caughtBy: ofAnyText,
    turns: (turns) => ({
      begin: (effect) => turns.begin({ ...effect, key: effect.key.slice(0, 100) }),
      conclude: (conclusion) => turns.conclude({ ...conclusion, key: conclusion.key.slice(0, 100) }),
    }),
  },
  'never forgets an effect': {
    caughtBy: [
      'effect: a sweep forgets it when its time is over, and not before',
      'effect: a sweep forgets no more of them at once than it was asked for',
    ],
    turns: (turns) => ({ begin: (effect) => turns.begin({ ...effect, within: aYear }) }),
  },
  'forgets every effect': {
    caughtBy: ['effect: a sweep forgets it when its time is over, and not before'],
    turns: (turns) => ({ begin: (effect) => turns.begin({ ...effect, within: -1 }) }),
  },
  'keeps an effect for as long as the first wanted it': {
    caughtBy: ['effect: asking for it again may keep it longer, never shorter'],
    turns: (turns) => {
      const first = new Map<string, number>()
      return {
        begin: (effect) => {
          const within = first.get(effect.key) ?? effect.within
          first.set(effect.key, within)
          return turns.begin({ ...effect, within })
        },
      }
    },
  },
  'forgets more effects and marks at once than it is asked to': {
    caughtBy: [
      'effect: a sweep forgets no more of them at once than it was asked for',
      'resume: a sweep forgets no more of them at once than it was asked for',
    ],
    turns: (turns) => ({ sweep: (keep) => turns.sweep(keep, 1_000) }),
  },
}

// ms
const aYear = 31_536_000_000
