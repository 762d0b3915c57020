import type { TurnStore } from '../../../../src/store/turn-store.ts'
import type { Breakages } from '../break-store.ts'

/** Ways in which a store tells sessions apart that must be found out. */
export const brokenSessionIds: Breakages = {
  'knows sessions by their id in small letters': {
    caughtBy: ['turn: sessions of other ids, kinds and registrations share nothing'],
    turns: (turns) => sessionsNamed(turns, (id) => id.toLowerCase().trim()),
  },
  'ends an id at a zero': {
    caughtBy: ['turn: any text is kept as it is ("\\u0000")'],
    turns: (turns) => sessionsNamed(turns, (id) => id.split('\u0000')[0] ?? ''),
  },
  'cuts an id off': {
    caughtBy: ['end: it shows in the transcript'],
    turns: (turns) => sessionsNamed(turns, (id) => id.slice(0, 14)),
  },
  'knows one kind of session': {
    caughtBy: ['transcript: an id that came again has several, the newest first'],
    turns: (turns) => ({
      open: (opening) => turns.open({ ...opening, kind: 'ussd' }),
      end: (ending) => turns.end({ ...ending, kind: 'ussd' }),
    }),
  },
  'keeps screens in ASCII': {
    caughtBy: ['turn: any text is kept as it is ("\'\\"\\\\;--")', 'turn: any text is kept as it is ("😀 ɛ")'],
    turns: (turns) => ({
      close: (closing) => turns.close({ ...closing, screen: closing.screen.replaceAll(/[^\x20-\x7e]|["'\\]/g, '?') }),
    }),
  },
  'keeps screens without their spaces': {
    caughtBy: ['turn: any text is kept as it is (" ")'],
    turns: (turns) => ({ close: (closing) => turns.close({ ...closing, screen: closing.screen.trim() }) }),
  },
  'keeps 100 characters of a screen': {
    caughtBy: ['turn: any text is kept as it is ("xxxxxxxx")'],
    turns: (turns) => ({ close: (closing) => turns.close({ ...closing, screen: closing.screen.slice(0, 100) }) }),
  },
  'refuses ids that mean something to it': {
    caughtBy: ['turn: any text is kept as it is ("__proto_")'],
    turns: (turns) => ({
      open: async (opening) => {
        if (opening.turn === '__proto__') throw new Error('no such property')
        return turns.open(opening)
      },
    }),
  },
}

function sessionsNamed(turns: TurnStore, name: (id: string) => string): Partial<TurnStore> {
  return {
    open: (opening) => turns.open({ ...opening, sessionId: name(opening.sessionId) }),
    close: (closing) => turns.close({ ...closing, sessionId: name(closing.sessionId) }),
    get: (registration, id) => turns.get(registration, name(id)),
  }
}
