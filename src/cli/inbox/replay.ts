import type { Inbox } from '../../admin/inbox.ts'
import type { InboxEntry } from '../../admin/inbox-entry.ts'
import type { PersonOptions } from '../../admin/trail.ts'
import type { StoreLook } from '../../store/store.ts'
import { maskNumbers } from '../../text/phone.ts'
import { type RegistrationPlace, whoWorks, withInbox } from '../look/look-at-store.ts'
import { personOf } from '../look/person.ts'
import { showable, showJson, type Terminal } from '../terminal.ts'
import { findEntry } from './find-entry.ts'

/** `fastify-merchant-webhooks inbox replay`: asks for one entry again. */
export async function replayEntry(
  word: string,
  values: RegistrationPlace & PersonOptions,
  terminal: Terminal,
): Promise<void> {
  await withInbox(values, async (inbox, { look, registration }) => {
    const found = await replayAsFound(inbox, word, personOf(values))
    const { id } = found
    if (values.json === true) terminal.out(showJson({ id: maskNumbers(id), replayed: true }, 2))
    else terminal.out(`Asked for a replay of ${showable(id)}: ${await whatComes(found, look, registration)}`)
    const question = await givenUpBeside(inbox, found)
    if (question !== undefined && values.json !== true) {
      terminal.out(
        `The service is asked about that payment by ${showable(question)}, which was given up: replay that to ask it.`,
      )
    }
  })
}

/** Asks for the entry that a word names, unless somebody else does first. @returns it, as it was found */
export async function replayAsFound(inbox: Inbox, word: string, person: PersonOptions): Promise<InboxEntry> {
  const found = await inbox.get(await findEntry(inbox, word))
  await inbox.replay(found.id, { ...person, seen: found })
  return found
}

/** What asked the service about the payment of an entry, where it was given up. */
async function givenUpBeside(inbox: Inbox, { kind, reference }: InboxEntry): Promise<string | undefined> {
  if (reference === null || kind === 'expectedPayment') return undefined
  const { entries } = await inbox.list({ reference, kinds: 'expectedPayment', states: 'dead', limit: 1 })
  return entries[0]?.id
}

async function whatComes({ kind }: InboxEntry, look: StoreLook, registration: string): Promise<string> {
  return kind === 'askedPayment'
    ? 'the application looks whether its notice came. The service is not asked.'
    : whoWorks(look, registration, 'it')
}
