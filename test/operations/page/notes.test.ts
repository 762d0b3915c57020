import { describe, expect, it } from 'vitest'
import { FMW_LOOK } from '../../../src/admin/errors.ts'
import { phone } from '../../../src/testing/index.ts'
import { officeOf } from './office.ts'

describe('a note on an entry', () => {
  it('is kept with its writer and its time, also where nothing needs review, and changes nothing else', async () => {
    const { app, ask, push, settled } = await officeOf()
    await push({}, { CheckoutId: 'c-1', ClientReference: 'order-1' })
    await settled()
    const [{ name, review }] = (await ask('entries', { tab: 'done' })).body.entries
    expect(review).toBeNull()
    const before = (await ask('entry', { name })).body
    expect(before.notes).toEqual([])
    expect((await ask('note', { name, note: '+233000000042 called: it has come' })).body).toEqual({ noted: true })
    await app.merchant.inbox.note(name, { by: 'Kofi', note: 'so it is' })
    const after = (await ask('entry', { name })).body
    const at = expect.stringMatching(/Z$/)
    expect(after.notes).toEqual([
      { at, by: 'Kofi', note: 'so it is' },
      { at, by: 'Ama', note: '+233...042 called: it has come' },
    ])
    expect({ ...after, notes: [], trail: [] }).toEqual({ ...before, trail: [] })
    expect((await ask('trail')).body.lines).toMatchObject([
      { by: 'Kofi', act: 'note', entry: name },
      { by: 'Ama', act: 'note', entry: name, reason: '+233...042 called: it has come' },
    ])
  })

  it('may be as short as “ok”, and so may the note of whoever settles a review', async () => {
    const { app, ask, push, settled } = await officeOf()
    await push({ ResponseCode: '0005' }, { CheckoutId: 'c-1' })
    await settled()
    const [{ name }] = (await ask('entries', { tab: 'needsReview' })).body.entries
    expect(await ask('note', { name, note: 'ok' })).toMatchObject({ status: 200 })
    expect(await ask('note', { name, note: '\u200b ' })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^note must be a text of 1 to 2,000 characters/) },
    })
    expect(await ask('settle', { name, note: 'ok' })).toMatchObject({ status: 200 })
    const { lines } = await app.merchant.trail.list()
    expect(lines).toMatchObject([
      { act: 'settle', reason: 'ok' },
      { act: 'note', reason: 'ok' },
    ])
  })

  it('needs words, a name and an entry that is there', async () => {
    const { app, ask } = await officeOf()
    const { inbox } = app.merchant
    await expect(inbox.note('nothing', { by: 'Ama', note: 'lost' })).rejects.toMatchObject({
      code: 'FMW_ENTRY_UNKNOWN',
    })
    await expect(inbox.note('nothing', { by: 'Ama', note: ' ' })).rejects.toThrow(FMW_LOOK)
    await expect(inbox.note('nothing', { by: '', note: 'lost' })).rejects.toThrow(FMW_LOOK)
    expect(await ask('note', { name: 'nothing', note: '' })).toMatchObject({ status: 400 })
    expect((await app.merchant.trail.list()).lines).toEqual([])
  })
})

describe('the list of entries', () => {
  it('is narrowed to kinds, and so is what is replayed and settled', async () => {
    const { ask, push, settled } = await officeOf(undefined, {
      payment: () => {
        throw new Error('the ledger is closed')
      },
    })
    await push()
    await settled()
    expect((await ask('entries', { tab: 'dead', kinds: ['checkout'] })).body.entries).toHaveLength(1)
    expect((await ask('entries', { tab: 'dead', kinds: ['fulfilment'] })).body.entries).toEqual([])
    for (const path of ['redrive/dry-run', 'settle-all/dry-run']) {
      expect((await ask(path, { kinds: ['checkout'] })).body).toMatchObject({ count: 1 })
      expect((await ask(path, { kinds: ['fulfilment'] })).body).toMatchObject({ count: 0 })
    }
  })
})

describe('a session', () => {
  it('has the time that its handler had', async () => {
    const { app, ask } = await officeOf(undefined, { budget: 4_000, ussd: (_push, turn) => turn.end('Bye') })
    const caller = phone(app)
    await caller.dial('*713#')
    const { sessions } = (await ask('session', { session: caller.sessionId })).body
    expect(sessions).toMatchObject([{ budget: 4_000, transcript: [{ screen: 'Bye' }] }])
  })
})
