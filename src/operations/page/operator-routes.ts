import { type Static, type TObject, Type } from '@sinclair/typebox'
import { entryStates } from '../../admin/inbox-query.ts'
import { notesOf } from '../../admin/notes.ts'
import { maskedEntry } from '../../admin/sessions/masked-session.ts'
import { type Trail, type TrailEntry, trailJson } from '../../admin/trail.ts'
import type { Registration } from '../../registration/merchant.ts'
import { oneOf } from '../../text/json/read-fields.ts'
import { maskNumbers } from '../../text/phone.ts'
import type { KnownOperator, OperatorRight } from './access.ts'
import { dropOffBody, fields, listBody, note, readBody, reason, sessionsBody, text, trailBody } from './body.ts'
import { dryRun, dryRunBody, redrive, redriveBody, settleAll, settleAllBody } from './bulk.ts'
import { idOfName, listEntries } from './entry-list.ts'
import { viewEntry, viewUnmasked } from './entry-view.ts'
import { startBody, startKind, stopBody, stopKind, stopsOf } from './kind-stops.ts'
import { listDropOff, viewSessions, viewUnmaskedSessions } from './session-views.ts'
import { countTab, countTabs } from './tabs.ts'

/** What a route works with. */
export interface RouteParts {
  readonly registration: Registration
  readonly operator: KnownOperator
  /** Tells the log what somebody did. */
  readonly did: (what: string, about: Done) => void
}

/** What was done, to what, and why. */
export type Done = Readonly<Record<string, string | number>>

/** One address of the page's API: what it takes comes as JSON in a POST, so that no address holds a name or a number. */
export interface OperatorRoute {
  /** After the page's own address. */
  readonly path: string
  /** Needed besides `look`. */
  readonly right: OperatorRight
  readonly handle: (given: unknown, parts: RouteParts) => Promise<unknown>
}

const oneEntry = fields({ name: text })

/** What the page has shown of an entry: one that has changed since isn't replayed. */
const seen = Type.Object({
  state: oneOf(entryStates),
  attempts: Type.Integer({ minimum: 0 }),
})
const replayBody = fields({ name: text, seen: Type.Optional(seen) })
const settleBody = fields({ name: text, note, reasons: Type.Optional(Type.Array(text, { maxItems: 100 })) })

/** Every address of the API. */
export const operatorRoutes: readonly OperatorRoute[] = [
  route('overview', 'look', fields({}), async (_given, { registration, operator }) =>
    overviewOf(registration, operator),
  ),
  route('entries', 'look', listBody, async (given, { registration }) => listEntries(registration, given)),
  route('entry', 'look', oneEntry, async ({ name }, { registration: { inbox, trail } }) => ({
    ...(await viewEntry(inbox, name)),
    ...(await doneTo(trail, await idOfName(inbox, name))),
  })),
  route('trail', 'look', trailBody, async (given, { registration: { trail } }) => listTrail(trail, given)),
  route('sessions', 'look', sessionsBody, async ({ registration: _name, ...query }, { registration: { sessions } }) => {
    const { sessions: found, next = null } = await sessions.list(query)
    return { sessions: found.map(maskedEntry), next }
  }),
  route('session', 'look', fields({ session: text }), async ({ session }, { registration }) =>
    viewSessions(registration, session),
  ),
  route(
    'session/unmask',
    'unmask',
    fields({ session: text, reason }),
    async (given, { registration, operator, did }) => {
      const view = await viewUnmaskedSessions(registration, given.session, { by: operator.by, reason: given.reason })
      did('unmasked a session', given)
      return view
    },
  ),
  route('drop-off', 'look', dropOffBody, async (given, { registration }) => listDropOff(registration, given)),
  route(
    'unmask',
    'unmask',
    fields({ name: text, reason }),
    async (given, { registration: { inbox, trail }, operator, did }) => {
      const view = await viewUnmasked(inbox, given.name, { by: operator.by, reason: given.reason })
      did('unmasked an entry', { entry: given.name, reason: given.reason })
      return { ...view, ...(await doneTo(trail, await idOfName(inbox, given.name))) }
    },
  ),
  route('export', 'export', oneEntry, async ({ name }, { registration: { inbox }, operator, did }) => {
    const fixture = await inbox.export(await idOfName(inbox, name), { by: operator.by })
    did('exported an entry', { entry: name })
    return fixture
  }),
  route('export/page', 'export', oneEntry, async ({ name }, { registration: { inbox }, operator, did }) => {
    const page = await inbox.exportPage(await idOfName(inbox, name), { by: operator.by })
    did('exported an entry', { entry: name })
    return { page }
  }),
  route('replay', 'replay', replayBody, async ({ name, seen }, { registration: { inbox }, operator, did }) => {
    const attempts = seen === undefined || seen.attempts === 0 ? [] : [{ number: seen.attempts }]
    const asSeen = seen && { state: seen.state, attempts }
    await inbox.replay(await idOfName(inbox, name), { by: operator.by, seen: asSeen })
    did('replayed an entry', { entry: name })
    return { replayed: true }
  }),
  route('note', 'note', fields({ name: text, note }), async (given, { registration: { inbox }, operator, did }) => {
    await inbox.note(await idOfName(inbox, given.name), { by: operator.by, note: given.note })
    did('wrote a note', { entry: given.name })
    return { noted: true }
  }),
  route('settle', 'note', settleBody, settle),
  route('redrive/dry-run', 'redrive', dryRunBody, async (given, { registration: { inbox, measured } }) =>
    dryRun(inbox, 'redrive', given, measured.time.now()),
  ),
  route('redrive', 'redrive', redriveBody, async (given, { registration: { inbox, measured }, operator, did }) => {
    const done = await redrive(inbox, given, measured.time.now(), operator.by)
    did('replayed dead entries', done)
    return done
  }),
  route('settle-all/dry-run', 'note', dryRunBody, async (given, { registration: { inbox, measured } }) =>
    dryRun(inbox, 'settle', given, measured.time.now()),
  ),
  route('settle-all', 'note', settleAllBody, async (given, { registration: { inbox, measured }, operator, did }) => {
    const done = await settleAll(inbox, given, measured.time.now(), operator.by)
    did('settled reviews', done)
    return done
  }),
  route('stop', 'stop', stopBody, async (given, { registration, operator, did }) => {
    const answer = await stopKind(registration, given, operator.by)
    did('stopped a kind', { kind: given.kind, reason: given.reason })
    return answer
  }),
  route('start', 'stop', startBody, async (given, { registration, operator, did }) => {
    const answer = await startKind(registration, given, operator.by)
    did('started a kind', { kind: given.kind })
    return answer
  }),
]

async function settle({ name, note, reasons }: Static<typeof settleBody>, parts: RouteParts) {
  const { registration, operator, did } = parts
  const { inbox } = registration
  const id = await idOfName(inbox, name)
  // What was found about other reasons says nothing of these.
  const seen = reasons && { review: { reasons } }
  await inbox.settleReview(id, { by: operator.by, note, seen })
  did('settled a review', { entry: name })
  return { settled: true }
}

function route<Takes extends TObject>(
  path: string,
  right: OperatorRight,
  takes: Takes,
  handle: (given: Static<Takes>, parts: RouteParts) => Promise<unknown>,
): OperatorRoute {
  return { path, right, handle: (given, parts) => handle(readBody(takes, given), parts) }
}

/**
 * What stands on every view: who looks at what, the tabs with their counts, whether the store is well, which kinds are
 * stopped, and what the other registrations have of that.
 */
async function overviewOf(registration: Registration, operator: KnownOperator) {
  const { inbox, name, all, measured } = registration
  const [tabs, backlog, others] = await Promise.all([
    countTabs(inbox),
    inbox.backlog({ states: ['waiting'] }),
    Promise.all(all.filter((one) => one !== registration).map(seenElsewhere)),
  ])
  const oldest = Math.min(...backlog.map(({ oldestWaiting }) => oldestWaiting).filter((time) => time !== null))
  const { ok, why = null } = measured.health()
  return {
    registration: name,
    registrations: all.map((one) => one.name),
    operator: { by: operator.by, rights: [...operator.rights] },
    now: measured.time.now(),
    tabs,
    oldestWaiting: Number.isFinite(oldest) ? oldest : null,
    store: { ok, why },
    ...stopsOf(registration),
    others,
  }
}

/** What another registration has that must be seen here too. `needsReview` is null while its store can't be asked. */
async function seenElsewhere(other: Registration) {
  const needsReview = await countTab(other.inbox, 'needsReview').catch(() => null)
  return { name: other.name, needsReview, stops: stopsOf(other).stops }
}

/** A page of what people did, masked. */
async function listTrail(trail: Trail, { since, cursor }: Static<typeof trailBody>) {
  const { lines, next = null } = await trail.list({ since, cursor, limit: pageSize })
  return { lines: lines.map(shownLine), next }
}

/** What was done to one entry, masked: the newest; and the notes on it. */
async function doneTo(trail: Trail, entry: string) {
  const { lines } = await trail.list({ entry, limit: mostOfEntry })
  return { trail: lines.map(shownLine), notes: await notesOf(trail, entry) }
}

/** `name` is what its entry is asked for by; null where there is none, or its id holds a phone. */
function shownLine(line: TrailEntry): object {
  const { entry } = line
  return { ...trailJson(line), name: entry !== null && maskNumbers(entry) === entry ? entry : null }
}

const pageSize = 50
const mostOfEntry = 20
