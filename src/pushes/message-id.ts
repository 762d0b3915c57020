import { inOneSpelling } from './identifier-form.ts'

/**
 * An identifier of a message as the reference writes it, without dashes (2.9, 2.10) and in small letters, so that a
 * report and what sending returned can be joined: the letters of a UUID have no case. Other identifiers stay as they
 * are, since their dashes and capitals may mean something (field notes, "Identifiers").
 *
 * @example
 * readMessageId('00000000-0000-0000-0000-00000000000A') // '0000000000000000000000000000000a'
 */
export function readMessageId(identifier: string): string {
  return inOneSpelling(identifier)
}
