import { describe, expect, it, vi } from 'vitest'
import { Activity } from '../../../src/registration/events/activity.ts'
import { StoppedKinds } from '../../../src/registration/stopped-kinds.ts'
import type { KindStop } from '../../../src/store/people/stops.ts'
import type { Store, StoreLook } from '../../../src/store/store.ts'
import { manualClock } from '../../../src/testing/manual-clock.ts'
import { appWith, post } from '../../http/app.ts'
import { paths, samples } from '../../http/samples.ts'
import { dealt } from '../../store/dealt.ts'
import { newPostgres } from '../../store/new-postgres.ts'
import { realStores } from '../../store/real-stores.ts'

const person = { by: 'Ama', reason: 'the new menu shows no prices' }
const patience = { timeout: 20_000 }

async function started(store: Store) {
  const app = await appWith({ store, ussd: (_push, turn) => turn.prompt('What?') })
  await app.ready()
  const says = async () =>
    (await post(app, paths.ussd, { ...samples.ussd, SessionId: crypto.randomUUID() })).json().Message
  return { app, says }
}

async function beside(store: Store, act: (stops: StoreLook['stops']) => Promise<boolean>): Promise<boolean> {
  const look = await store.look?.()
  if (look === undefined) throw new Error('a real store can be looked at')
  try {
    return await act(look.stops)
  } finally {
    await look.close()
  }
}

describe.each(dealt(realStores))('a kind that is stopped on %s', (_name, make, it) => {
  it('beside the application is heard of by that, and so is its start', async () => {
    const open = make()
    const { app, says } = await started(open())
    expect(await beside(open(), (stops) => stops.stop('default', { kind: 'ussd', ...person }))).toBe(true)
    await vi.waitFor(() => expect(app.merchant.health().stopped).toEqual(['ussd']), patience)
    expect(await says()).toContain('this service is paused')
    expect(await beside(open(), (stops) => stops.start('default', 'ussd'))).toBe(true)
    await vi.waitFor(() => expect(app.merchant.health().stopped).toEqual([]), patience)
    expect(await says()).toBe('What?')
  })

  it('outlives a restart: the first push after it is not taken', async () => {
    const open = make()
    const before = await started(open())
    await before.app.merchant.stop('ussd', person)
    await before.app.close()
    const { app, says } = await started(open())
    expect(await says()).toContain('this service is paused')
    expect(await app.merchant.stops()).toMatchObject([{ kind: 'ussd', ...person }])
  })

  it('is started once by two clicks, and by one line of the trail', async () => {
    const { app } = await started(make()())
    const { merchant } = app
    const acts = async () => (await merchant.trail.list()).lines.map(({ act }) => act)
    const twice = (click: () => Promise<boolean>) => Promise.all([click(), click()])
    expect(await twice(() => merchant.stop('ussd', person))).toEqual([true, false])
    expect(await twice(() => merchant.start('ussd', person))).toEqual([true, false])
    expect(await acts()).toEqual(['start', 'stop'])
  })
})

it('that several processes start at once is started by one, and the trail says of the others that they did not', async () => {
  const open = newPostgres()
  const { app: first } = await started(open())
  const { merchant } = first
  const apps = [first, (await started(open())).app, (await started(open())).app]
  await merchant.stop('ussd', person)
  const ends = await Promise.all(apps.map((app) => app.merchant.start('ussd', person)))
  expect(ends.filter((isDone) => isDone)).toEqual([true])
  const { lines } = await merchant.trail.list()
  const count = (name: string) => lines.filter(({ act }) => act === name).length
  expect(count('start') - count('refused')).toBe(1)
})

it('stops in every process of the registration, and in no other registration', async () => {
  const open = newPostgres()
  const [one, other] = [await started(open()), await started(open())]
  const tickets = await appWith({ store: open(), name: 'tickets', ussd: (_push, turn) => turn.prompt('Tickets') })
  await tickets.ready()
  await one.app.merchant.stop('ussd', person)
  await vi.waitFor(() => expect(other.app.merchant.health().stopped).toEqual(['ussd']), patience)
  expect(await other.says()).toContain('this service is paused')
  expect(await tickets.merchant.stops()).toEqual([])
  await other.app.merchant.start('ussd', { by: 'Kofi' })
  await vi.waitFor(() => expect(one.app.merchant.health().stopped).toEqual([]), patience)
})

/** What a process knows of a store that answers when it is told to. */
function watching() {
  const asked: PromiseWithResolvers<readonly KindStop[]>[] = []
  const list = () => {
    const answer = Promise.withResolvers<readonly KindStop[]>()
    asked.push(answer)
    return answer.promise
  }
  const warned: string[] = []
  const ignore = () => undefined
  const log = {
    debug: ignore,
    info: ignore,
    warn: (_about: object, line: string) => void warned.push(line),
    error: ignore,
  }
  const clock = manualClock()
  const kinds = new StoppedKinds({ registration: 'default', stops: { list }, activity: new Activity(log), clock, log })
  return { kinds, asked, warned, clock }
}

const stop: KindStop = { kind: 'ussd', at: 5, ...person }

describe('a process that asks which kinds are stopped', () => {
  it('keeps what it knew while the store does not answer, and says so once for each outage', async () => {
    const { kinds, asked, warned } = watching()
    const looked = kinds.look()
    asked[0]?.resolve([stop])
    await looked
    for (const at of [1, 2]) {
      const failed = kinds.look()
      asked[at]?.reject(new Error('it is away'))
      await failed
    }
    expect(kinds.has('ussd')).toBe(true)
    expect(warned.filter((line) => line.includes('the store does not say'))).toHaveLength(1)
    const back = kinds.look()
    asked[3]?.resolve([])
    await back
    expect(kinds.has('ussd')).toBe(false)
  })

  it('goes by the newest of two answers that overtake each other', async () => {
    const { kinds, asked } = watching()
    const [older, newer] = [kinds.look(), kinds.look()]
    asked[1]?.resolve([stop])
    await newer
    asked[0]?.resolve([])
    await older
    expect(kinds.all).toEqual([stop])
  })

  it('asks once a second, and no more once the application closes', async () => {
    const { kinds, asked, clock } = watching()
    const watched = kinds.watch()
    asked[0]?.resolve([])
    await watched
    clock.advance(1_000)
    expect(asked).toHaveLength(2)
    kinds.unwatch()
    asked[1]?.resolve([])
    await vi.waitFor(() => expect(clock.pending).toBe(0))
    clock.advance(10_000)
    expect(asked).toHaveLength(2)
  })
})
