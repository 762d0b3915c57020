import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../../src/index.ts'
import { operatorRights } from '../../../src/operations/page/access.ts'
import type { Store } from '../../../src/store/store.ts'
import { officeOf } from './office.ts'

const ama = { access: () => ({ rights: operatorRights, by: 'Ama' }) }

describe('what an operator does', () => {
  it('is on the trail: in its own list, and beside the entry', async () => {
    const { app, ask, push, settled } = await officeOf(ama, {
      payment: () => {
        throw new Error('the ledger is closed')
      },
    })
    await push()
    await settled()
    const [{ name }] = (await ask('entries', { tab: 'dead' })).body.entries
    await ask('unmask', { name, reason: '+233 00-000 0042 called' })
    await ask('export', { name })
    await ask('settle', { name, note: 'handed over to (000) 000-0042' })
    await ask('note', { name, note: 'told +233 000 000 042' })
    await app.merchant.trail.append({ by: 'Kofi', act: 'call', about: { who: '000 000 0042' } })
    const { until, confirmation, limit } = (await ask('redrive/dry-run')).body
    await ask('redrive', { until, confirmation, limit })
    await settled()
    await ask('replay', { name })
    const { status, body } = await ask('trail')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      lines: [
        { by: 'Ama', act: 'replay', entry: name, name, reason: null },
        { by: 'Ama', act: 'redrive', entry: null, name: null, about: { done: 1, skipped: 0 } },
        { by: 'Ama', act: 'redrive', entry: name, name, about: null },
        { by: 'Ama', act: 'redrive', entry: null, name: null, about: { count: 1 } },
        { by: 'Kofi', act: 'call', about: { who: '000...042' } },
        { by: 'Ama', act: 'note', entry: name, reason: 'told +233...042' },
        { by: 'Ama', act: 'settle', entry: name, reason: 'handed over to (000...042' },
        { by: 'Ama', act: 'export', entry: name },
        { by: 'Ama', act: 'unmask', entry: name, reason: '+233...042 called' },
      ],
      next: null,
    })
    expect(JSON.stringify(await app.merchant.trail.list())).not.toMatch(/0042/)
    const entry = (await ask('entry', { name })).body
    expect(entry).toMatchObject({ notes: [{ note: 'told +233...042' }], review: { note: 'handed over to (000...042' } })
    const acts = (lines: readonly { readonly act: string }[]) => lines.map(({ act }) => act)
    expect(acts(entry.trail)).toEqual(['replay', 'redrive', 'note', 'settle', 'export', 'unmask'])
    expect((await ask('trail', { since: Date.now() + 60_000 })).body.lines).toEqual([])
    expect(await ask('trail', { since: 'yesterday' })).toMatchObject({ status: 400 })
  })

  it('is listed a page at a time, and an entry whose id holds a phone has no name there', async () => {
    const { app, ask } = await officeOf(ama)
    await app.merchant.trail.append({ act: 'call', by: 'Kofi', entry: 'inboundMessage:+233000000042' })
    for (let line = 0; line < 50; line++) await app.merchant.trail.append({ act: 'count' })
    const { next, lines } = (await ask('trail')).body
    expect(lines).toHaveLength(50)
    expect((await ask('trail', { cursor: next })).body).toMatchObject({
      lines: [{ by: 'Kofi', entry: 'inboundMessage:+233...042', name: null }],
      next: null,
    })
  })

  it('is refused, and shows nothing, where its line cannot be kept', async () => {
    const office = await officeOf(ama, { store: withoutTrail() })
    await office.push()
    await office.settled()
    const [{ name }] = (await office.ask('entries', { tab: 'done' })).body.entries
    const unmasked = await office.ask('unmask', { name, reason: 'a complaint' })
    expect(unmasked).toMatchObject({ status: 503, body: { code: 'FMW_STORE_UNAVAILABLE' } })
    expect(JSON.stringify(unmasked.body)).not.toContain('233')
    for (const act of ['export', 'replay']) expect(await office.ask(act, { name })).toMatchObject({ status: 503 })
    const { entries } = await office.app.merchant.inbox.list()
    expect(entries).toMatchObject([{ state: 'done', replay: false }])
  })
})

/** A store whose trail is full. */
function withoutTrail(): Store {
  const store = memoryStore()
  return {
    ...store,
    open: (user) => {
      const { inbox, turns, trail, stops, ready, health, close } = store.open(user)
      const append = () => trail.list({ registration: 'default', limit: 1 }).then(() => Promise.reject(full))
      const [list, sweep] = [trail.list.bind(trail), trail.sweep.bind(trail)]
      return { inbox, turns, trail: { append, list, sweep }, stops, ready, health, close }
    },
  }
}

const full = Object.assign(new Error('the disk is full'), { code: 'FMW_STORE_UNAVAILABLE', statusCode: 503 })
