import { maskNumbers } from '../../text/phone.ts'
import { type RegistrationPlace, withInbox } from '../look/look-at-store.ts'
import { showable, showJson, type Terminal } from '../terminal.ts'
import { findEntry } from './find-entry.ts'

interface NoteValues extends RegistrationPlace {
  readonly by: string
  readonly note: string
}

/** `fastify-merchant-webhooks inbox note`: what a person found or did about an entry. */
export async function noteEntry(word: string, values: NoteValues, terminal: Terminal): Promise<void> {
  const { by, note, json } = values
  await withInbox(values, async (inbox) => {
    const id = await findEntry(inbox, word)
    await inbox.note(id, { by, note })
    if (json === true) terminal.out(showJson({ id: maskNumbers(id), noted: true, by }, 2))
    else terminal.out(`Kept the note on ${showable(id)} as ${showable(by)}.`)
  })
}
