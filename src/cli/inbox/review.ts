import type { Inbox } from '../../admin/inbox.ts'
import { maskNumbers } from '../../text/phone.ts'
import { type RegistrationPlace, withInbox } from '../look/look-at-store.ts'
import { showable, showJson, type Terminal } from '../terminal.ts'
import { findEntry } from './find-entry.ts'

interface NoteValues extends RegistrationPlace {
  readonly by: string
  readonly note: string
}

interface ReviewValues extends RegistrationPlace, Pick<Partial<NoteValues>, 'note'> {
  readonly by: string
}

/** `fastify-merchant-webhooks inbox review`: a person has looked at an entry. */
export function reviewEntry(word: string, values: ReviewValues, terminal: Terminal): Promise<void> {
  const { by, note } = values
  const settle = (inbox: Inbox, id: string) => inbox.settleReview(id, { by, note })
  return doToEntry(word, values, terminal, { done: 'settled', says: 'Settled the review of', work: settle })
}

/** `fastify-merchant-webhooks inbox note`: what a person found or did about an entry. */
export function noteEntry(word: string, values: NoteValues, terminal: Terminal): Promise<void> {
  const { by, note } = values
  const keep = (inbox: Inbox, id: string) => inbox.note(id, { by, note })
  return doToEntry(word, values, terminal, { done: 'noted', says: 'Kept the note on', work: keep })
}

interface Act {
  /** Its name in JSON. */
  readonly done: string
  readonly says: string
  readonly work: (inbox: Inbox, id: string) => Promise<unknown>
}

async function doToEntry(word: string, values: ReviewValues, terminal: Terminal, act: Act): Promise<void> {
  const { by, json } = values
  await withInbox(values, async (inbox) => {
    const id = await findEntry(inbox, word)
    await act.work(inbox, id)
    if (json === true) terminal.out(showJson({ id: maskNumbers(id), [act.done]: true, by }, 2))
    else terminal.out(`${act.says} ${showable(id)} as ${showable(by)}.`)
  })
}
