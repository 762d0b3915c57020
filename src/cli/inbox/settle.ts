import { asAbout } from '../../admin/seen/bulk.ts'
import { bulkInJson } from '../look/bulk-json.ts'
import { readCountryOption } from '../look/look-args.ts'
import { type RegistrationPlace, withInbox } from '../look/look-at-store.ts'
import { readAt } from '../look/read-time.ts'
import { showable, showJson, type Terminal } from '../terminal.ts'
import { type FilterValues, filtersOf, readFilterValues } from './filter.ts'
import { seenOf } from './seen-of.ts'

interface SettleValues extends RegistrationPlace, FilterValues {
  readonly by: string
  readonly note: string
  readonly yes?: boolean
}

/** `fastify-merchant-webhooks inbox settle`: a person has looked at all that fits. */
export async function settleInbox(values: SettleValues, terminal: Terminal): Promise<void> {
  const filterAt = readAt((now) => readFilterValues(values, now))
  const { by, note } = values
  await withInbox(
    values,
    async (inbox, registration, _trail, now) => {
      const filter = filterAt(now)
      // The newest first, as they are listed.
      const seen = (await seenOf(inbox, { ...filter, needsReview: true })).toReversed()
      const open = seen.length
      if (open > 0 && values.yes !== true && !(await isWanted(open, terminal))) {
        terminal.out(
          values.json === true ? showJson({ settled: 0, skipped: 0, total: open }, 2) : 'Nothing was settled.',
        )
        return
      }
      const said = filtersOf(values)
      const options = { by, note, about: asAbout(filter) }
      if (values.json === true) await bulkInJson('settled', inbox.settleSeen(seen, options), terminal)
      else if (open === 0)
        terminal.out(`Nothing needs review in the inbox of '${registration}'${said && ` that fits ${said}`}.`)
      else {
        const { done: settled, skipped } = await inbox.settleSeen(seen, options)
        terminal.out(`Settled ${settled === 1 ? '1 review' : `${settled} reviews`} as ${showable(by)}.`)
        if (skipped > 0) terminal.out(`${skipped} had changed by then, and were left out.`)
      }
    },
    readCountryOption(values.country),
  )
}

/** Nobody has looked at each of them, so it is always asked. */
async function isWanted(open: number, { ask }: Terminal): Promise<boolean> {
  if (ask === undefined) {
    throw new Error(`${open} reviews would be settled, and nobody is there to confirm it: say --yes.`)
  }
  return /^y(?:es)?$/i.test((await ask(`Settle ${open} reviews? [y/N] `)).trim())
}
