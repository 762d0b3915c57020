import assert from 'node:assert/strict'
import type { NewTrailLine, TrailLine, TrailLook } from '../../store/people/trail.ts'
import { type SuiteTest, withLook } from './suite-context.ts'
import { allPages, each, registration } from './working.ts'

/** What people did. */
export function testTrail(test: SuiteTest): void {
  test('trail: a line is shown as it was given, with its time', async ({ trail }) => {
    const [odd, bare] = [
      lineOf({ by: 'Ama \u0000\ud800', entry: `checkout:${'long'.repeat(1_000)}`, reason: '\u0000 asked \udfff' }),
      { by: null, act: 'redrive', entry: null, about: null, reason: null },
    ]
    const before = Date.now()
    await trail.append(registration, odd)
    await trail.append(registration, bare)
    const lines = await linesOf(trail)
    assert.deepEqual(lines.map(withoutTime), [bare, odd])
    for (const { at } of lines) assert.ok(Math.abs(at - before) < 60_000, `${at} is not about ${before}`)
  })

  test('trail: it is listed in pages, newest first, and new lines move nothing', async ({ trail }) => {
    const reasons = ['1', '2', '3', '4', '5']
    for (const reason of reasons) await trail.append(registration, lineOf({ reason }))
    const pages = await allPages(
      (cursor) => trail.list({ registration, limit: 2, cursor }),
      () => trail.append(registration, lineOf({ reason: 'later' })),
    )
    const shown = pages.map(({ lines }) => each(lines, 'reason'))
    assert.deepEqual(shown, [['5', '4'], ['3', '2'], ['1']])
    await assert.rejects(trail.list({ registration, limit: 0 }), { code: 'FMW_STORE_ARGUMENT' })
    await assert.rejects(trail.list({ registration, limit: 1, cursor: 'x' }), { code: 'FMW_STORE_ARGUMENT' })
  })

  test('trail: it is found by its entry and by its time', async ({ trail }) => {
    for (const entry of ['one', 'other', null]) await trail.append(registration, lineOf({ entry }))
    const found = async (filter: object) => (await linesOf(trail, filter)).map(({ entry }) => entry)
    assert.deepEqual(await found({ entry: 'one' }), ['one'])
    assert.deepEqual(await found({ entry: 'nobody' }), [])
    const [{ at: last } = noLine] = await linesOf(trail)
    assert.deepEqual(await found({ since: last + 1 }), [])
    assert.deepEqual(await found({ until: last + 1 }), [null, 'other', 'one'])
    assert.deepEqual(await found({ until: 1 }), [])
    assert.deepEqual(await found({ entry: 'other', since: 1, until: last + 1 }), ['other'])
  })

  test('trail: registrations have their own', async ({ trail, open }) => {
    const tickets = await open('tickets')
    await trail.append(registration, lineOf())
    await tickets.trail.append('tickets', lineOf({ reason: 'of tickets' }))
    assert.deepEqual(each(await linesOf(trail), 'reason'), ['the payer called'])
    assert.equal(await trail.sweep(0, 10), 1)
    const { lines } = await tickets.trail.list({ registration: 'tickets', entry: 'order-1', limit: 10 })
    assert.deepEqual(each(lines, 'reason'), ['of tickets'])
  })

  test('trail: it goes when its time is over, and only then, the oldest first', async ({ trail }) => {
    for (const reason of ['1', '2', '3']) await trail.append(registration, lineOf({ reason }))
    assert.equal(await trail.sweep(3_600_000, 10), 0)
    assert.equal(await trail.sweep(0, 2), 2)
    assert.deepEqual(each(await linesOf(trail), 'reason'), ['3'])
    assert.equal(await trail.sweep(0, 10), 1)
    assert.deepEqual(await linesOf(trail), [])
  })

  test('trail: a store that is closed refuses it', async ({ trail, opened }) => {
    await opened.close()
    await assert.rejects(trail.append(registration, lineOf()), { code: 'FMW_STORE_UNAVAILABLE' })
    await assert.rejects(trail.list({ registration, limit: 1 }), { code: 'FMW_STORE_UNAVAILABLE' })
    await assert.rejects(trail.sweep(0, 1), { code: 'FMW_STORE_UNAVAILABLE' })
  })

  test('trail: people add to it beside the application too', async ({ trail, store }) => {
    await trail.append(registration, lineOf())
    await withLook(store, async (look) => {
      await look.trail.append(registration, lineOf({ by: 'Kofi', entry: 'order-2' }))
      const beside = await linesOf(look.trail)
      assert.deepEqual(each(beside, 'by'), ['Kofi', 'Ama'])
      assert.deepEqual(await linesOf(trail), beside)
      assert.deepEqual(await linesOf(look.trail, { entry: 'order-2' }), beside.slice(0, 1))
    })
  })
}

/** What the next process finds of it. */
export function testSurvivingTrail(test: SuiteTest): void {
  test('reopened: what people did is there', async ({ opened: before, reopened }) => {
    await before.trail.append(registration, lineOf())
    const kept = await linesOf(before.trail)
    const { trail } = await reopened()
    assert.deepEqual(await linesOf(trail), kept)
    assert.equal(kept.length, 1)
  })
}

function lineOf(facts: Partial<NewTrailLine> = {}): NewTrailLine {
  return {
    by: 'Ama',
    act: 'unmask',
    entry: 'order-1',
    about: '{"count":1}',
    reason: 'the payer called',
    ...facts,
  }
}

async function linesOf(trail: TrailLook, filter: object = {}): Promise<readonly TrailLine[]> {
  const { lines } = await trail.list({ registration, limit: 1_000, ...filter })
  return lines
}

function withoutTime({ at: _at, ...line }: TrailLine): NewTrailLine {
  return line
}

const noLine: TrailLine = { ...lineOf(), at: 0 }
