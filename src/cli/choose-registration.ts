import type { StoreLook } from '../store/store.ts'
import { printable } from '../text/visible.ts'

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
    throw new Error(`Several registrations keep things here: say --registration, one of ${names(there)}.`)
  }
  if (there.includes(named)) return named
  const others = there.length === 0 ? 'Nothing is kept here yet.' : `There are: ${names(there)}.`
  throw new Error(`Nothing is kept here of a registration '${printable(named)}'. ${others}`)
}

function names(registrations: readonly string[]): string {
  return registrations.map(printable).join(', ')
}
