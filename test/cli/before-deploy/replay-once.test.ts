import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, onTestFinished, vi } from 'vitest'
import { Sessions } from '../../../src/admin/sessions-look.ts'
import { Trail } from '../../../src/admin/trail.ts'
import type { DayReplay } from '../../../src/cli/before-deploy/day-replay.ts'
import { PastEffects } from '../../../src/cli/before-deploy/past-effects.ts'
import { lookAtStore } from '../../../src/cli/look/look-at-store.ts'
import { systemClock } from '../../../src/clock.ts'
import type { PersonQuery } from '../../../src/store/people/person.ts'
import { filesOf } from '../../../src/store/sqlite/main/file-names.ts'
import type { StoreLook } from '../../../src/store/store.ts'
import { type Phone, phone } from '../../../src/testing/index.ts'
import { dealt } from '../../store/dealt.ts'
import { sql } from '../../store/postgres/bench.ts'
import { run } from '../run.ts'
import build, { deeds } from './apps/tea.ts'
import { stores } from './live-school.ts'

const tea = new URL('./apps/tea.ts', import.meta.url).pathname

beforeEach(() => {
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
})

const buys = (caller: Phone, name = 'Ama') => caller.dial('*713#').reply('1').reply('2').reply('1').reply(name)

/** Changes what a store keeps, as another clock would have written it. */
async function change(place: string, text: string): Promise<void> {
  if (place.startsWith('postgres')) {
    await sql(place, `SET search_path TO merchant; ${text}`)
    return
  }
  const file = new DatabaseSync(filesOf(place).turns)
  file.exec(text)
  file.close()
}

describe.each(dealt(stores))('replay-day answers once from the results on %s', (_name, newStore, it) => {
  /** A tea house with a day behind it, and what plays that again. */
  async function house() {
    const [place, store] = await newStore()
    // No two turns come within one ms, as those of a subscriber never do.
    let last = 0
    const now = () => {
      last = Math.max(last + 1, systemClock.now())
      return last
    }
    const app = await build({ store, clock: { ...systemClock, now } })
    await app.ready()
    deeds.length = 0
    onTestFinished(async () => {
      await app.close()
    })
    const replay = async (change: string) => {
      deeds.length = 0
      vi.stubEnv('TEA', change)
      const { code, out } = await run('replay-day', '--store', place, '--against', tea, '--run-loads', '--json')
      const found: DayReplay = JSON.parse(out)
      return { code, ...found }
    }
    return { app, place, replay }
  }

  it('plays each session with its own results up to its end, and does nothing', async () => {
    const { app, replay } = await house()
    await buys(phone(app, { mobile: '+233000000100' })).expectScreen('Thank you, Ama: no. 2')
    const mobile = '+233000000101'
    await buys(phone(app, { mobile }), 'Esi').expectScreen('Thank you, Esi: no. 4')
    await buys(phone(app, { mobile, kind: 'programmable' }), 'Efua').expectScreen('Thank you, Efua: no. 6')
    expect(await replay('nothing')).toMatchObject({ code: 0, played: 3, same: 3 })
    // What a check looks up is all that ran.
    expect(deeds.toSorted()).toEqual(['Ama', 'Efua', 'Esi'])
  })

  it('says where the build no longer does what was done, though each screen is the same', async () => {
    const { app, place, replay } = await house()
    await buys(phone(app))
    expect(await replay('forgets')).toMatchObject({
      code: 1,
      changed: 1,
      changes: [{ turn: 5, at: 'once order', was: 'done', now: 'not done', sessions: [{}] }],
    })
    const { out } = await run('replay-day', '--store', place, '--against', tea, '--run-loads')
    expect(out).toContain('1 changes at turn 5, once order:\n  was  done\n  now  not done\n')
  })

  it('stops where the build would do what was not done', async () => {
    const { app, place, replay } = await house()
    await buys(phone(app))
    expect(await replay('gives')).toMatchObject({ code: 0, same: 0, changed: 0, stops: [{ why: 'once gift' }] })
    expect(deeds).not.toContain('gift')
    const { out } = await run('replay-day', '--store', place, '--against', tea, '--run-loads')
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      '1 stops where the build comes to once gift: the store has no result of it for them.',
    )
  })

  it('gives each of two sessions of a phone its own result where both were on the line at once', async () => {
    const { app, replay } = await house()
    const mobile = '+233000000100'
    const beside = phone(app, { mobile, kind: 'programmable' })
    await beside.dial('*713#').reply('1')
    await buys(phone(app, { mobile }))
    await beside.reply('2').reply('1').reply('Ama')
    expect(await replay('nothing')).toMatchObject({ code: 0, played: 2, same: 2 })
  })

  it.each([
    ['was an hour ahead', 'until + 3600000'],
    ['was an hour behind', 'until - 3600000'],
    ['makes it one of the next session', '(SELECT max(started_at) FROM sessions) + 1209600000'],
    ['makes it one of the session before', '(SELECT min(started_at) FROM sessions) + 1209600000'],
  ])("gives a result to its own session alone where the store's clock %s", async (_name, until) => {
    const { app, place, replay } = await house()
    const mobile = '+233000000100'
    await phone(app, { mobile }).dial('*713#').reply('2')
    await buys(phone(app, { mobile }))
    await phone(app, { mobile, kind: 'programmable' }).dial('*713#').reply('2')
    await app.close()
    await change(place, `UPDATE effects SET until = ${until}`)
    expect(await replay('nothing')).toMatchObject({ code: 0, played: 3, same: 3 })
  })

  it('stops where the transcript does not have the turn that a result is of', async () => {
    const { app, place, replay } = await house()
    await buys(phone(app))
    await app.close()
    // Further than any two turns are apart.
    await change(place, 'UPDATE turns SET at = at - 60000')
    expect(await replay('nothing')).toMatchObject({ code: 0, played: 1, stops: [{ why: 'once order' }] })
    // Nobody can tell what was done, so nothing is missed either.
    expect(await replay('forgets')).toMatchObject({ code: 0, same: 1 })
  })

  it('reads the results of a phone once, however often it called', async () => {
    const { app, place } = await house()
    await buys(phone(app))
    await buys(phone(app, { mobile: '+233000000100' }))
    await buys(phone(app, { mobile: '+233000000100', kind: 'programmable' }))
    const look = await lookAtStore({ store: place })
    onTestFinished(() => look.close())
    const asked: PersonQuery[] = []
    const counting: Pick<StoreLook, 'person' | 'phoneKey'> = {
      phoneKey: (registration, session) => look.phoneKey?.(registration, session) ?? Promise.resolve(undefined),
      person: (query) => {
        asked.push(query)
        return look.person?.(query) ?? Promise.resolve({ sessions: [], effects: [] })
      },
    }
    const sessions = new Sessions({
      look: look.sessions,
      trail: new Trail(look.trail, 'default'),
      registration: 'default',
    })
    const effects = new PastEffects(counting, 'default')
    for await (const { sessionId } of sessions.all()) {
      const [session] = await sessions.get(sessionId)
      expect(session && (await effects.of(session))).toMatchObject([{ name: 'order' }])
    }
    expect(asked).toHaveLength(2)
  })
})
