import type { Script } from '../../src/conversation/index.ts'

/** What the examples of the rivals take for granted: somebody's balance, airtime, users and other menus. */
export interface Bought {
  readonly key: string
  readonly mobile: string
  readonly amount: number
}

export const bought: Bought[] = []

export const balanceOf = async (mobile: string): Promise<number> => mobile.length

export async function topUp(key: string, mobile: string, amount: number): Promise<void> {
  bought.push({ key, mobile, amount })
}

export const findUser = async (mobile: string): Promise<{ readonly name: string } | null> =>
  mobile.endsWith('1') ? { name: 'Ama' } : null

/** A menu that says which it is. */
export const menuCalled =
  (name: string): Script =>
  (talk) =>
    talk.end(name)

export const isOpenFor = (mobile: string): boolean => mobile.endsWith('1')

/** Finds a user as code with callbacks does. */
export function lookUp(
  mobile: string,
  done: (error: Error | null, user: { readonly name: string } | null) => void,
): void {
  setImmediate(() => {
    if (mobile.endsWith('9')) done(new Error('no users now'), null)
    else done(null, mobile.endsWith('1') ? { name: 'Ama' } : null)
  })
}
