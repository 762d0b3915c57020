import type { Inbox } from '../../admin/inbox.ts'
import type { InboxFilter } from '../../admin/inbox-query.ts'
import type { PersonOptions } from '../../admin/trail.ts'
import { readCountryOption } from '../look/look-args.ts'
import { type RegistrationPlace, withInbox } from '../look/look-at-store.ts'
import { personOf } from '../look/person.ts'
import { Progress } from '../progress.ts'
import { showJson, type Terminal, UsageError } from '../terminal.ts'
import { type FilterValues, filtersOf, readFilterValues } from './filter.ts'

interface RedriveValues extends RegistrationPlace, FilterValues, PersonOptions {
  readonly yes?: boolean
}

/** `fastify-merchant-webhooks inbox redrive`: asks for dead entries again, the oldest first. */
export async function redriveInbox(values: RedriveValues, terminal: Terminal): Promise<void> {
  if (values.state !== undefined) throw new UsageError('redrive takes no --state: it asks for what is dead.')
  const filter = { ...readFilterValues(values, Date.now()), states: 'dead' } as const
  const person = personOf(values)
  await withInbox(
    values,
    async (inbox, registration) => {
      const { dead } = await inbox.count(filter)
      const fitting = filtersOf(values) === '' ? '' : ` that fits ${filtersOf(values)}`
      if (dead > many && values.yes !== true && !(await isWanted(dead, terminal))) {
        terminal.out('Nothing was replayed.')
        return
      }
      if (values.json === true) terminal.out(showJson(await inbox.redrive(filter, person), 2))
      else if (dead === 0) terminal.out(`Nothing dead in the inbox of '${registration}'${fitting}.`)
      else await redriveLoudly(inbox, filter, person, terminal)
    },
    readCountryOption(values.country),
  )
}

// As many as one looks at on a page.
const many = 10

async function isWanted(dead: number, { ask }: Terminal): Promise<boolean> {
  if (ask === undefined) {
    throw new Error(`${dead} dead entries would be replayed, and nobody is there to confirm it: say --yes.`)
  }
  return /^y(?:es)?$/i.test((await ask(`Ask for ${dead} dead entries again? [y/N] `)).trim())
}

async function redriveLoudly(
  inbox: Inbox,
  filter: InboxFilter,
  person: PersonOptions,
  terminal: Terminal,
): Promise<void> {
  const progress = new Progress(terminal, 'to be replayed')
  const { redriven } = await inbox
    .redrive(filter, { ...person, onProgress: (step) => progress.show(step.redriven, step.total) })
    .finally(() => progress.end())
  const entries = redriven === 1 ? 'entry' : 'entries'
  terminal.out(`Asked for a replay of ${redriven} ${entries}: the application works on them when it runs.`)
}
