import type { Inbox } from '../../admin/inbox.ts'
import type { InboxFilter } from '../../admin/inbox-query.ts'
import { readCountryOption } from '../look/look-args.ts'
import { type RegistrationPlace, withInbox } from '../look/look-at-store.ts'
import { showable, showJson, type Terminal } from '../terminal.ts'
import { type FilterValues, filtersOf, readFilterValues } from './filter.ts'

interface SettleValues extends RegistrationPlace, FilterValues {
  readonly by: string
  readonly note: string
  readonly yes?: boolean
}

/** `fastify-merchant-webhooks inbox settle`: a person has looked at all that fits. */
export async function settleInbox(values: SettleValues, terminal: Terminal): Promise<void> {
  const filter = readFilterValues(values, Date.now())
  const { by, note } = values
  await withInbox(
    values,
    async (inbox, registration) => {
      const open = await countOpen(inbox, filter)
      if (open > 0 && values.yes !== true && !(await isWanted(open, terminal))) {
        terminal.out('Nothing was settled.')
        return
      }
      const progress = await inbox.settleReviews(filter, { by, note, limit: Math.max(1, open) })
      const said = filtersOf(values)
      if (values.json === true) terminal.out(showJson(progress, 2))
      else if (open === 0)
        terminal.out(`Nothing needs review in the inbox of '${registration}'${said && ` that fits ${said}`}.`)
      else
        terminal.out(
          `Settled ${progress.settled === 1 ? '1 review' : `${progress.settled} reviews`} as ${showable(by)}.`,
        )
    },
    readCountryOption(values.country),
  )
}

async function countOpen(inbox: Inbox, filter: InboxFilter): Promise<number> {
  const counts = await inbox.count({ ...filter, needsReview: true })
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** Nobody has looked at each of them, so it is always asked. */
async function isWanted(open: number, { ask }: Terminal): Promise<boolean> {
  if (ask === undefined) {
    throw new Error(`${open} reviews would be settled, and nobody is there to confirm it: say --yes.`)
  }
  return /^y(?:es)?$/i.test((await ask(`Settle ${open} reviews? [y/N] `)).trim())
}
