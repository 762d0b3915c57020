import { maskNumbers } from '../../text/phone.ts'
import { type RegistrationPlace, withInbox } from '../look/look-at-store.ts'
import { showable, showJson, type Terminal } from '../terminal.ts'
import { findEntry } from './find-entry.ts'

interface ReviewValues extends RegistrationPlace {
  readonly by: string
  readonly note?: string
}

/** `fastify-merchant-webhooks inbox review`: a person has looked at an entry. */
export async function reviewEntry(word: string, values: ReviewValues, terminal: Terminal): Promise<void> {
  const { by, note, json } = values
  await withInbox(values, async (inbox) => {
    const id = await findEntry(inbox, word)
    await inbox.settleReview(id, { by, note })
    if (json === true) terminal.out(showJson({ id: maskNumbers(id), settled: true, by }, 2))
    else terminal.out(`Settled the review of ${showable(id)} as ${showable(by)}.`)
  })
}
