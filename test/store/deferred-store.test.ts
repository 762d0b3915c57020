import { expect, it } from 'vitest'
import { silentLog } from '../../src/log.ts'
import { deferStore } from '../../src/store/deferred-store.ts'
import { entryOf } from '../../src/testing/store-suite/samples.ts'
import { withoutMethod } from '../testing/store-suite/with-methods.ts'
import { keptStore } from './kept/kept-store.ts'

const unavailable = { code: 'FMW_STORE_UNAVAILABLE' }
const session = { kind: 'ussd', sessionId: 's1' } as const
const turn = { ...session, turn: '1', sequence: 1 }
const phone = { phone: '+233...000', phoneKey: 'k' }

it('a store that is not opened yet refuses everything, and does all of it once it is', async () => {
  const deferred = deferStore(keptStore(), { registration: 'default', log: silentLog })
  const { inbox, turns } = deferred
  const entry = { ...entryOf(), state: 'running', conflictsWith: null, dueAt: null, finishedAt: null } as const
  const claim = { entry: { ...entry, replay: false, attempts: [], failures: 0 }, fence: '0' }
  const asks = [
    async () => inbox.accept(entryOf(), false),
    async () => inbox.settle(claim, { state: 'handedBack' }),
    () => inbox.sweep({ entries: 0, identities: 0, rejected: 0 }, 1),
    () => inbox.redrive({ registration: 'default' }, 1),
    () =>
      turns.open({
        ...turn,
        ...phone,
        attempt: 'a',
        type: 'initiation',
        entered: '',
        at: 0,
        isCopy: false,
        expiry: 1_000,
      }),
    () => turns.end({ ...session, ...phone, at: 0, type: 'release', sequence: null, expiry: 1_000 }),
    () => turns.finish({ ...session, fence: '0', reply: '', state: null }),
    () =>
      turns.note({
        ...turn,
        ...phone,
        entered: '',
        type: 'response',
        at: 0,
        reply: '',
        screen: '',
        source: 'waiting',
        ms: 0,
        isOver: false,
        expiry: 1_000,
      }),
    () =>
      turns.close({
        ...turn,
        fence: '0',
        reply: '',
        screen: '',
        source: 'handler',
        ms: 0,
        session: { state: null, isOver: false, masksAnswer: false, late: null },
        goesOn: false,
      }),
    () => turns.begin({ key: 'order', attempt: 'a', within: 1, turn: null, left: null }),
    () => turns.conclude({ key: 'order', attempt: 'a', outcome: '1' }),
    () => turns.resumable('k'),
    () => turns.seen({ kind: 'ussd', sessionId: 's1' }),
    () => turns.list({ registration: 'default', limit: 1 }),
    () => turns.get('default', 's1'),
    () => inbox.list({ registration: 'default', limit: 1 }),
    () => inbox.get('default', 'none'),
    () => inbox.backlog('default'),
    () => inbox.settleReview('default', 'none', { by: 'Ama', note: null }),
    () => turns.sweep(0, 1),
  ] as const
  for (const ask of asks) await expect(ask()).rejects.toMatchObject(unavailable)
  expect(() => turns.watch(session, () => undefined)).toThrow(expect.objectContaining(unavailable))
  deferred.start()
  await deferred.ready
  for (const ask of asks) await ask()
  turns.watch(session, () => undefined)()
  const acceptance = await inbox.accept(entryOf(), true)
  if (acceptance.status !== 'accepted' || acceptance.claim === undefined) throw new Error('it is the head')
  const attempt = {}
  inbox.attach?.(attempt, acceptance.claim, {})
  expect(inbox.transactionOf?.(attempt)).toBeUndefined()
  expect(inbox.hasEnded?.(acceptance.claim)).toBe(false)
  await deferred.close()
})

it('a store that notes no agreement is left alone with it', async () => {
  const store = keptStore()
  const deferred = deferStore(
    {
      ...store,
      open(user) {
        const opened = store.open(user)
        return { ...opened, inbox: withoutMethod(opened.inbox, 'agree') }
      },
    },
    { registration: 'default', log: silentLog },
  )
  deferred.start()
  await deferred.ready
  await deferred.inbox.accept(entryOf(), false)
  const [claim] = await deferred.inbox.claim(1)
  if (claim === undefined) throw new Error('there is an entry to claim')
  expect(await deferred.inbox.agree?.(claim)).toBe(true)
  await deferred.close()
})
