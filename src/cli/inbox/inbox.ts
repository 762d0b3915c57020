import type { Command } from 'commander'
import { program, usualAction, withExamples } from '../command.ts'
import { withListOptions } from '../look/listing.ts'
import { withStoreOptions } from '../look/look-args.ts'
import { withPersonOptions } from '../look/person.ts'
import type { Terminal } from '../terminal.ts'
import { redriveInbox, settleInbox } from './bulk.ts'
import { exportEntry } from './export.ts'
import { withFilterOptions, withShownOptions } from './filter.ts'
import { getEntry } from './get.ts'
import { countInbox, listInbox } from './list.ts'
import { replayEntry } from './replay.ts'
import { noteEntry, reviewEntry } from './review.ts'

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
