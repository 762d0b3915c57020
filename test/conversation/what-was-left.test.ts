import { describe, expect, it } from 'vitest'
import { type Script, text } from '../../src/conversation/index.ts'
import type { TurnStore } from '../../src/store/turn-store.ts'
import { post } from '../http/app.ts'
import { asObject, failingStore } from '../turns/kept/failing-store.ts'
import { keptWorld, memoryWorld } from './world.ts'

const asksToGoOn = /^You did not finish\. Continue\?/

const order: Script = async (talk) => {
  const name = await talk.ask('Name?', text())
  const street = await talk.ask('Street?', text())
  return talk.end(`${name}, ${street}`)
}

/** What is found under every key. */
const leaving = (state: unknown) => (turns: TurnStore) => ({
  ...asObject(turns),
  resumable: async () => ({ state: JSON.stringify(state), seenFor: null, version: '1' }),
})

describe('What an earlier session left', () => {
  it('is gone on with in another process', async () => {
    const { start } = keptWorld()
    const [one, other] = [await start(order), await start(order)]
    await one.phone().dial('*713#').reply('Ama')
    await other
      .phone()
      .dial('*713#')
      .expectScreen(asksToGoOn)
      .reply('1')
      .reply('High Street')
      .expectScreen('Ama, High Street')
  })

  it('is nothing where the store cannot say: the conversation begins, and the log says why', async () => {
    const store = failingStore()
    const { phone, lines } = await keptWorld().start(order, { through: store.through })
    await phone().dial('*713#').reply('Ama').timeout()
    store.fail('refuses', 'resumable')
    await phone()
      .dial('*713#')
      .expectScreen(/^Name\?/)
    expect(lines.saying('the plugin could not find out whether an earlier session can continue')).toMatchObject([
      { level: 40, err: { message: 'The store refuses' } },
    ])
  })

  it.each([
    ['is no object', 'step 2'],
    ['is null', null],
    ['is of a handler', { step: 2 }],
    ['is of another form', { v: 2, id: 'a', run: 0, steps: [{ k: 'ask:text', f: 'Name', a: 'Ama' }] }],
    ['has no name', { v: 1, run: 0, steps: [] }],
    ['has a name that is none', { v: 1, id: 7, run: 0, steps: [] }],
    ['has no run', { v: 1, id: 'a', steps: [] }],
    ['has a run that is none', { v: 1, id: 'a', run: '1', steps: [] }],
    ['has no steps', { v: 1, id: 'a', run: 0 }],
    ['has steps that are none', { v: 1, id: 'a', run: 0, steps: {} }],
  ])('is not gone on with where it %s', async (_what, state) => {
    const { phone } = await keptWorld().start(order, { through: leaving(state) })
    await phone()
      .dial('*713#')
      .expectScreen(/^Name\?/)
  })

  it('is offered in the same session, where that is dialled again', async () => {
    const { app, phone } = await memoryWorld().start(order)
    const caller = phone()
    await caller.dial('*713#').reply('Ama')
    const SessionId = caller.sessionId
    const push = { Mobile: '+233000000000', SessionId, ServiceCode: '713', Type: 'Initiation', Message: '*713#' }
    const again = await post(app, '/ussd', { ...push, Sequence: 9 })
    expect(again.json()).toMatchObject({ Message: expect.stringMatching(asksToGoOn) })
  })

  it('is offered where an answer comes to a session that nobody knows any more', async () => {
    const { start, clock } = memoryWorld()
    const { phone } = await start(order)
    const caller = phone()
    await caller.dial('*713#').reply('Ama')
    clock.advance(300_000)
    await caller.reply('High Street').expectScreen(asksToGoOn)
  })

  it('is the state of a handler that was there before: the conversation begins with its first question', async () => {
    const { start } = keptWorld()
    const before = await start(order, {
      ussd: (_push, turn) => turn.prompt('Old question?', { state: { step: 2 } }),
    })
    const after = await start(order)
    const caller = before.phone()
    await caller.dial('*713#')
    const push = {
      Mobile: '+233000000000',
      SessionId: caller.sessionId,
      ServiceCode: '713',
      Type: 'Response',
      Message: '1',
      Sequence: 2,
    }
    const next = await post(after.app, '/ussd', push)
    expect(next.json()).toMatchObject({ Type: 'Response', Message: expect.stringMatching(/^Name\?/) })
  })
})
