import type { Inbox } from '../../admin/inbox.ts'
import type { PersonOptions } from '../../admin/trail.ts'
import { maskNumbers } from '../../text/phone.ts'
import { type RegistrationPlace, withInbox } from '../look/look-at-store.ts'
import { personOf } from '../look/person.ts'
import { showable, showJson, type Terminal } from '../terminal.ts'
import { findEntry } from './find-entry.ts'

/** What asked the service about the payment of an entry, where it was given up. */
async function givenUpBeside(inbox: Inbox, id: string): Promise<string | undefined> {
  const { kind, reference } = await inbox.get(id)
  if (reference === null || kind === 'expectedPayment') return undefined
  const { entries } = await inbox.list({ reference, kinds: 'expectedPayment', states: 'dead', limit: 1 })
  return entries[0]?.id
}

async function whatComes(inbox: Inbox, id: string): Promise<string> {
  const { kind } = await inbox.get(id)
  return kind === 'askedPayment'
    ? 'the application looks whether its notice came. The service is not asked.'
    : 'the application works on it when it runs.'
}

/** `fastify-merchant-webhooks inbox replay`: asks for one entry again. */
export async function replayEntry(
  word: string,
  values: RegistrationPlace & PersonOptions,
  terminal: Terminal,
): Promise<void> {
  await withInbox(values, async (inbox) => {
    const id = await findEntry(inbox, word)
    await inbox.replay(id, personOf(values))
    if (values.json === true) terminal.out(showJson({ id: maskNumbers(id), replayed: true }, 2))
    else terminal.out(`Asked for a replay of ${showable(id)}: ${await whatComes(inbox, id)}`)
    const question = await givenUpBeside(inbox, id)
    if (question !== undefined && values.json !== true) {
      terminal.out(
        `The service is asked about that payment by ${showable(question)}, which was given up: replay that to ask it.`,
      )
    }
  })
}
