import type { SessionEntry, SessionTranscript, SessionTurn } from '../admin/sessions-look.ts'
import { turnKinds } from '../pushes/kinds.ts'
import { printable } from '../text/clean-text.ts'
import { type Command, runAction } from './command.ts'
import { listOptions, showerOf } from './look/listing.ts'
import { readArgs, readCountryOption, readLimit, readList, saidFilters, storeOptions } from './look/look-args.ts'
import { withSessions } from './look/look-at-store.ts'
import { readTime, showMinute, showSpan, showTime } from './look/read-time.ts'
import { showable, showJson, type Terminal, UsageError } from './terminal.ts'

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

const filterOptions = {
  phone: { type: 'string' },
  kind: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
} as const
const options = { ...storeOptions, ...filterOptions, ...listOptions, country: { type: 'string' } } as const

/** `fastify-merchant-webhooks sessions list`: a page of sessions, or all of them, newest first. */
async function listSessions(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values } = readArgs(args, options)
  const now = Date.now()
  const kinds = readList('--kind', values.kind, turnKinds) ?? []
  if (values.phone?.trim() === '') throw new UsageError('--phone takes a whole phone number.')
  const filter = {
    phone: values.phone,
    // Both are all.
    kind: kinds.length === 1 ? kinds[0] : undefined,
    since: readTime('--since', values.since, now),
    until: readTime('--until', values.until, now),
  }
  const place = { limit: readLimit(values.limit), cursor: values.cursor }
  // The phone that was looked for is not repeated: what is printed may be kept.
  const said = saidFilters(
    { ...values, phone: values.phone === undefined ? undefined : '…' },
    Object.keys(filterOptions),
  )
  await withSessions(
    values,
    (sessions, registration) =>
      showerOf(values)(
        {
          name: 'sessions',
          page: async (at) => {
            const { sessions: items, next } = await sessions.list({ ...filter, ...at })
            return { items, next }
          },
          headings: ['session', 'kind', 'phone', 'began', 'lasted', 'turns', 'fallbacks', 'state'],
          elastic: ['session'],
          row: sessionRow,
          json: (session) => session,
          nothing:
            said === ''
              ? `No sessions of '${registration}' are kept.`
              : `No session of '${registration}' fits ${said}: leave something out to find more.${phoneHint(values)}`,
        },
        place,
        terminal,
      ),
    readCountryOption(values.country),
  )
}

function sessionRow({ sessionId, kind, phone, startedAt, lastAt, turns, fallbacks, isOver }: SessionEntry) {
  return [
    showable(sessionId),
    kind,
    showable(phone),
    showMinute(startedAt),
    showSpan(lastAt.getTime() - startedAt.getTime()),
    String(turns),
    String(fallbacks),
    isOver ? 'over' : 'open',
  ]
}

function phoneHint({ phone, country }: { readonly phone?: string | undefined; readonly country?: string | undefined }) {
  if (phone === undefined || phone.trim().startsWith('+') || country !== undefined) return ''
  return ' A number as it is dialled in its country is found with --country, as in --country GH.'
}

/** `fastify-merchant-webhooks sessions get`: the turns of a session, masked; of several with one id, the newest last. */
async function getSession(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values, word } = readArgs(args, storeOptions, 'one session, by its id')
  await withSessions(values, async (sessions) => {
    const found = await sessions.get(word)
    if (values.json === true) terminal.out(showJson({ sessions: found }, 2))
    else terminal.out(found.toReversed().map(describeSession).join('\n\n'))
  })
}

function describeSession({
  sessionId,
  kind,
  phone,
  startedAt,
  isOver,
  fallbacks,
  transcript,
}: SessionTranscript): string {
  const marks = [isOver ? 'over' : 'open', ...(fallbacks === 0 ? [] : [`${fallbacks} not by the handler in time`])]
  const heading = `${showable(sessionId)}  ${kind}  ${showable(phone)}  ${showTime(startedAt)} GMT  ${marks.join(', ')}`
  return [heading, ...transcript.map((turn) => describeTurn(turn, startedAt))].join('\n\n')
}

/** What was entered, what it was answered with, and how long that took. */
function describeTurn(
  { at, sequence, type, entered, screen, source, ms, isFallback }: SessionTurn,
  startedAt: Date,
): string {
  const after = ((at.getTime() - startedAt.getTime()) / 1_000).toFixed(1)
  const answer = source === null ? 'still at work' : `${source} in ${Math.round(Number(ms))} ms`
  const said = entered === null ? '(masked)' : printable(entered)
  const heading = [
    isFallback ? '!' : ' ',
    `+${after} s`,
    sequence === null ? '' : `#${sequence}`,
    type,
    said,
    `[${answer}]`,
  ]
  return [heading.filter((part) => part !== '').join(' '), ...linesOf(screen)].join('\n')
}

function linesOf(screen: string | null): readonly string[] {
  return screen === null ? [] : screen.split('\n').map((line) => `      ${printable(line)}`.trimEnd())
}
