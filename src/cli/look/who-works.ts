import type { StoreLook } from '../../store/store.ts'
import { printable } from '../../text/clean-text.ts'

/**
 * Who works on what was asked for, in words: a registration that was renamed has nobody.
 *
 * @param what `it` or `them`
 */
export async function whoWorks(look: StoreLook, registration: string, what: 'it' | 'them'): Promise<string> {
  const name = printable(registration)
  const served = await look.served?.()
  if (served === undefined || served.includes(registration)) {
    return `an application that registers '${name}' works on ${what} when it runs.`
  }
  const waits = what === 'it' ? 'it waits' : 'they wait'
  return `no process that runs now registers '${name}', so ${waits} until one does.`
}
