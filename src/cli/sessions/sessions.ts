import { type Command, runAction } from '../command.ts'
import { getSession } from './get.ts'
import { listSessions } from './list.ts'

/** `fastify-merchant-webhooks sessions`: what subscribers went through, beside the application that answers them. */
export const sessions: Command = {
  summary: 'Sessions of USSD and programmable services, with masked transcripts',
  usage: [
    'Usage: npx fastify-merchant-webhooks sessions [action] [options]',
    '',
    '  list             the newest sessions; what is done without an action',
    '  get <sessionId>  their turns, with times and what stood in for the handler',
    '',
    '  --store          a SQLite file or postgres://…; default MERCHANT_STORE',
    '  --schema         where the tables of a PostgreSQL store are; default merchant',
    "  --registration   a registration other than 'default'",
    '  --json           as JSON; with --all one line for each session',
    '',
    'list takes filters:',
    '  --phone          a whole number, as +233000000000; with --country GH also',
    '                   as it is dialled there',
    '  --kind           ussd or programmable',
    '  --since, --until when they began: 2h or 7d ago, 2026-11-20,',
    '                   2026-11-20T10:00Z (GMT without a zone)',
    '  --limit <1 to 1000>, --cursor <from the page before>, --all',
    '',
    'Phone numbers are shortened, secret answers and screens are masked.',
    'Times are GMT.',
  ].join('\n'),
  run: (args, terminal) => runAction(actions, 'list', args, terminal),
}

const actions = new Map([
  ['list', listSessions],
  ['get', getSession],
])
