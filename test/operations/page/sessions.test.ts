import { describe, expect, it } from 'vitest'
import type { UssdPush, UssdTurn } from '../../../src/index.ts'
import { phone } from '../../../src/testing/index.ts'
import { paths, samples } from '../../http/samples.ts'
import { newSqlite } from '../../store/new-sqlite.ts'
import { realStores } from '../../store/real-stores.ts'
import { officeOf } from './office.ts'

describe('the sessions of the operator’s page', () => {
  it('are listed without whole phones, found by phone, and shown with what was dialled, answered and took its time', async () => {
    const { app, ask } = await officeOf(undefined, {
      ussd: ({ type }, turn) =>
        type === 'initiation' ? turn.prompt('Your PIN?', { maskNext: true }) : turn.end('Thank you'),
    })
    const one = phone(app, { mobile: '+233000000041' })
    await one.dial('*713#')
    await one.reply('9876')
    await phone(app, { mobile: '+233000000042' }).dial('*713#')
    const { body: all } = await ask('sessions')
    expect(all).toMatchObject({
      sessions: [
        { turns: 1, isOver: false },
        { turns: 2, isOver: true },
      ],
      next: null,
    })
    const { body: found } = await ask('sessions', { phone: '+233000000041' })
    expect(found.sessions).toMatchObject([{ kind: 'ussd', sessionId: one.sessionId, phone: '+233...041' }])
    const { body: session } = await ask('session', { session: one.sessionId })
    expect(session.sessions).toMatchObject([
      {
        transcript: [
          { entered: '*713#', screen: 'Your PIN?', ms: expect.any(Number), isFallback: false },
          { entered: null, screen: '(behind a secret answer)', source: 'handler' },
        ],
      },
    ])
    expect(JSON.stringify([all, found, session])).not.toMatch(/9876|00000004[12]/)
    expect(await ask('session', { session: 'nobody' })).toMatchObject({
      status: 404,
      body: { code: 'FMW_SESSION_UNKNOWN' },
    })
  })

  it.each(realStores)(
    'have no whole phone on %s, in what was typed and shown, nor in their ids, by which they are opened',
    async (_name, make) => {
      const { app, ask, origin } = await officeOf(undefined, {
        store: make()(),
        ussd: ({ type, message }, turn) =>
          type === 'initiation'
            ? turn.prompt('Send to?')
            : turn.prompt(`Send to ${message}, +233000000043? Call 000 000 0044.`),
      })
      const push = (Type: string, Message: string, Sequence: number) =>
        fetch(`${origin}${paths.ussd}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            ...samples.ussd,
            ...{ Type, Message, Sequence, SessionId: '233000000041-17', Mobile: '+233000000041' },
          }),
        })
      await push('Initiation', '*713#', 1)
      await push('Response', '0000000042', 2)
      await push('Timeout', '', 3)
      const { body: list } = await ask('sessions')
      const name = list.sessions[0].sessionId
      expect(name).toMatch(/^masked:/)
      const { body: opened } = await ask('session', { session: name })
      expect(opened.sessions).toMatchObject([
        {
          sessionId: name,
          transcript: [
            { entered: '*713#' },
            { entered: '000...042', screen: 'Send to 000...042, +233...043? Call 000...044.' },
            { type: 'timeout' },
          ],
        },
      ])
      expect((await ask('session', { session: '233000000041-17' })).body).toEqual(opened)
      const { body: left } = await ask('drop-off')
      expect(left.screens[0].sessions).toEqual([name])
      expect(JSON.stringify([list, opened, left])).not.toMatch(/00000004\d/)
      const { body: bare } = await ask('session/unmask', { session: name, reason: 'a complaint' })
      expect(bare.sessions).toMatchObject([{ name, sessionId: '233000000041-17', masked: false }])
      const unknown = { status: 404, body: { code: 'FMW_SESSION_UNKNOWN' } }
      expect(await ask('session', { session: `masked:0:${name.slice(-32)}` })).toMatchObject(unknown)
      await app.close()
    },
  )

  it('name nobody but to who unmasks one for a reason, which is on the trail first', async () => {
    const ussd = ({ type, message }: UssdPush, turn: UssdTurn) =>
      type === 'initiation'
        ? turn.prompt('Welcome to Example Tickets\nYour name?')
        : turn.prompt(`Dear ${message}, send 1 ticket to Ama Owusu?\n1. Yes\n2. No, ${message.toLowerCase()}`)
    const { app, ask } = await officeOf(undefined, { ussd })
    const caller = phone(app, { mobile: '+233000000041' })
    await caller.dial('*713#')
    await caller.reply('Kofi Mensah')
    await caller.reply('1')
    const session = { session: caller.sessionId }
    const { body: masked } = await ask('session', session)
    expect(masked.sessions).toMatchObject([
      {
        masked: true,
        transcript: [
          { entered: '*713#', screen: 'Welcome to *\nYour name?' },
          { entered: '*', screen: 'Dear * *, send 1 ticket to *?\n1. Yes\n2. No, * *' },
          { entered: '1' },
        ],
      },
    ])
    const wanted = { ...session, reason: 'the caller of 000 000 0041 says it took another name' }
    expect(await ask('session/unmask', { ...session, reason: '' })).toMatchObject({ status: 400 })
    // Zero-width spaces: a line on the trail that says nothing.
    expect(await ask('session/unmask', { ...session, reason: '\u200b\u200b\u200b' })).toMatchObject({ status: 400 })
    expect(await ask('session/unmask', { ...wanted, session: 'nobody' })).toMatchObject({ status: 404 })
    expect((await ask('trail')).body.lines).toEqual([])
    const { body: bare } = await ask('session/unmask', wanted)
    expect(bare.sessions).toMatchObject([
      {
        masked: false,
        name: caller.sessionId,
        phone: '+233...041',
        budget: 6_000,
        transcript: [
          { screen: 'Welcome to Example Tickets\nYour name?' },
          {
            entered: 'Kofi Mensah',
            screen: 'Dear Kofi Mensah, send 1 ticket to Ama Owusu?\n1. Yes\n2. No, kofi mensah',
          },
          { entered: '1' },
        ],
      },
    ])
    expect((await ask('trail')).body.lines).toMatchObject([
      {
        act: 'unmask',
        entry: null,
        about: { session: caller.sessionId, began: bare.sessions[0].startedAt },
        reason: 'the caller of 000...041 says it took another name',
      },
    ])
  })

  it('name nobody in capitals or after a colon either, and keep currencies, codes and abbreviations', async () => {
    const shown =
      'Name: Kofi\nSend GHS 5.00 to AMA OWUSU by MTN?\nYour code is X7K2. Enter your PIN.\nFor:\nEsi, of Accra'
    const { app, ask } = await officeOf(undefined, {
      ussd: ({ type }, turn) => turn.prompt(type === 'initiation' ? 'Pay by\n1. MTN\n2. Other' : shown),
    })
    const caller = phone(app, { mobile: '+233000000041' })
    await caller.dial('*713#')
    await caller.reply('1')
    expect((await ask('session', { session: caller.sessionId })).body.sessions[0].transcript).toMatchObject([
      { screen: 'Pay by\n1. MTN\n2. Other' },
      { screen: 'Name: *\nSend GHS 5.00 to * by MTN?\nYour code is X7K2. Enter your PIN.\nFor:\n*, of *' },
    ])
    await caller.hangUp()
    expect((await ask('drop-off')).body.screens).toMatchObject([
      { screen: 'Name: *\nSend GHS # to * by *?\nYour code is X#K#. Enter your PIN.\nFor:\n*, of *' },
    ])
  })

  it('are shown without a deadline where their kind is not received any more', async () => {
    const open = newSqlite()
    const before = await officeOf(undefined, {
      store: open(),
      programmable: (_push, turn) => turn.prompt('Your name?'),
    })
    const caller = phone(before.app, { kind: 'programmable' })
    await caller.dial('*713#')
    const { ask } = await officeOf(undefined, { store: open(), ussd: (_push, turn) => turn.end('Bye') })
    const session = { session: caller.sessionId }
    expect((await before.ask('session', session)).body.sessions).toMatchObject([{ budget: 6_000 }])
    expect((await ask('session', session)).body.sessions).toMatchObject([{ kind: 'programmable', budget: null }])
  })

  it('are unmasked by their id too, and named then as the list names them', async () => {
    const { app, ask } = await officeOf(undefined, { ussd: (_push, turn) => turn.end('Thank you') })
    const SessionId = '233000000041-1'
    await app.inject({ method: 'POST', url: paths.ussd, payload: { ...samples.ussd, SessionId } })
    const [listed] = (await ask('sessions')).body.sessions
    const { body } = await ask('session/unmask', { session: SessionId, reason: 'the caller asks' })
    expect(body.sessions).toMatchObject([{ masked: false, name: listed.name ?? listed.sessionId }])
  })

  it('are shown without a budget where their kind is not received any more', async () => {
    const open = newSqlite()
    const before = await officeOf(undefined, { store: open(), ussd: (_push, turn) => turn.end('Thank you') })
    const caller = phone(before.app, { mobile: '+233000000041' })
    await caller.dial('*713#')
    expect((await before.ask('session', { session: caller.sessionId })).body.sessions).toMatchObject([
      { budget: 6_000 },
    ])
    await before.app.close()
    const { ask } = await officeOf(undefined, { store: open() })
    expect((await ask('session', { session: caller.sessionId })).body.sessions).toMatchObject([
      { kind: 'ussd', budget: null, transcript: [{ screen: 'Thank you' }] },
    ])
  })
})
