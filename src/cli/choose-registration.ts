import type { StoreLook } from '../store/store.ts'

/**
 * Whose entries and sessions are meant: the registration that is named, else the only one, else `default`.
 *
 * @throws an error naming those that there are
 */
export async function chooseRegistration(look: StoreLook, named: string | undefined): Promise<string> {
  const there = await look.registrations()
  if (named === undefined) {
    const [only = 'default'] = there
    if (there.length < 2) return only
    if (there.includes('default')) return 'default'
    throw new Error(`Several registrations keep things here: say --registration, one of ${there.join(', ')}.`)
  }
  if (there.includes(named)) return named
  const others = there.length === 0 ? 'Nothing is kept here yet.' : `There are: ${there.join(', ')}.`
  throw new Error(`Nothing is kept here of a registration '${named}'. ${others}`)
}
