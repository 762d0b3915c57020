import { expect, it } from 'vitest'
import type { TurnOpening } from '../../src/store/turn-store.ts'
import { keptStore, noon, paid } from './look/kept-store.ts'
import { run } from './run.ts'

it('keeps a note on an entry, and shows it with who and when', async () => {
  const { file, accept, end } = await keptStore()
  await accept(paid('order-1'))
  await end('done')
  const said = ['--by', 'Ama', '--note', '+233000000042 called\nit has come', '--store', file]
  const told = await run('inbox', 'note', 'order-1', ...said)
  expect(told).toMatchObject({ code: 0, err: '', out: 'Kept the note on checkout:checkoutId:order-1|paid as Ama.' })
  const json = await run('inbox', 'note', 'order-1', '--by', 'Kofi', '--note', 'so it is', '--json', '--store', file)
  expect(JSON.parse(json.out)).toEqual({ id: 'checkout:checkoutId:order-1|paid', noted: true, by: 'Kofi' })
  const { out } = await run('inbox', 'get', 'order-1', '--store', file)
  expect(out).toMatch(/\n\nnote of Kofi, .+ GMT\nso it is\n\nnote of Ama, .+ GMT\n\+233\.\.\.042 called\nit has come$/)
  const shown = JSON.parse((await run('inbox', 'get', 'order-1', '--json', '--store', file)).out)
  expect(shown.notes).toMatchObject([{ by: 'Kofi' }, { by: 'Ama', note: '+233...042 called\nit has come' }])
  expect((await run('inbox', 'note', 'order-1', '--by', 'Ama', '--store', file)).code).not.toBe(0)
})

it('says at which screens sessions were left', async () => {
  const kept = await keptStore()
  const none = await run('sessions', 'drop-off', '--store', kept.file)
  expect(none).toMatchObject({ code: 0, out: "No session of 'default' is kept." })
  const turn: Omit<TurnOpening, 'sessionId'> = {
    kind: 'ussd',
    turn: '1',
    sequence: 1,
    attempt: 'a',
    isCopy: false,
    entered: '*713#',
    type: 'initiation',
    at: noon,
    phone: '+233...042',
    phoneKey: 'key',
    expiry: 90_000,
  }
  for (const sessionId of ['s1', 's2']) {
    const open = await kept.opened.turns.open({ ...turn, sessionId, attempt: sessionId })
    if (open.status !== 'opened') throw new Error(`The turn is ${open.status}`)
    const session = { state: null, isOver: false, masksAnswer: false, late: null }
    const screen = `Pay GHS ${sessionId.slice(1)}.00?`
    const closing = { reply: '{}', screen, source: 'handler', ms: 1, session, goesOn: false }
    await kept.opened.turns.close({ ...turn, sessionId, fence: open.fence, ...closing })
  }
  const { out } = await run('sessions', 'drop-off', '--store', kept.file)
  expect(out).toBe('2 of 2 sessions were left; 0 are open.\n\n2  100.0 %  ussd  2 by silence\n      Pay GHS #?')
  const capped = await run('sessions', 'drop-off', '--most', '1', '--kind', 'ussd', '--store', kept.file)
  expect(capped.out).toContain('--most looks at more')
  const json = JSON.parse((await run('sessions', 'drop-off', '--json', '--store', kept.file)).out)
  expect(json).toMatchObject({ looked: 2, left: 2, open: 0, isMore: false, screens: [{ count: 2, share: 1 }] })
  const later = await run('sessions', 'drop-off', '--since', '1h', '--store', kept.file)
  expect(later.out).toBe("No session of 'default' fits --since 1h.")
  expect(await run('sessions', 'drop-off', '--most', '0', '--store', kept.file)).toMatchObject({
    code: 2,
    err: expect.stringContaining('--most takes a whole number from 1 to 10000'),
  })
})
