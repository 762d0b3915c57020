import { describe, expect, it } from 'vitest'
import { keptStore } from './look/kept-store.ts'
import { run } from './run.ts'

const why = ['--by', 'Ama', '--reason', 'the new menu shows no prices']

describe('stop, start and stops', () => {
  it('stop a kind beside the application, show it, and start it again', async () => {
    const { file, opened } = await keptStore()
    const place = ['--store', file]
    expect(await run('stops', ...place)).toMatchObject({ code: 0, out: "No kind is stopped in 'default'." })
    expect(await run('stop', 'ussd', ...why, ...place)).toEqual({
      code: 0,
      out: "Stopped ussd in 'default' as Ama.",
      err: '',
    })
    expect(await opened.stops.list('default')).toMatchObject([{ kind: 'ussd', by: 'Ama' }])
    const { out } = await run('stops', ...place)
    expect(out.split('\n').map((row) => row.replaceAll(/ {2,}/g, '|'))).toEqual([
      'kind|since|by|reason',
      expect.stringMatching(/^ussd\|[-\d]+ [\d:]+\|Ama\|the new menu shows no prices$/),
    ])
    expect(await run('stop', 'ussd', ...why, ...place)).toMatchObject({
      code: 0,
      out: "ussd is stopped already in 'default'.",
    })
    expect(await run('start', 'ussd', '--by', 'Kofi', ...place)).toMatchObject({
      code: 0,
      out: "Started ussd in 'default' as Kofi.",
    })
    expect(await run('start', 'ussd', '--by', 'Kofi', ...place)).toMatchObject({
      code: 0,
      out: "ussd isn't stopped in 'default'.",
    })
    expect(await opened.stops.list('default')).toEqual([])
    const trail = await run('trail', ...place)
    expect(trail.out).toMatch(/Kofi +start +kind ussd[\s\S]*Ama +stop +kind ussd +the new menu shows no prices/)
  })

  it('say the same in JSON, with phone numbers shortened', async () => {
    const { file } = await keptStore()
    const place = ['--store', file, '--json']
    const json = async (...args: string[]) => JSON.parse((await run(...args, ...place)).out)
    const stopped = { kind: 'checkout', stopped: true, changed: true }
    expect(await json('stop', 'checkout', '--by', 'Ama', '--reason', 'ask +233000000042')).toEqual(stopped)
    expect(await json('stops')).toEqual({
      stops: [{ kind: 'checkout', by: 'Ama', reason: 'ask +233...042', since: expect.stringMatching(/Z$/) }],
    })
    expect(await json('start', 'checkout', '--reason', 'it is open')).toEqual({ ...stopped, stopped: false })
  })

  it('refuse what is no kind, what has no reason, and a registration that is not there', async () => {
    const { file } = await keptStore()
    const place = ['--store', file]
    const sms = await run('stop', 'sms', ...why, ...place)
    expect(sms).toMatchObject({ code: 2, err: expect.stringContaining('ussd, programmable, checkout') })
    expect(await run('stop', 'ussd', '--by', 'Ama', ...place)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--reason'),
    })
    expect(await run('start', 'ussd', '--registration', 'tickets', ...place)).toMatchObject({ code: 1 })
  })
})
