import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { DayReplay } from '../../../src/cli/before-deploy/day-replay.ts'
import { type Phone, phone } from '../../../src/testing/index.ts'
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

describe.each(stores)('replay-day answers once from the results on %s', (_name, newStore) => {
  /** A tea house with a day behind it, and what plays that again. */
  async function house() {
    const [place, store] = await newStore()
    const app = await build({ store })
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

  it('gives nobody a result where two sessions of a phone were on the line at once', async () => {
    const { app, replay } = await house()
    const mobile = '+233000000100'
    const beside = phone(app, { mobile, kind: 'programmable' })
    await beside.dial('*713#').reply('1')
    await buys(phone(app, { mobile }))
    await beside.reply('2').reply('1').reply('Ama')
    expect(await replay('nothing')).toMatchObject({
      code: 0,
      played: 2,
      stopped: 2,
      stops: [{ why: 'once order' }, { why: 'once order' }],
    })
  })
})
