import { userInfo } from 'node:os'
import type { Command } from 'commander'
import type { PersonOptions } from '../../admin/trail.ts'
import { UsageError } from '../terminal.ts'

/** What may be said to every command whose work stands on the trail. */
export function withPersonOptions(command: Command): Command {
  return command
    .option('--by <name>', 'who does it, for the trail (default: your login name)')
    .option('--reason <text>', 'why, for the trail')
}

/** Who does it: as was said, else whoever is logged in. @param login the name of that one */
export function personOf({ by, reason }: PersonOptions, login = () => userInfo().username): PersonOptions {
  return { by: by ?? nameBy(login), reason }
}

/**
 * Who unmasks, and why; undefined where nobody asked for it.
 *
 * @param option what asks for it
 */
export function unmaskingOf(
  option: string,
  isAsked: boolean | undefined,
  values: PersonOptions,
): (PersonOptions & { readonly reason: string }) | undefined {
  const { reason } = values
  const isGiven = reason !== undefined && reason.trim() !== ''
  if ((isAsked === true) !== isGiven) throw new UsageError(`${option} and --reason go together.`)
  return isGiven ? { ...personOf(values), reason } : undefined
}

/** A user without an entry in the machine's list has none. */
function nameBy(login: () => string): string | undefined {
  try {
    return login()
  } catch {
    return undefined
  }
}
