import type { SessionEntry } from '../../admin/sessions-look.ts'
import { turnKinds } from '../../pushes/kinds.ts'
import { listOptions, showerOf } from '../look/listing.ts'
import { readArgs, readCountryOption, readLimit, readList, saidFilters, storeOptions } from '../look/look-args.ts'
import { withSessions } from '../look/look-at-store.ts'
import { readTime, showMinute, showSpan } from '../look/read-time.ts'
import { showable } from '../showable.ts'
import { type Terminal, UsageError } from '../terminal.ts'

const filterOptions = {
  phone: { type: 'string' },
  kind: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
} as const
const options = { ...storeOptions, ...filterOptions, ...listOptions, country: { type: 'string' } } as const

/** `fastify-merchant-webhooks sessions list`: a page of sessions, or all of them, newest first. */
export async function listSessions(args: readonly string[], terminal: Terminal): Promise<void> {
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
