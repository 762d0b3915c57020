import type { Command } from 'commander'
import { type DropOff, dropOff, type LeftScreen } from '../admin/sessions/drop-off.ts'
import { idOfSession, maskedEntry, maskedSessions, nameOfSession } from '../admin/sessions/masked-session.ts'
import type { SessionEntry, SessionTranscript, SessionTurn } from '../admin/sessions-look.ts'
import type { PersonOptions } from '../admin/trail.ts'
import { turnKinds } from '../pushes/kinds.ts'
import { printable } from '../text/clean-text.ts'
import { program, usualAction, withExamples } from './command.ts'
import { type ListValues, readPlace, showListing, withListOptions } from './look/listing.ts'
import {
  readList,
  readPhoneOption,
  readWhole,
  saidFilters,
  withStoreOptions,
  withTimeOptions,
} from './look/look-args.ts'
import { type RegistrationPlace, withSessions } from './look/look-at-store.ts'
import { unmaskingOf, withPersonOptions } from './look/person.ts'
import { readAt, readSpan, type SpanValues, showMinute, showSpan, showTime } from './look/read-time.ts'
import { showable, showJson, type Terminal } from './terminal.ts'

/** `fastify-merchant-webhooks sessions`: what subscribers went through, beside the application that answers them. */
export function define(sessions: Command, terminal: Terminal): void {
  withExamples(sessions, 'sessions --phone +233000000000 --since 2h', 'sessions get 0bc6e67f-0be3-4a28').addHelpText(
    'after',
    `\n${program} sessions list --help tells the filters.\nPhone numbers are shortened, names and words masked; secret answers not kept.\nTimes are GMT.`,
  )
  const list = sessions.command('list', { isDefault: true }).description('lists the newest sessions (default)')
  withTimeOptions(
    withStoreOptions(usualAction(sessions, list), 'as JSON; with --all a line for each session')
      .option('--phone <number>', 'a whole number, as +233000000000; with --country also as it is dialled there')
      .option('--country <code>', 'where the number is dialled, as in --country GH')
      .option('--kind <kind>', turnKinds.join(' or ')),
    'those that began',
  )
  withExamples(withListOptions(list), 'sessions --since 2h', 'sessions list --phone 0000000000 --country GH').action(
    (values) => listSessions(values, terminal),
  )
  const get = sessions.command('get').description('shows the turns of one session, with times and fallbacks')
  withExamples(
    withPersonOptions(withStoreOptions(get)),
    'sessions get 0bc6e67f-0be3-4a28',
    'sessions get s-1041 --unmasked --reason asked',
  )
    .argument('<sessionId>', 'as lists show it')
    .option('--unmasked', 'shows names and texts unmasked; needs --reason')
    .action((sessionId, values) => getSession(sessionId, values, terminal))
  const left = sessions.command('drop-off').description('counts the screens where callers left')
  withTimeOptions(withStoreOptions(left).option('--kind <kind>', turnKinds.join(' or ')), 'sessions that began')
  withExamples(left, 'sessions drop-off --since 7d', 'sessions drop-off --kind ussd --json')
    .option('--most <1 to 10000>', 'at most so many sessions, the newest first (default: 1000)')
    .action((values) => showDropOff(values, terminal))
}

interface SessionFilter extends SpanValues {
  readonly phone?: string
  readonly country?: string
  readonly kind?: string
}

/** `fastify-merchant-webhooks sessions list`: a page of sessions, or all of them, newest first. */
async function listSessions(values: RegistrationPlace & SessionFilter & ListValues, terminal: Terminal): Promise<void> {
  const kinds = readList('--kind', values.kind, turnKinds) ?? []
  const filterAt = readAt((now) => ({
    phone: readPhoneOption(values.phone),
    // Both are all.
    kind: kinds.length === 1 ? kinds[0] : undefined,
    ...readSpan(values, now),
  }))
  const place = readPlace(values)
  // The phone that was looked for is not repeated: what is printed may be kept.
  const named = { ...values, phone: values.phone === undefined ? undefined : '…' }
  const said = saidFilters(named, ['phone', 'kind', 'since', 'until'])
  await withSessions(values, (sessions, { registration, now }) => {
    const filter = filterAt(now)
    return showListing(
      {
        name: 'sessions',
        page: (at) => sessions.list({ ...filter, ...at }),
        headings: ['session', 'kind', 'phone', 'began', 'lasted', 'turns', 'fallbacks', 'state'],
        fit: { elastic: ['session'] },
        row: sessionRow,
        json: maskedEntry,
        said,
        empty: `No sessions of '${registration}' are kept.`,
        unfit: `No session of '${registration}'`,
      },
      values,
      place,
      terminal,
    )
  })
}

function sessionRow(session: SessionEntry) {
  const { kind, phone, startedAt, lastAt, turns, fallbacks, isOver } = session
  return [
    showable(nameOfSession(session)),
    kind,
    showable(phone),
    showMinute(startedAt),
    showSpan(lastAt.getTime() - startedAt.getTime()),
    String(turns),
    String(fallbacks),
    isOver ? 'over' : 'open',
  ]
}

interface GetValues extends RegistrationPlace, PersonOptions {
  readonly unmasked?: boolean
}

/** `fastify-merchant-webhooks sessions get`: the turns of a session, masked unless that is asked for otherwise; of several with one id, the newest last. */
async function getSession(name: string, values: GetValues, terminal: Terminal): Promise<void> {
  const unmasking = unmaskingOf('--unmasked', values.unmasked, values)
  await withSessions(values, async (sessions) => {
    const found =
      unmasking === undefined
        ? await maskedSessions(sessions, name)
        : await sessions.unmask(await idOfSession(sessions, name), unmasking)
    if (unmasking !== undefined) terminal.err('Not masked: what follows is private data.')
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

interface DropOffValues extends RegistrationPlace, SpanValues {
  readonly kind?: string
  readonly most?: string
}

/** `fastify-merchant-webhooks sessions drop-off`: the screens that sessions did not get beyond. */
async function showDropOff(values: DropOffValues, terminal: Terminal): Promise<void> {
  const kinds = readList('--kind', values.kind, turnKinds) ?? []
  const queryAt = readAt((now) => ({
    kind: kinds.length === 1 ? kinds[0] : undefined,
    ...readSpan(values, now),
    most: values.most === undefined ? undefined : readWhole('--most', values.most, 10_000, 1),
  }))
  await withSessions(values, async (sessions, { registration, now }) => {
    const found = await dropOff(sessions, queryAt(now), now)
    if (values.json === true) terminal.out(showJson(found, 2))
    else if (found.looked === 0) {
      const said = saidFilters({ ...values }, ['kind', 'since', 'until'])
      terminal.out(`No session of '${registration}' ${said === '' ? 'is kept' : `fits ${said}`}.`)
    } else terminal.out(describe(found))
  })
}

function describe({ looked, left, open, isMore, screens }: DropOff): string {
  const counted = `${left} of ${looked} sessions were left; ${open} are open.`
  const capped = isMore ? ' There are older ones that were not looked at: --most looks at more.' : ''
  return [counted + capped, ...screens.map(describeScreen)].join('\n\n')
}

function describeScreen({ kind, screen, count, share, ways }: LeftScreen): string {
  const how = Object.entries(ways).flatMap(([way, times]) => (times === 0 ? [] : [`${times} by ${way}`]))
  const lines = screen.split('\n').map((line) => `      ${showable(line)}`.trimEnd())
  return [`${count}  ${(100 * share).toFixed(1)} %  ${kind}  ${how.join(', ')}`, ...lines].join('\n')
}
