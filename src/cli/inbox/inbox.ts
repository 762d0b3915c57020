import { notificationKinds } from '../../pushes/kinds.ts'
import { followUpKinds } from '../../store/entry.ts'
import { type Command, runAction } from '../command.ts'
import { countInbox } from './count.ts'
import { exportEntry } from './export.ts'
import { getEntry } from './get.ts'
import { listInbox } from './list.ts'
import { redriveInbox } from './redrive.ts'
import { replayEntry } from './replay.ts'

/** `fastify-merchant-webhooks inbox`: the notifications that were kept, beside the application that works on them. */
export const inbox: Command = {
  summary: 'The notifications that were kept: look, run them again, export them',
  usage: [
    'Usage: npx fastify-merchant-webhooks inbox [action] [options]',
    '',
    '  list             the newest entries; what is done without an action',
    '  count            how many are in each state',
    '  get <id>         one entry, its attempts and what came, masked',
    '  replay <id>      runs one again that is done, dead or rejected',
    '  redrive          runs the dead ones again, the oldest first',
    '  export <id>      one as a masked fixture for a test',
    '',
    '  <id>             as lists show it, or the reference of a single notification',
    '  --store          a SQLite file or postgres://…; default MERCHANT_STORE',
    '  --schema         where the tables of a PostgreSQL store are; default merchant',
    "  --registration   a registration other than 'default'",
    '  --json           as JSON; with --all one line for each entry',
    '',
    'list, count and redrive take filters:',
    '  --state          waiting, running, done, dead, rejected; several with commas',
    '                   (not for redrive)',
    '  --kind           several with commas. Notifications:',
    `                   ${notificationKinds.slice(0, 3).join(', ')},`,
    `                   ${notificationKinds.slice(3).join(', ')}`,
    '                   Background tasks:',
    `                   ${followUpKinds.join(', ')}`,
    '  --reference      the reference of a payment, the id of a message,',
    '                   the keyword of an inbound one',
    '  --lane           what is worked one after another',
    '  --conflicts      only those that contradict another',
    '  --since, --until when they came: 2h or 7d ago, 2026-11-20,',
    '                   2026-11-20T10:00Z (GMT without a zone)',
    '',
    'list:     --limit <1 to 1000>, --cursor <from the page before>, --all',
    'get:      --unmasked shows everything as it came,',
    '          --country GH reads national phone numbers',
    'redrive:  --yes asks no questions',
    'export:   --out <file> that is not there yet, --country GH',
    '',
    'Phone numbers, names and texts are masked. Times are GMT.',
  ].join('\n'),
  run: (args, terminal) => runAction(actions, 'list', args, terminal),
}

const actions = new Map([
  ['list', listInbox],
  ['count', countInbox],
  ['get', getEntry],
  ['replay', replayEntry],
  ['redrive', redriveInbox],
  ['export', exportEntry],
])
