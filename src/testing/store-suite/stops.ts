import assert from 'node:assert/strict'
import type { KindStop, NewKindStop } from '../../store/people/stops.ts'
import type { Store } from '../../store/store.ts'
import { type SuiteTest, withLook } from './suite-context.ts'
import { registration } from './working.ts'

/** Which kinds of push are stopped. */
export function testStops(test: SuiteTest): void {
  test('stops: a kind is stopped as it was given, with its time, until it is started', async ({ stops }) => {
    const odd = stopOf({ by: 'Ama \u0000\ud800', reason: `\u0000 asked \udfff ${'long'.repeat(500)}` })
    const before = Date.now()
    assert.equal(await stops.stop(registration, odd), true)
    assert.equal(await stops.stop(registration, stopOf({ kind: 'checkout' })), true)
    const stopped = await stops.list(registration)
    assert.deepEqual(stopped.map(withoutTime), [odd, stopOf({ kind: 'checkout' })])
    for (const { at } of stopped) assert.ok(Math.abs(at - before) < 60_000, `${at} is not about ${before}`)
    assert.equal(await stops.start(registration, 'ussd'), true)
    assert.deepEqual(await kindsOf(stops), ['checkout'])
    assert.equal(await stops.start(registration, 'ussd'), false)
  })

  test('stops: the first to stop a kind stands, and after a start another may', async ({ stops }) => {
    await stops.stop(registration, stopOf())
    assert.equal(await stops.stop(registration, stopOf({ by: 'Kofi', reason: 'me too' })), false)
    assert.deepEqual((await stops.list(registration)).map(withoutTime), [stopOf()])
    await stops.start(registration, 'ussd')
    assert.equal(await stops.stop(registration, stopOf({ by: 'Kofi' })), true)
    assert.deepEqual((await stops.list(registration)).map(withoutTime), [stopOf({ by: 'Kofi' })])
  })

  test('stops: registrations have their own', async ({ stops, open }) => {
    const tickets = await open('tickets')
    await tickets.stops.stop('tickets', stopOf())
    assert.deepEqual(await stops.list(registration), [])
    assert.equal(await stops.start(registration, 'ussd'), false)
    assert.equal(await stops.stop(registration, stopOf({ by: 'Kofi' })), true)
    assert.deepEqual((await tickets.stops.list('tickets')).map(withoutTime), [stopOf()])
  })

  test('stops: a store that is closed refuses them', async ({ opened, stops }) => {
    await opened.close()
    await assert.rejects(stops.stop(registration, stopOf()), { code: 'FMW_STORE_UNAVAILABLE' })
    await assert.rejects(stops.start(registration, 'ussd'), { code: 'FMW_STORE_UNAVAILABLE' })
    await assert.rejects(stops.list(registration), { code: 'FMW_STORE_UNAVAILABLE' })
  })

  test('stops: people stop and start beside the application too', async ({ stops, store }) => {
    await stops.stop(registration, stopOf())
    await withLook(store, async (look) => {
      assert.equal(await look.stops.stop(registration, stopOf({ kind: 'checkout', by: 'Kofi' })), true)
      assert.deepEqual(await stops.list(registration), await look.stops.list(registration))
      assert.deepEqual(await kindsOf(look.stops), ['ussd', 'checkout'])
      assert.equal(await look.stops.start(registration, 'ussd'), true)
      assert.deepEqual(await kindsOf(stops), ['checkout'])
    })
  })
}

/** What another process sees of it. */
export function testStopsBeside(test: SuiteTest, beside: (store: Store) => Store | Promise<Store>): void {
  test('beside: what one stops is stopped for the other, and the other may start it', async ({
    stops,
    open,
    store,
  }) => {
    const other = await open(registration, await beside(store))
    await stops.stop(registration, stopOf())
    assert.deepEqual(await other.stops.list(registration), await stops.list(registration))
    assert.equal(await other.stops.start(registration, 'ussd'), true)
    assert.deepEqual(await stops.list(registration), [])
  })
}

/** What the next process finds of it. */
export function testSurvivingStops(test: SuiteTest): void {
  test('reopened: what was stopped is stopped still', async ({ opened: before, reopened }) => {
    await before.stops.stop(registration, stopOf())
    const kept = await before.stops.list(registration)
    const { stops } = await reopened()
    assert.deepEqual(await stops.list(registration), kept)
    assert.equal(kept.length, 1)
  })
}

function stopOf(facts: Partial<NewKindStop> = {}): NewKindStop {
  return { kind: 'ussd', by: 'Ama', reason: 'the menu is broken', ...facts }
}

async function kindsOf(stops: { list(registration: string): Promise<readonly KindStop[]> }) {
  return (await stops.list(registration)).map(({ kind }) => kind)
}

function withoutTime({ at: _at, ...stop }: KindStop): NewKindStop {
  return stop
}
