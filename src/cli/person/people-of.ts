import type { Command } from 'commander'
import type { HeldElsewhere } from '../../admin/person/elsewhere.ts'
import { People } from '../../admin/person/people.ts'
import type { PersonOptions } from '../../admin/trail.ts'
import { systemClock } from '../../clock.ts'
import { printable } from '../../text/clean-text.ts'
import { readCountryOption, withStoreOptions } from '../look/look-args.ts'
import { chooseRegistration, kindsOf, lookAtStore, type RegistrationPlace } from '../look/look-at-store.ts'
import { withPersonOptions } from '../look/person.ts'
import { Progress } from '../progress.ts'
import type { Terminal } from '../terminal.ts'

/** What may be said to a command about one person. */
export interface PhoneValues extends RegistrationPlace, PersonOptions {
  readonly phone: string
  readonly country?: string
  readonly thorough?: boolean
}

/** The options of these commands. */
export function withPhoneOptions(command: Command): Command {
  return withPersonOptions(withStoreOptions(command))
    .requiredOption('--phone <number>', 'a whole number, as +233000000000; with --country also as it is dialled there')
    .option('--country <code>', 'where the number is dialled, as in --country GH')
    .option('--thorough', 'searches every entry for the number, also old and unreadable ones')
}

/** Lets the data of people be worked with, beside the application or without it. */
export async function withPeople<Result>(
  { registration, country: code, ...place }: PhoneValues,
  work: (people: People) => Promise<Result>,
): Promise<Result> {
  const country = readCountryOption(code)
  const look = await lookAtStore(place)
  const name = await chooseRegistration(look, registration).finally(() => look.close())
  const kinds = kindsOf(country)
  return work(new People({ look: () => lookAtStore(place), registration: name, country, kinds, clock: systemClock }))
}

/** Shows how far a search is that reads every entry. */
export function whileReading<Result>(
  { thorough, json }: PhoneValues,
  terminal: Terminal,
  work: (onRead: ((read: number, total: number) => void) | undefined) => Promise<Result>,
): Promise<Result> {
  if (thorough !== true || json === true) return work(undefined)
  const progress = new Progress(terminal, 'entries read')
  return work((read, total) => progress.draw(read, total)).finally(() => progress.end())
}

/** Says where else something of the person is kept, and how to come to it. */
export function tellElsewhere(elsewhere: readonly HeldElsewhere[], terminal: Terminal): void {
  for (const { registration, entries, sessions } of elsewhere) {
    const name = printable(registration)
    terminal.err(
      `Registration '${name}' keeps something of theirs too (entries: ${entries}, sessions: ${sessions}). Run the same command with --registration ${shellWord(name)}.`,
    )
  }
}

function shellWord(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`
}
