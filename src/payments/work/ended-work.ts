import { foundWork, type Preparation } from '../../inbox/work.ts'

/** The work of what nothing is left to do about: no handler is called. */
export function endedWork(why: string): Preparation {
  return foundWork(async () => ({ state: 'done', why }))
}

/** Why no handler gets a notice whose payment another entry tells of. */
export const toldElsewhere = {
  by: (id: string): string => `it is told by ${id}`,
  byService: 'the service said the same, which is told',
}

/** Whether an attempt ended so. @param note of the attempt */
export function isToldElsewhere(note: string | undefined): boolean {
  return note === toldElsewhere.byService || note?.startsWith(toldElsewhere.by('')) === true
}
