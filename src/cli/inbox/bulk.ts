import { FMW_UNFINISHED } from '../../admin/errors.ts'
import type { Inbox } from '../../admin/inbox.ts'
import type { InboxFilter } from '../../admin/inbox-query.ts'
import { asAbout, type SeenProgress } from '../../admin/seen/bulk.ts'
import { type SeenEntry, seenAs } from '../../admin/seen/seen-entry.ts'
import type { PersonOptions } from '../../admin/trail.ts'
import { phoneHint } from '../look/look-args.ts'
import { type RegistrationPlace, whoWorks, withInbox } from '../look/look-at-store.ts'
import { personOf } from '../look/person.ts'
import { readAt } from '../look/read-time.ts'
import { Progress } from '../progress.ts'
import { showable, showJson, type Terminal, UsageError } from '../terminal.ts'
import { type FilterValues, filtersOf, readFilterValues } from './filter.ts'

interface BulkValues extends RegistrationPlace, FilterValues {
  readonly yes?: boolean
}

/** `fastify-merchant-webhooks inbox redrive`: asks for dead entries again, the oldest first. */
export async function redriveInbox(values: BulkValues & PersonOptions, terminal: Terminal): Promise<void> {
  if (values.state !== undefined) throw new UsageError('redrive takes no --state: it asks for what is dead.')
  const filterAt = readAt((now) => ({ ...readFilterValues(values, now), states: 'dead' }) as const)
  const person = personOf(values)
  await withInbox(values, async (inbox, { look, registration, now }) => {
    const filter = filterAt(now)
    const dead = await seenOf(inbox, filter)
    const options = { ...person, about: asAbout(filter) }
    await doWithAll(dead, values, terminal, {
      name: 'redriven',
      isAsked: dead.length > many,
      question: `Ask for ${dead.length} dead entries again? [y/N] `,
      unasked: `${dead.length} dead entries would be replayed`,
      left: 'Nothing was replayed.',
      none: `Nothing dead in the inbox of '${registration}'${fitting(values)}.${phoneHint(values)}`,
      inJson: () => inbox.redriveSeen(dead, options),
      work: async () => {
        const progress = new Progress(terminal, 'to be replayed')
        const onProgress = (step: SeenProgress) => progress.show(step.done + step.skipped, step.total)
        const { done, skipped } = await inbox
          .redriveSeen(dead, { ...options, onProgress })
          .finally(() => progress.end())
        tellSkipped(skipped, terminal)
        const [entries, what] = done === 1 ? (['entry', 'it'] as const) : (['entries', 'them'] as const)
        terminal.out(`Asked for a replay of ${done} ${entries}: ${await whoWorks(look, registration, what)}`)
      },
    })
  })
}

// As many as one looks at on a page.
const many = 10

interface SettleValues extends BulkValues {
  readonly by: string
  readonly note: string
}

/** `fastify-merchant-webhooks inbox settle`: a person has looked at all that fits. */
export async function settleInbox(values: SettleValues, terminal: Terminal): Promise<void> {
  const filterAt = readAt((now) => readFilterValues(values, now))
  const { by, note } = values
  await withInbox(values, async (inbox, { registration, now }) => {
    const filter = filterAt(now)
    // The newest first, as they are listed.
    const seen = (await seenOf(inbox, { ...filter, needsReview: true })).toReversed()
    const settle = () => inbox.settleSeen(seen, { by, note, about: asAbout(filter) })
    await doWithAll(seen, values, terminal, {
      name: 'settled',
      // Nobody has looked at each of them, so it is always asked.
      isAsked: seen.length > 0,
      question: `Settle ${seen.length} reviews? [y/N] `,
      unasked: `${seen.length} reviews would be settled`,
      left: 'Nothing was settled.',
      none: `Nothing needs review in the inbox of '${registration}'${fitting(values)}.${phoneHint(values)}`,
      inJson: settle,
      work: async () => {
        const { done, skipped } = await settle()
        terminal.out(`Settled ${done === 1 ? '1 review' : `${done} reviews`} as ${showable(by)}.`)
        tellSkipped(skipped, terminal)
      },
    })
  })
}

/** All that fits as it is now, the oldest first: a person is asked about these, and it is done with no others. */
async function seenOf(inbox: Inbox, filter: InboxFilter): Promise<readonly SeenEntry[]> {
  const seen: SeenEntry[] = []
  for await (const entry of inbox.all({ ...filter, limit: pageSize })) seen.push(seenAs(entry))
  return seen.reverse()
}

const pageSize = 1_000

interface Bulk {
  /** Of what was done, in JSON. */
  readonly name: 'redriven' | 'settled'
  readonly isAsked: boolean
  readonly question: string
  /** What would be done, where nobody can be asked. */
  readonly unasked: string
  /** Said where a person does not want it. */
  readonly left: string
  /** Said where nothing fits. */
  readonly none: string
  readonly inJson: () => Promise<SeenProgress>
  /** Does it, and says so. */
  readonly work: () => Promise<void>
}

async function doWithAll(
  seen: readonly SeenEntry[],
  { yes, json }: BulkValues,
  terminal: Terminal,
  { name, isAsked, question, unasked, left, none, inJson, work }: Bulk,
): Promise<void> {
  if (isAsked && yes !== true && !(await isWanted(question, unasked, terminal)))
    terminal.out(json === true ? showJson({ [name]: 0, skipped: 0, total: seen.length }, 2) : left)
  else if (json === true) await bulkInJson(name, inJson(), terminal)
  else if (seen.length === 0) terminal.out(none)
  else await work()
}

async function isWanted(question: string, unasked: string, { ask }: Terminal): Promise<boolean> {
  if (ask === undefined) throw new Error(`${unasked}, and nobody is there to confirm it: say --yes.`)
  return /^y(?:es)?$/i.test((await ask(question)).trim())
}

function fitting(values: FilterValues): string {
  const said = filtersOf(values)
  return said && ` that fits ${said}`
}

function tellSkipped(skipped: number, terminal: Terminal): void {
  if (skipped > 0) terminal.out(`${skipped} had changed by then, and were left out.`)
}

/** Prints what was done with many, also where the store failed in between. The command fails then all the same. */
export async function bulkInJson(
  name: 'redriven' | 'settled',
  work: Promise<SeenProgress>,
  terminal: Terminal,
): Promise<void> {
  const show = ({ done, skipped, total }: SeenProgress, more: object = {}) =>
    terminal.out(showJson({ [name]: done, skipped, total, ...more }, 2))
  try {
    show(await work)
  } catch (error) {
    if (error instanceof FMW_UNFINISHED) show(error, { unfinished: true })
    throw error
  }
}
