import type { Command } from 'commander'
import { program, usualAction, withExamples } from '../command.ts'
import { withListOptions } from '../look/listing.ts'
import { withStoreOptions } from '../look/look-args.ts'
import { withPersonOptions } from '../look/person.ts'
import type { Terminal } from '../terminal.ts'
import { countInbox } from './count.ts'
import { exportEntry } from './export.ts'
import { withFilterOptions } from './filter.ts'
import { getEntry } from './get.ts'
import { listInbox } from './list.ts'
import { noteEntry } from './note.ts'
import { redriveInbox } from './redrive.ts'
import { replayEntry } from './replay.ts'
import { reviewEntry } from './review.ts'
import { settleInbox } from './settle.ts'

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

  const list = inbox
    .command('list', { isDefault: true })
    .description('the newest entries; what is done without an action')
  usualAction(
    inbox,
    withListOptions(withFilterOptions(withStoreOptions(list, 'as JSON; with --all a line for each entry'))),
  )
  withExamples(
    list,
    'inbox --needs-review',
    'inbox --state dead,rejected',
    'inbox --kind checkout --since 7d --all --json',
  ).action((values) => listInbox(values, terminal))
  withFilterOptions(
    action(
      'count',
      'how many are in each state, and need review',
      'inbox count',
      'inbox count --since 2026-11-20 --json',
    ),
  ).action((values) => countInbox(values, terminal))
  personAction(
    'get',
    'one entry, its attempts and what came, masked',
    'inbox get order-1041',
    'inbox get order-1041 --unmasked',
  )
    .argument(...id)
    .option('--unmasked', 'everything as it came')
    .option(...country)
    .action((word, values) => getEntry(word, values, terminal))
  personAction(
    'replay',
    'runs one again that is done, dead or rejected',
    'inbox replay order-1041',
    'inbox replay order-1041 --json',
  )
    .argument(...id)
    .action((word, values) => replayEntry(word, values, terminal))
  action(
    'review',
    'notes that somebody has looked at one that needs review',
    'inbox review order-1 --by Ama --note refunded',
    'inbox review order-1 --by Ama --json',
  )
    .argument(...id)
    .requiredOption('--by <name>', 'who has')
    .option('--note <text>', 'what was found, and done')
    .action((word, values) => reviewEntry(word, values, terminal))
  action(
    'note',
    'keeps what somebody found or did about one',
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
      'the same for all that need review and fit, with one note',
      'inbox settle --by Ama --note refunded --json',
      'inbox settle --by Ama --note refunded --yes',
    ),
  )
    .requiredOption('--by <name>', 'who has looked')
    .requiredOption('--note <text>', 'what was found, and done')
    .option('--yes', 'asks no questions')
    .action((values) => settleInbox(values, terminal))
  withFilterOptions(
    personAction(
      'redrive',
      'runs the dead ones again, the oldest first',
      'inbox redrive --kind deliveryReport',
      'inbox redrive --since 2h --yes',
    ),
  )
    .option('--yes', 'asks no questions')
    .action((values) => redriveInbox(values, terminal))
  personAction(
    'export',
    'one as a masked fixture for a test, or as a test of vitest',
    'inbox export order-1040 --out paid.json',
    'inbox export order-1040 --test paid.test.ts',
  )
    .argument(...id)
    .option('--out <file>', 'where to, a file that is not there yet')
    .option('--test <file>', 'writes a test instead, which replays it')
    .option('--app <module>', 'the application, as the test imports it; usually ./app.js')
    .option(...country)
    .action((word, values) => exportEntry(word, values, terminal))
}
