import { expect, it } from 'vitest'
import { Sessions, type SessionsParts, type SessionsQuery } from '../../../src/admin/sessions-look.ts'
import { Trail } from '../../../src/admin/trail.ts'
import { countries } from '../../../src/index.ts'
import { silentLog } from '../../../src/log.ts'
import type { TurnOpening, TurnStore } from '../../../src/store/turn-store.ts'
import { phoneKey } from '../../../src/text/phone.ts'
import { keptStore } from '../../store/kept/kept-store.ts'

const registration = 'shop'
const noon = Date.UTC(2026, 10, 20, 12)

it('lists sessions newest first, with dates that are dates', async () => {
  const { sessions, store } = sessionsOf()
  await show(store, 's1', { at: noon })
  await show(store, 's2', { at: noon + 1_000, kind: 'programmable' })
  const { sessions: found, next } = await sessions.list()
  expect(next).toBeUndefined()
  expect(found).toMatchObject([
    { sessionId: 's2', kind: 'programmable' },
    {
      sessionId: 's1',
      kind: 'ussd',
      phone: '+233...000',
      startedAt: new Date(noon),
      lastAt: expect.any(Date),
      turns: 1,
      isOver: false,
      fallbacks: 0,
    },
  ])
})

it.each(['+233000000042', '233 000 000 042', '0000000042'])(
  'finds the sessions of a phone written %s',
  async (phone) => {
    const { sessions, store } = sessionsOf({ country: countries.GH })
    await show(store, 's1', { phoneKey: phoneKey('+233000000042') })
    await show(store, 's2', { phoneKey: phoneKey('+233000000043') })
    expect((await sessions.list({ phone })).sessions.map(({ sessionId }) => sessionId)).toEqual(['s1'])
  },
)

it('finds the sessions of an owner that has no phone number', async () => {
  const { sessions, store } = sessionsOf()
  await show(store, 's1', { phoneKey: phoneKey('client-5f2e9c') })
  expect((await sessions.list({ phone: 'client-5f2e9c' })).sessions).toHaveLength(1)
})

it('finds by kind and time', async () => {
  const { sessions, store } = sessionsOf()
  await show(store, 's1', { at: noon })
  await show(store, 's2', { at: noon + 1_000, kind: 'programmable' })
  const idsOf = async (query: SessionsQuery) => (await sessions.list(query)).sessions.map(({ sessionId }) => sessionId)
  expect(await idsOf({ kind: 'ussd' })).toEqual(['s1'])
  expect(await idsOf({ since: new Date(noon + 1) })).toEqual(['s2'])
  expect(await idsOf({ until: noon + 1 })).toEqual(['s1'])
})

it('goes through all pages, one session after the other', async () => {
  const { sessions, store } = sessionsOf()
  for (const [index, id] of ['s1', 's2', 's3'].entries()) await show(store, id, { at: noon + index })
  const ids: string[] = []
  for await (const { sessionId } of sessions.all({ limit: 2 })) ids.push(sessionId)
  expect(ids).toEqual(['s3', 's2', 's1'])
})

it('shows every turn with its time and whether the handler was in time', async () => {
  const { sessions, store } = sessionsOf()
  await show(store, 's1', { entered: '*713#' })
  await show(store, 's1', { entered: '1', type: 'response', sequence: 2, at: noon + 5 }, 'waiting')
  await store.open(opening('s1', { type: 'response', sequence: 3, at: noon + 9 }))
  const [session, ...others] = await sessions.get('s1')
  expect(others).toEqual([])
  expect(session).toMatchObject({ sessionId: 's1', turns: 3, fallbacks: 1 })
  expect(session?.transcript).toMatchObject([
    {
      at: new Date(noon),
      sequence: 1,
      entered: '*713#',
      screen: 'Welcome',
      source: 'handler',
      ms: 12,
      isFallback: false,
    },
    { at: new Date(noon + 5), sequence: 2, entered: '1', source: 'waiting', isFallback: true },
    { at: new Date(noon + 9), sequence: 3, screen: null, source: null, ms: null, isFallback: false },
  ])
})

it.each(['0BC6E67F-0be3-4a28-a26d-99c124d9f04b', '0bc6e67f0be34a28a26d99c124d9f04b'])(
  'finds %s, whose dashes and case differ',
  async (id) => {
    const { sessions, store } = sessionsOf()
    const kept = '0bc6e67f-0be3-4a28-a26d-99c124d9f04b'
    await show(store, kept, {})
    expect(await sessions.get(id)).toMatchObject([{ sessionId: kept }])
  },
)

it('names a session that is not there', async () => {
  const { sessions } = sessionsOf()
  await expect(sessions.get('s1')).rejects.toMatchObject({
    code: 'FMW_SESSION_UNKNOWN',
    message: expect.stringContaining("No session 's1' of 'shop'"),
  })
})

it.each<[unknown, RegExp]>([
  [{ number: '+233000000000' }, /takes no 'number'/],
  [{ phone: ' ' }, /phone must be a whole phone number/],
  [{ phone: 233 }, /phone must be a whole phone number/],
  [{ kind: 'checkout' }, /kind must be of ussd, programmable/],
  [{ since: 'today' }, /since must be a Date or epoch ms/],
  [{ limit: 0 }, /limit must be a whole number/],
])('refuses %j by name', async (query, says) => {
  const { sessions } = sessionsOf()
  await expect(sessions.list(Object(query))).rejects.toMatchObject({
    code: 'FMW_LOOK',
    message: expect.stringMatching(says),
  })
})

it.each(['', 7])('refuses %j as an id', async (id) => {
  const { sessions } = sessionsOf()
  await expect(sessions.get(JSON.parse(JSON.stringify(id)))).rejects.toThrow(/sessionId must be the id of a session/)
})

function sessionsOf(parts: Partial<SessionsParts> = {}) {
  const { turns: store, trail: look } = keptStore().open({ registration, log: silentLog })
  const trail = new Trail(look, registration)
  return { store, trail, sessions: new Sessions({ look: store, trail, registration, ...parts }) }
}

function opening(sessionId: string, more: Partial<TurnOpening> = {}): TurnOpening {
  const { type = 'initiation', sequence = 1 } = more
  return {
    kind: 'ussd',
    sessionId,
    turn: `${sequence} ${type}`,
    sequence,
    attempt: `${sessionId} ${sequence}`,
    isCopy: false,
    entered: '',
    type,
    at: noon,
    phone: '+233...000',
    phoneKey: phoneKey('+233000000000'),
    expiry: 90_000,
    ...more,
  }
}

/** A turn that is answered. */
async function show(store: TurnStore, sessionId: string, more: Partial<TurnOpening>, source = 'handler') {
  const turn = opening(sessionId, more)
  const opened = await store.open(turn)
  if (opened.status !== 'opened') throw new Error(`The turn is ${opened.status}`)
  const session = { state: null, isOver: false, masksAnswer: false, late: null }
  await store.close({
    ...turn,
    fence: opened.fence,
    reply: '{}',
    screen: 'Welcome',
    source,
    ms: 12,
    session,
    goesOn: false,
  })
}
