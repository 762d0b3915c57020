import type { Command } from 'commander'
import type { Inbox } from '../../admin/inbox.ts'
import type { InboxEntry } from '../../admin/inbox-entry.ts'
import type { PersonOptions } from '../../admin/trail.ts'
import type { StoreLook } from '../../store/store.ts'
import { maskNumbers } from '../../text/phone.ts'
import { program, usualAction, withExamples } from '../command.ts'
import { withListOptions } from '../look/listing.ts'
import { withStoreOptions } from '../look/look-args.ts'
import { type RegistrationPlace, whoWorks, withInbox } from '../look/look-at-store.ts'
import { personOf, withPersonOptions } from '../look/person.ts'
import { showable, showJson, type Terminal } from '../terminal.ts'
import { redriveInbox, settleInbox } from './bulk.ts'
import { exportEntry } from './export.ts'
import { withFilterOptions, withShownOptions } from './filter.ts'
import { findEntry } from './find-entry.ts'
import { getEntry } from './get.ts'
import { countInbox, listInbox } from './list.ts'

const id = ['<id>', 'as lists show it, or the reference of a single notification'] as const
const country = ['--country <code>', 'reads national phone numbers, as in --country GH'] as const

/** `fastify-merchant-webhooks inbox`: the notifications that were kept, beside the application that works on them. */
export function define(inbox: Command, terminal: Terminal): void {
  withExamples(inbox, 'inbox --state dead --since 2h', 'inbox get order-1041').addHelpText(
    'after',
    `\n${program} inbox list --help tells the filters.\nPhone numbers, names and texts are masked. Times are GMT.`,
  )
  const action = (name: string, summary: string, ...examples: readonly string[]) =>
    withExamples(withStoreOptions(inbox.command(name).description(summary)), ...examples)
  const personAction = (...said: Parameters<typeof action>) => withPersonOptions(action(...said))

  const list = inbox.command('list', { isDefault: true }).description('lists the newest entries (default)')
  usualAction(
    inbox,
    withListOptions(withShownOptions(withStoreOptions(list, 'as JSON; with --all a line for each entry'))),
  )
  withExamples(
    list,
    'inbox --needs-review',
    'inbox --state dead,rejected',
    'inbox --kind checkout --since 7d --all --json',
  ).action((values) => listInbox(values, terminal))
  withShownOptions(
    action(
      'count',
      'counts entries by state, and those that need review',
      'inbox count',
      'inbox count --since 2026-11-20 --json',
    ),
  ).action((values) => countInbox(values, terminal))
  personAction(
    'get',
    'shows one entry, its attempts and its push, masked',
    'inbox get order-1041',
    'inbox get order-1 --unmasked --reason asked',
  )
    .argument(...id)
    .option('--unmasked', 'shows it unmasked; needs --reason')
    .option(...country)
    .action((word, values) => getEntry(word, values, terminal))
  personAction(
    'replay',
    'runs one entry again that is done, dead or rejected',
    'inbox replay order-1041',
    'inbox replay order-1041 --json',
  )
    .argument(...id)
    .action((word, values) => replayEntry(word, values, terminal))
  action(
    'review',
    'marks one entry as reviewed',
    'inbox review order-1 --by Ama --note refunded',
    'inbox review order-1 --by Ama --json',
  )
    .argument(...id)
    .requiredOption('--by <name>', 'who has')
    .option('--note <text>', 'what you found, and did')
    .action((word, values) => reviewEntry(word, values, terminal))
  action(
    'note',
    'adds a note to one entry',
    'inbox note order-1 --by Ama --note arrived',
    'inbox note order-1 --by Ama --note ok --json',
  )
    .argument(...id)
    .requiredOption('--by <name>', 'who says so')
    .requiredOption('--note <text>', 'what was found, or done')
    .action((word, values) => noteEntry(word, values, terminal))
  withFilterOptions(
    action(
      'settle',
      'marks all entries that match as reviewed, with one note',
      'inbox settle --by Ama --note refunded --json',
      'inbox settle --by Ama --note refunded --yes',
    ),
  )
    .requiredOption('--by <name>', 'who has looked')
    .requiredOption('--note <text>', 'what you found, and did')
    .option('--yes', 'asks no questions')
    .action((values) => settleInbox(values, terminal))
  withFilterOptions(
    personAction(
      'redrive',
      'runs the dead entries again, the oldest first',
      'inbox redrive --kind deliveryReport',
      'inbox redrive --since 2h --yes',
    ),
  )
    .option('--yes', 'asks no questions')
    .action((values) => redriveInbox(values, terminal))
  personAction(
    'export',
    'writes one entry as a masked fixture, a test for vitest, or a page',
    'inbox export order-1040 --out paid.json',
    'inbox export order-1040 --test paid.test.ts',
    'inbox export order-1040 --html paid.html',
  )
    .argument(...id)
    .option('--out <file>', 'a new file to write to')
    .option('--test <file>', 'writes a test instead, which replays it')
    .option('--html <file>', 'writes one page instead, for a ticket or a letter')
    .option('--app <module>', 'the application, as the test imports it; usually ./app.js')
    .option(...country)
    .action((word, values) => exportEntry(word, values, terminal))
}

interface NoteValues extends RegistrationPlace {
  readonly by: string
  readonly note: string
}

interface ReviewValues extends RegistrationPlace, Pick<Partial<NoteValues>, 'note'> {
  readonly by: string
}

/** `fastify-merchant-webhooks inbox review`: a person has looked at an entry. */
function reviewEntry(word: string, values: ReviewValues, terminal: Terminal): Promise<void> {
  const { by, note } = values
  const settle = (inbox: Inbox, id: string) => inbox.settleReview(id, { by, note })
  return doToEntry(word, values, terminal, { done: 'settled', says: 'Settled the review of', work: settle })
}

/** `fastify-merchant-webhooks inbox note`: what a person found or did about an entry. */
function noteEntry(word: string, values: NoteValues, terminal: Terminal): Promise<void> {
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

/** `fastify-merchant-webhooks inbox replay`: asks for one entry again. */
async function replayEntry(word: string, values: RegistrationPlace & PersonOptions, terminal: Terminal): Promise<void> {
  await withInbox(values, async (inbox, { look, registration }) => {
    const found = await replayAsFound(inbox, word, personOf(values))
    const { id } = found
    if (values.json === true) terminal.out(showJson({ id: maskNumbers(id), replayed: true }, 2))
    else terminal.out(`Asked for a replay of ${showable(id)}: ${await whatComes(found, look, registration)}`)
    const question = await givenUpBeside(inbox, found)
    if (question !== undefined && values.json !== true) {
      terminal.out(
        `The service is asked about that payment by ${showable(question)}, which was given up: replay that to ask it.`,
      )
    }
  })
}

/** Asks for the entry that a word names, unless somebody else does first. @returns it, as it was found */
export async function replayAsFound(inbox: Inbox, word: string, person: PersonOptions): Promise<InboxEntry> {
  const found = await inbox.get(await findEntry(inbox, word))
  await inbox.replay(found.id, { ...person, seen: found })
  return found
}

/** What asked the service about the payment of an entry, where it was given up. */
async function givenUpBeside(inbox: Inbox, { kind, reference }: InboxEntry): Promise<string | undefined> {
  if (reference === null || kind === 'expectedPayment') return undefined
  const { entries } = await inbox.list({ reference, kinds: 'expectedPayment', states: 'dead', limit: 1 })
  return entries[0]?.id
}

async function whatComes({ kind }: InboxEntry, look: StoreLook, registration: string): Promise<string> {
  return kind === 'askedPayment'
    ? 'the application looks whether its notice came. The service is not asked.'
    : whoWorks(look, registration, 'it')
}
