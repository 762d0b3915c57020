import type { Inbox } from '../../admin/inbox.ts'
import { asAbout, type RedriveSeenOptions } from '../../admin/seen/bulk.ts'
import type { SeenEntry } from '../../admin/seen/seen-entry.ts'
import type { PersonOptions } from '../../admin/trail.ts'
import { bulkInJson } from '../look/bulk-json.ts'
import { readCountryOption } from '../look/look-args.ts'
import { type RegistrationPlace, withInbox } from '../look/look-at-store.ts'
import { personOf } from '../look/person.ts'
import { readAt } from '../look/read-time.ts'
import { whoWorks } from '../look/who-works.ts'
import { Progress } from '../progress.ts'
import { showJson, type Terminal, UsageError } from '../terminal.ts'
import { type FilterValues, filtersOf, readFilterValues } from './filter.ts'
import { seenOf } from './seen-of.ts'

interface RedriveValues extends RegistrationPlace, FilterValues, PersonOptions {
  readonly yes?: boolean
}

/** `fastify-merchant-webhooks inbox redrive`: asks for dead entries again, the oldest first. */
export async function redriveInbox(values: RedriveValues, terminal: Terminal): Promise<void> {
  if (values.state !== undefined) throw new UsageError('redrive takes no --state: it asks for what is dead.')
  const filterAt = readAt((now) => ({ ...readFilterValues(values, now), states: 'dead' }) as const)
  const person = personOf(values)
  await withInbox(
    values,
    async (inbox, registration, _trail, now, look) => {
      const filter = filterAt(now)
      const dead = await seenOf(inbox, filter)
      const said = filtersOf(values)
      if (dead.length > many && values.yes !== true && !(await isWanted(dead.length, terminal))) {
        const nothing = { redriven: 0, skipped: 0, total: dead.length }
        terminal.out(values.json === true ? showJson(nothing, 2) : 'Nothing was replayed.')
        return
      }
      const options = { ...person, about: asAbout(filter) }
      if (values.json === true) {
        await bulkInJson('redriven', inbox.redriveSeen(dead, options), terminal)
      } else if (dead.length === 0) {
        terminal.out(`Nothing dead in the inbox of '${registration}'${said && ` that fits ${said}`}.`)
      } else {
        const done = await redriveLoudly(inbox, dead, options, terminal)
        const entries = done === 1 ? 'entry' : 'entries'
        const what = done === 1 ? 'it' : 'them'
        terminal.out(`Asked for a replay of ${done} ${entries}: ${await whoWorks(look, registration, what)}`)
      }
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

/** @returns how many */
async function redriveLoudly(
  inbox: Inbox,
  dead: readonly SeenEntry[],
  options: RedriveSeenOptions,
  terminal: Terminal,
): Promise<number> {
  const progress = new Progress(terminal, 'to be replayed')
  const { done, skipped } = await inbox
    .redriveSeen(dead, { ...options, onProgress: (step) => progress.show(step.done + step.skipped, step.total) })
    .finally(() => progress.end())
  if (skipped > 0) terminal.out(`${skipped} had changed by then, and were left out.`)
  return done
}
