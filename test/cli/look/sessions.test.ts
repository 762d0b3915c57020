import { expect, it } from 'vitest'
import { phoneKey } from '../../../src/text/phone.ts'
import { run, runAt } from '../run.ts'
import { keptStore, noon } from './kept-store.ts'
import { opening, show } from './kept-turns.ts'

it('prints the newest sessions as a table', async () => {
  const kept = await keptStore()
  await show(kept, 's1', {})
  await show(kept, 's1', { sequence: 2, at: noon + 12_000, entered: '1' }, { source: 'waiting' })
  await show(kept, 's2', { at: noon + 60_000, kind: 'programmable' }, { isOver: true })
  const { code, out } = await run('sessions', '--store', kept.file)
  expect(code).toBe(0)
  expect(out.split('\n')).toEqual(
    [
      'session  kind          phone        began             lasted  turns  fallbacks  state',
      's2       programmable  +233...042  2026-03-01 12:01  0 ms    1      0          over',
      's1       ussd          +233...042  2026-03-01 12:00  12 s    2      1          open',
    ].map((line) => line.replace('phone        ', 'phone       ')),
  )
})

it('finds by phone, kind and time', async () => {
  const kept = await keptStore()
  await show(kept, 's1', {})
  await show(kept, 's2', { at: Date.now() - 1_000, kind: 'programmable', phoneKey: phoneKey('+233000000043') })
  const idsOf = async (...filter: string[]) => {
    const { out } = await run('sessions', 'list', '--store', kept.file, '--json', ...filter)
    return JSON.parse(out).sessions.map(({ sessionId }: { sessionId: string }) => sessionId)
  }
  expect(await idsOf('--phone', '+233000000042')).toEqual(['s1'])
  expect(await idsOf('--phone', '0000000042', '--country', 'GH')).toEqual(['s1'])
  expect(await idsOf('--kind', 'programmable')).toEqual(['s2'])
  expect(await idsOf('--kind', 'programmable,ussd')).toEqual(['s2', 's1'])
  expect(await idsOf('--since', '2h')).toEqual(['s2'])
  expect(await idsOf('--until', '2026-03-02')).toEqual(['s1'])
})

it('prints JSON of one shape, a line each with --all', async () => {
  const kept = await keptStore()
  await show(kept, 's1', {})
  const expected = {
    kind: 'ussd',
    sessionId: 's1',
    phone: '+233...042',
    startedAt: '2026-03-01T12:00:00.000Z',
    lastAt: expect.stringMatching(/Z$/),
    turns: 1,
    isOver: false,
    fallbacks: 0,
  }
  expect(JSON.parse((await run('sessions', '--store', kept.file, '--json')).out)).toEqual({
    sessions: [expected],
    next: null,
  })
  expect(JSON.parse((await run('sessions', '--store', kept.file, '--json', '--all')).out)).toEqual(expected)
})

it('says when there is none, and how to find more, without the phone that was looked for', async () => {
  const { file } = await keptStore()
  expect((await run('sessions', '--store', file)).out).toBe("No sessions of 'default' are kept.")
  const nothing = async (...filter: string[]) => (await run('sessions', '--store', file, ...filter)).out
  expect(await nothing('--phone', '+233000000042', '--kind', 'ussd')).toBe(
    "No session of 'default' fits --phone … --kind ussd: leave something out to find more.",
  )
  expect(await nothing('--phone', '0000000042')).toMatch(/is found with --country, as in --country GH\.$/)
  expect(await nothing('--phone', '0000000042', '--country', 'GH')).toMatch(/to find more\.$/)
  expect(await nothing('--since', '2h')).toMatch(/fits --since 2h: leave something out to find more\.$/)
})

it('shows a session turn by turn, with times and what stood in for the handler', async () => {
  const kept = await keptStore()
  await show(kept, 's1', { entered: '*713#' }, { screen: 'Welcome\n1. Tea', ms: 12.4 })
  await show(
    kept,
    's1',
    { sequence: 2, at: noon + 5_250, entered: '1' },
    { source: 'waiting', screen: 'Still working' },
  )
  await kept.opened.turns.open(opening('s1', { sequence: null, turn: 'third', type: 'response', at: noon + 9_000 }))
  const { code, out } = await run('sessions', 'get', 's1', '--store', kept.file)
  expect(code).toBe(0)
  expect(out).toBe(
    [
      's1  ussd  +233...042  2026-03-01 12:00:00 GMT  open, 1 not by the handler in time',
      '',
      '  +0.0 s #1 initiation *713# [handler in 12 ms]',
      '      Welcome',
      '      1. Tea',
      '',
      '! +5.3 s #2 response 1 [waiting in 12 ms]',
      '      Still working',
      '',
      '  +9.0 s response [still at work]',
    ].join('\n'),
  )
})

it('shows that a session is over, and every session of an id', async () => {
  const kept = await keptStore()
  await show(kept, 's1', {}, { isOver: true })
  await show(kept, 's1', { kind: 'programmable', at: noon + 1_000 })
  const { out } = await run('sessions', 'get', 's1', '--store', kept.file)
  expect(out.match(/^s1 .*$/gm)).toEqual([
    's1  ussd  +233...042  2026-03-01 12:00:00 GMT  over',
    's1  programmable  +233...042  2026-03-01 12:00:01 GMT  open',
  ])
})

it('shows no secret answer, and nothing that steers a terminal', async () => {
  const kept = await keptStore()
  await show(kept, 's1', { entered: '*713#\u001b[2J' }, { screen: 'Your PIN?\u0007', masksAnswer: true })
  await show(kept, 's1', { sequence: 2, entered: '4417' }, { screen: 'Thank you' })
  const { out } = await run('sessions', 'get', 's1', '--store', kept.file)
  expect(out).toContain('#2 response (masked) [handler')
  expect(out).not.toMatch(/[^\P{C}\n]|4417/u)
})

it('shows names and texts to who asks for them by name, after the trail has it', async () => {
  const kept = await keptStore()
  await show(kept, 's1', { entered: '*713#' }, { screen: 'Your name?' })
  await show(kept, 's1', { sequence: 2, entered: 'Kofi M' }, { screen: 'Send to Ama?\n1. Yes, kofi' })
  const place = ['--store', kept.file]
  const masked = await run('sessions', 'get', 's1', ...place)
  expect(masked.out).toContain('#2 response * [handler in 12 ms]\n      Send to *?\n      1. Yes, *')
  expect(masked.err).toBe('')
  expect((await run('trail', ...place)).out).toContain('Nobody has done anything')
  const { code, out, err } = await run(
    'sessions',
    'get',
    's1',
    '--unmasked',
    '--by',
    'Ama',
    '--reason',
    'asked',
    ...place,
  )
  expect({ code, err }).toEqual({ code: 0, err: 'Not masked: what follows is private data.' })
  expect(out).toContain('#2 response Kofi M [handler in 12 ms]\n      Send to Ama?\n      1. Yes, kofi')
  const { lines } = JSON.parse((await run('trail', '--json', ...place)).out)
  expect(lines).toMatchObject([{ by: 'Ama', act: 'unmask', entry: null, about: { session: 's1' }, reason: 'asked' }])
})

it('prints a transcript as JSON', async () => {
  const kept = await keptStore()
  await show(kept, 's1', { entered: '*713#' })
  const { out } = await run('sessions', 'get', 's1', '--store', kept.file, '--json')
  expect(JSON.parse(out)).toMatchObject({
    sessions: [
      {
        sessionId: 's1',
        transcript: [
          {
            at: '2026-03-01T12:00:00.000Z',
            sequence: 1,
            type: 'initiation',
            entered: '*713#',
            screen: 'Welcome',
            source: 'handler',
            ms: 12,
            isFallback: false,
          },
        ],
      },
    ],
  })
})

it('shows no whole phone in ids, in what was typed and on screens, and opens a session by the name of the list', async () => {
  const kept = await keptStore()
  await show(kept, '233000000042-17', { entered: '0000000043' }, { screen: 'Send to +233 00 000 0043?' })
  const list = await run('sessions', '--store', kept.file, '--json')
  const name = JSON.parse(list.out).sessions[0].sessionId
  const table = await run('sessions', '--store', kept.file)
  expect(table.out).toContain(name)
  const shown = await run('sessions', 'get', name, '--store', kept.file)
  expect(shown.out).toContain('Send to +233...043?')
  const json = await run('sessions', 'get', name, '--store', kept.file, '--json')
  expect(JSON.parse(json.out).sessions[0]).toMatchObject({ sessionId: name, transcript: [{ entered: '000...043' }] })
  for (const { out } of [list, table, shown, json]) expect(out.replaceAll(' ', '')).not.toMatch(/00000004[23]/)
})

it('fits a narrow terminal', async () => {
  const kept = await keptStore()
  await show(kept, 'a-session-with-quite-a-long-identifier-of-its-own', {})
  const { out } = await runAt({ columns: 80 }, 'sessions', '--store', kept.file)
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
})

it('says that there is no such session', async () => {
  const { file } = await keptStore()
  const { code, err } = await run('sessions', 'get', 's1', '--store', file)
  expect(code).toBe(1)
  expect(err).toContain("No session 's1' of 'default' is kept")
})
