import type { Inbox } from '../../admin/inbox.ts'
import { digest } from '../../pushes/reading/identifiers.ts'
import { maskNumbers } from '../../text/phone.ts'

/**
 * What the page calls an entry: its id, unless that holds a phone number. Then it is when it came, and a digest.
 */
export function nameOfEntry({ id, receivedAt }: { readonly id: string; readonly receivedAt: Date }): string {
  return maskNumbers(id) === id ? id : `${start}${receivedAt.getTime()}:${digest(id)}`
}

/** The id of the entry that has this name; the name itself where it is one. */
export async function idOfName(inbox: Inbox, name: string): Promise<string> {
  const [, moment, wanted] = digested.exec(name) ?? []
  if (moment === undefined) return name
  const since = Number(moment)
  for await (const { id } of inbox.all({ since, until: since + 1, limit: 1_000 })) if (digest(id) === wanted) return id
  return name
}

const start = 'masked:'
const digested = /^masked:(\d{1,15}):([\w-]+)$/
