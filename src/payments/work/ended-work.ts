import type { Preparation } from '../../inbox/work.ts'

/** The work of what nothing is left to do about: no handler is called. */
export function endedWork(why: string): Preparation {
  return { waitsForOthers: false, newLog: undefined, prepare: async () => ({ state: 'done', why }) }
}
