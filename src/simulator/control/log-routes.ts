import { type Static, Type } from '@sinclair/typebox'
import { kinds } from '../../pushes/kinds.ts'
import { oneOf } from '../../text/json/read-fields.ts'
import { FMW_SIMULATOR_STATE } from '../errors.ts'
import { callNames } from '../faults/answers.ts'
import { knownFaults } from '../faults/table.ts'
import { rowIn } from '../log/log.ts'
import type { LogRow } from '../log/row.ts'
import { leftOf, textOf, whatIsRecorded } from '../project/recorded-text.ts'
import { fixtureAmong } from '../record/fixture.ts'
import type { Face } from './face.ts'
import { methods } from './resend.ts'
import { address, type ControlRoute, does, fields, nothing, shows } from './route.ts'
import { rowView, verdictOf, wholeRowView } from './views.ts'

const text = Type.Optional(Type.String({ minLength: 1 }))
const direction = Type.Optional(oneOf(['push', 'call']))
const kind = Type.Optional(oneOf([...kinds, ...callNames, 'checkoutPage', 'unknownCall']))
const about = { sessionId: text, billId: text, reference: text, messageId: text, mobile: text }

/** Which rows are meant: all that is named must agree. */
export const rowFilter = fields({
  direction,
  kind,
  ...about,
  fault: Type.Optional(oneOf(knownFaults.map(({ name }) => name))),
  verdict: Type.Optional(oneOf(['ok', 'wrong', 'failed', 'refused', 'late', 'unanswered'])),
  text: Type.Optional(Type.String({ minLength: 1, description: 'What stands in the address or in one of the bodies' })),
  after: Type.Optional(Type.Integer({ minimum: 0, description: 'Rows with a higher number' })),
  before: Type.Optional(Type.Integer({ minimum: 0, description: 'Rows with a lower number' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, default: 1_000, description: 'At most so many, the newest' }),
  ),
})

/** What a watcher of the log asks for. */
export const watched = fields({
  ...rowFilter.properties,
  lastEventId: Type.Optional(Type.String({ description: 'The id of the last event that was read' })),
})

/** A test of pushes that wait for their answer: they have no number in the log yet. */
export function pendingFilterOf({
  after: _,
  before: __,
  ...filter
}: Static<typeof rowFilter>): (row: LogRow) => boolean {
  return filterOf({ ...filter, after: -1 })
}

/** A test of rows. */
export function filterOf(filter: Static<typeof rowFilter>): (row: LogRow) => boolean {
  const { after = 0, before = Number.POSITIVE_INFINITY, limit: _, direction, kind, fault, verdict, ...others } = filter
  const { text: wanted, ...named } = others
  const values = Object.entries(named)
  return (row) =>
    row.id > after &&
    row.id < before &&
    (direction === undefined || row.direction === direction) &&
    (kind === undefined || row.kind === kind) &&
    (fault === undefined || row.faults.includes(fault)) &&
    (verdict === undefined || verdictOf(row) === verdict) &&
    values.every(([name, value]) => Reflect.get(row.about, name) === value) &&
    (wanted === undefined || [row.url, row.request.body, row.response?.body ?? ''].some((one) => one.includes(wanted)))
}

/** The log: rows, one with its bytes, the next that comes, sending one again. */
export function logRoutes(face: Face): readonly ControlRoute[] {
  const { log } = face
  return [
    shows('/log', 'The rows of the log, the oldest first', rowFilter, (filter) => {
      const rows = log.rows().filter(filterOf(filter))
      return {
        found: rows.length,
        first: log.first,
        last: log.last,
        rows: rows.slice(-(filter.limit ?? 1_000)).map(rowView),
      }
    }),
    shows(
      '/log/pending',
      'Pushes that wait for their answer now, the oldest first; the row that comes has the same pendingAs',
      rowFilter,
      (filter) => {
        const rows = log.pending().filter(pendingFilterOf(filter))
        return { found: rows.length, rows: rows.slice(0, filter.limit ?? 1_000).map(rowView) }
      },
    ),
    shows('/log/pending/:id', 'One waiting push, by its pendingAs, with its headers and bytes', nothing, (_, id) => {
      const push = log.pending().find(({ pendingAs }) => pendingAs === id)
      if (push === undefined)
        throw new FMW_SIMULATOR_STATE(`has no push ${id} that waits for its answer, or not any more`)
      return wholeRowView(push)
    }),
    shows(
      '/log/:id',
      'One row with its headers, its bytes, and what they say by the names of the API document',
      nothing,
      (_, id) => wholeRowView(rowIn(log, id)),
    ),
    shows(
      '/log/:id/work',
      "What became of a notification in the application's inbox: its state, what its handler got, its attempts; null where nobody knows",
      nothing,
      async (_, id) => {
        const entryId = rowIn(log, id).timing?.entryId
        return { work: (entryId === undefined ? undefined : await face.work(entryId)) ?? null }
      },
    ),
    shows('/log/:id/fixture', 'A push as a fixture, its phone numbers hidden', nothing, (_, id) =>
      fixtureAmong(log.rows(), rowIn(log, id)),
    ),
    does(
      '/log/record',
      'Makes a dialogue in YAML, a test for vitest, or a page of HTML, of rows; phones and secrets have stand-ins',
      fields({
        ...whatIsRecorded,
        orWhy: Type.Optional(Type.Boolean({ description: 'Answers with `problem` where they can’t be recorded' })),
      }),
      async ({ orWhy = false, ...given }) => {
        try {
          return { text: await textOf(face, given), ...leftOf(face, given) }
        } catch (error) {
          if (!orWhy || !(error instanceof FMW_SIMULATOR_STATE)) throw error
          return { text: '', problem: error.message }
        }
      },
    ),
    does(
      '/log/:id/resend',
      'Sends a push again, as it was or changed; as a duplicate, late, forged, or with its names in another casing',
      fields({
        as: Type.Optional(oneOf(['duplicate', 'late', 'forged', 'otherCasing'])),
        method: Type.Optional(oneOf(methods)),
        url: Type.Optional(address),
        headers: Type.Optional(Type.Record(Type.String(), Type.String())),
        text: Type.Optional(Type.String({ description: 'The body' })),
        base64: Type.Optional(Type.String({ description: 'The body, for bytes that are no text' })),
      }),
      async ({ text: body, base64, ...changes }, id) => {
        const bytes = base64 === undefined ? body : Buffer.from(base64, 'base64')
        return wholeRowView(await face.resend(id, { ...changes, body: bytes }))
      },
    ),
    does(
      '/log/next',
      'Returns the next row that no earlier call returned, and waits for it if needed',
      fields({
        direction,
        kind,
        ...about,
        within: Type.Optional(Type.Integer({ minimum: 0, maximum: 600_000, description: 'ms. Default 5,000' })),
      }),
      async ({ within, ...filter }) => wholeRowView(await log.next(filter, { within })),
    ),
    does('/log/clear', 'Forgets all rows', nothing, () => log.clear()),
  ]
}
