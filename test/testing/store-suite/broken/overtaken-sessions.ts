import type { ResumeMark, TurnStore } from '../../../../src/store/turn-store.ts'
import type { Breakages } from '../break-store.ts'

type Resume = ResumeMark | null | undefined

/** Ways in which a store compares what sessions found that must be found out. */
export const brokenOvertakenSessions: Breakages = {
  'has one version for everything': {
    caughtBy: ['overtaken: a version is that of one state, whether it was seen or not'],
    turns: (turns) => ({
      resumable: async (key) => {
        const found = await turns.resumable(key)
        return found && { ...found, version: '1' }
      },
    }),
  },
  'takes what was seen for something else': {
    caughtBy: ['overtaken: a version is that of one state, whether it was seen or not'],
    turns: (turns) => ({
      resumable: async (key) => {
        const found = await turns.resumable(key)
        return found && { ...found, version: `${found.version.slice(0, 60)}${found.seenFor === null ? 0 : 1}` }
      },
    }),
  },
  'closes whatever was left since': {
    caughtBy: ['overtaken: a turn is not closed where its key has something else since, and its session is over'],
    turns: (turns) => ({ close: (closing) => turns.close({ ...closing, resume: anyhow(closing.resume) }) }),
  },
  'finishes whatever was left since': {
    caughtBy: ['overtaken: a late result is not kept where its key has something else since'],
    turns: (turns) => ({ finish: (late) => turns.finish({ ...late, resume: anyhow(late.resume) }) }),
  },
  'begins effects whatever was left since': {
    caughtBy: ['overtaken: an effect is not begun where its key has something else since, and its turn may write'],
    turns: (turns) => ({
      begin: (effect) =>
        turns.begin({ ...effect, turn: effect.turn && { ...effect.turn, resume: anyhow(effect.turn.resume) } }),
    }),
  },
  'leaves what belongs to no session whatever was left since': {
    caughtBy: ['overtaken: what belongs to no session is not left where its key has something else since'],
    turns: (turns) => ({
      begin: ({ left, ...effect }) => {
        const { after: _after, ...resume } = left?.resume ?? { key: '', within: 0 }
        return turns.begin({ ...effect, left: left && { ...left, resume } })
      },
    }),
  },
  'lets nobody take a key': {
    caughtBy: ["overtaken: a session isn't, by what it found, by nothing, or by what is forgotten"],
    turns: (turns) => neverFound(turns),
  },
}

function anyhow(resume: Resume): Resume {
  return resume && { ...resume, after: undefined }
}

function neverFound(turns: TurnStore): Partial<TurnStore> {
  return {
    close: (closing) => {
      const { resume } = closing
      return turns.close({ ...closing, resume: resume?.after ? { ...resume, after: 'another' } : resume })
    },
  }
}
