import { expect, it } from 'vitest'
import { inboxRow } from '../../../src/cli/inbox/list.ts'
import { run, runAt } from '../run.ts'
import { keptStore, message, noon, paid, rejected } from './kept-store.ts'

it('prints the newest entries as a table', async () => {
  const { file, accept, end } = await keptStore()
  await accept(paid('order-1'))
  await end('dead', 'no database')
  await accept(paid('order-2', { receivedAt: noon + 61_000 }), rejected('r1', '{', 'The body must be valid JSON'))
  const { code, out, err } = await run('inbox', '--store', file)
  expect(code).toBe(0)
  expect(err).toBe('')
  expect(out.split('\n')).toEqual([
    'id                                state     received          tries  reference  note',
    'r1                                rejected  2026-03-01 12:00  0                 The body must be valid JSON',
    'checkout:checkoutId:order-2|paid  waiting   2026-03-01 12:01  0      order-2',
    'checkout:checkoutId:order-1|paid  dead      2026-03-01 12:00  1      order-1    no database',
  ])
})

it('cuts what is wide where the terminal is narrow', async () => {
  const { file, accept } = await keptStore()
  await accept(paid('an-order-with-quite-a-long-reference'))
  const { out } = await runAt({ columns: 80 }, 'inbox', 'list', '--store', file)
  const lines = out.split('\n')
  expect(lines).toHaveLength(2)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  expect(lines[1]).toContain('…')
  expect(lines[1]).toContain('2026-03-01 12:00  ')
})

it('says the rest under each row, with its heading, where a terminal is as narrow as a phone', async () => {
  const { file, accept } = await keptStore()
  await accept(paid('order-1'))
  const { out } = await runAt({ columns: 40 }, 'inbox', 'list', '--store', file)
  expect(out.split('\n')).toEqual([
    'id                               state',
    'checkout:c…ckoutId:order-1|paid  waiting',
    '    received: 2026-03-01 12:00',
    '    tries: 0',
    '    reference: order-1',
  ])
})

it('takes what it has cut: the ids and references of five watches at 80 columns each name one', async () => {
  const { file, accept } = await keptStore()
  const watches = ['1f', '2e', '3d', '4c', '5b'].map((end) => {
    const session = `7c1d0a52-93be-4f0e-8a6d-0b51c9e7f0${end}`
    const reference = `d29124bd2593f3aa60c1d29124bd25${end}`
    return paid(reference, { kind: 'askedPayment', id: `askedPayment:ussd:${session}|${end}`, lane: session })
  })
  await accept(...watches)
  const { out } = await runAt({ columns: 80 }, 'inbox', 'list', '--store', file)
  const rows = out.split('\n').slice(1)
  const named = rows.flatMap((row) => [row.split(/ {2,}/)[0] ?? '', row.split(/ {2,}/)[4] ?? ''])
  expect(new Set(named)).toHaveProperty('size', 10)
  for (const [place, word] of named.entries()) {
    const { code, out: shown, err } = await run('inbox', 'get', word, '--store', file)
    const id = watches.toReversed()[Math.floor(place / 2)]?.id
    expect({ word, code, err, first: shown.split('\n')[0]?.replace(/ +/, ' ') }).toEqual({
      word,
      code: 0,
      err: '',
      first: `id ${id}`,
    })
  }
})

it('shows the whole note under its row where the terminal is narrow, and waits in whole seconds', async () => {
  const { file, opened, accept } = await keptStore()
  await accept(paid('order-1', { receivedAt: Date.now() }))
  const [claim] = await opened.inbox.claim(1)
  if (claim === undefined) throw new Error('Nothing is due')
  const error = 'Error: the warehouse is closed, and nobody knows when it will be open again'
  const attempt = { number: 1, startedAt: noon, ms: 7.4, error, replay: false }
  await opened.inbox.settle(claim, { state: 'waiting', retryIn: 1_000_000, attempt })
  const { out } = await runAt({ columns: 80 }, 'inbox', 'list', '--store', file)
  const lines = out.split('\n')
  expect(lines[1]).toMatch(/^checkout:checkoutId:order-1\|paid {2}waiting /)
  expect(lines.slice(2)).toEqual([
    '    next in 17 m; Error: the warehouse is closed, and nobody knows when it will',
    '    be open again',
  ])
})

it.each([
  [457, '1 s'],
  [1_001, '2 s'],
])('says of %d ms that the next attempt is in %s', (ms, said) => {
  const dueAt = new Date(noon + ms)
  const entry = { id: 'a', state: 'waiting', receivedAt: new Date(noon), attempts: [], reference: null, dueAt } as const
  const rest = { reason: null, conflictsWith: null, replay: false, awaitsReplay: false, review: null }
  expect(inboxRow({ ...entry, ...rest }, noon).at(-1)).toBe(`next in ${said}`)
})

it('shows no phone number whole, and nothing that steers a terminal', async () => {
  const { file, accept } = await keptStore()
  await accept(
    message('VOTE'),
    paid('+233000000042'),
    paid('0000000042'),
    paid('\u001b[2Jcleared\u202e'),
    paid('0000001234567890123456789'),
  )
  for (const format of [['--json'], ['--json', '--all'], []]) {
    const { out } = await run('inbox', '--store', file, ...format)
    expect(out).not.toMatch(/233000000042|0000000042\b/)
    expect(out).toContain('+233...042')
    expect(out).toContain('000...042')
    expect(out).not.toMatch(/[^\P{C}\n]/u)
    expect(out).toContain('0000001234567890123456789')
  }
})

it('finds by every filter', async () => {
  const { file, accept, end } = await keptStore()
  await accept(paid('order-1'))
  await end('dead')
  await accept(paid('order-2', { receivedAt: Date.now() - 1_000 }), message('VOTE'))
  await accept(paid('order-1', { fingerprint: 'another' }))
  const idsOf = async (...filter: string[]) => {
    const { out } = await run('inbox', '--store', file, '--json', ...filter)
    const { entries }: { entries: { reference: string; state: string }[] } = JSON.parse(out)
    return entries.map(({ reference, state }) => `${reference} ${state}`)
  }
  expect(await idsOf('--state', 'dead')).toEqual(['order-1 dead'])
  expect(await idsOf('--state', 'Dead,waiting', '--kind', 'inboundmessage')).toEqual(['VOTE waiting'])
  expect(await idsOf('--reference', 'order-2')).toEqual(['order-2 waiting'])
  expect(await idsOf('--lane', 'checkout:checkoutId:order-2')).toEqual(['order-2 waiting'])
  expect(await idsOf('--conflicts')).toEqual(['order-1 waiting'])
  expect(await idsOf('--since', '2h')).toEqual(['order-2 waiting'])
  expect(await idsOf('--until', '2026-03-01T12:00:01Z', '--kind', 'inboundMessage')).toEqual(['VOTE waiting'])
})

it('goes on from a cursor, and says how', async () => {
  const { file, accept } = await keptStore()
  await accept(paid('order-1'), paid('order-2'), paid('order-3'))
  const first = await run('inbox', '--store', file, '--limit', '2')
  const [, cursor = ''] = /--cursor (\S+) shows the next/.exec(first.err) ?? []
  expect(first.out).toContain('order-3')
  const second = await run('inbox', '--store', file, '--limit', '2', '--cursor', cursor)
  expect(second.out).toContain('order-1')
  expect(second.err).toBe('')
})

it('prints all pages as one table, or as one line of JSON for each entry', async () => {
  const { file, accept } = await keptStore()
  await accept(paid('order-1'), paid('order-2'), paid('order-3'))
  const table = await run('inbox', '--store', file, '--all', '--limit', '2')
  expect(table.out.split('\n').map((line) => line.split(' ')[0])).toEqual([
    'id',
    'checkout:checkoutId:order-3|paid',
    'checkout:checkoutId:order-2|paid',
    'checkout:checkoutId:order-1|paid',
  ])
  const lines = await run('inbox', '--store', file, '--all', '--json')
  expect(lines.out.split('\n').map((line) => JSON.parse(line).reference)).toEqual(['order-3', 'order-2', 'order-1'])
})

it('prints JSON of one shape, whatever there is', async () => {
  const { file, accept, end } = await keptStore()
  expect(JSON.parse((await run('inbox', '--store', file, '--json')).out)).toEqual({ entries: [], next: null })
  await accept(paid('order-1'))
  await end('dead', 'no database')
  const { out } = await run('inbox', '--store', file, '--json')
  expect(JSON.parse(out)).toEqual({
    entries: [
      {
        kind: 'checkout',
        id: 'checkout:checkoutId:order-1|paid',
        state: 'dead',
        lane: 'checkout:checkoutId:order-1',
        reference: 'order-1',
        conflictsWith: null,
        receivedAt: '2026-03-01T12:00:00.000Z',
        dueAt: null,
        finishedAt: expect.stringMatching(/Z$/),
        replay: false,
        awaitsReplay: false,
        attempts: [
          {
            number: 1,
            startedAt: '2026-03-01T12:00:00.005Z',
            ms: expect.closeTo(7.4),
            error: 'no database',
            replay: false,
          },
        ],
        failures: 1,
        reason: null,
        review: null,
      },
    ],
    next: null,
  })
})

it('notes what waits, what was asked for again and what contradicts', async () => {
  const { file, accept, opened } = await keptStore()
  await accept(paid('order-1'), paid('order-1', { fingerprint: 'another' }))
  const [claim] = await opened.inbox.claim(1)
  if (claim === undefined) throw new Error('Nothing is due')
  const attempt = { number: 1, startedAt: noon, ms: 1, error: 'busy', replay: false }
  await opened.inbox.settle(claim, { state: 'waiting', retryIn: 600_000, attempt })
  const { out } = await run('inbox', '--store', file)
  expect(out).toMatch(/waiting .* order-1 +next in (?:10|9|600) \w; busy$/m)
  expect(out).toMatch(/contradicts another$/m)
})

it('notes what somebody asked for, until it is done', async () => {
  const { file, accept, end, opened } = await keptStore()
  await accept(paid('order-1'))
  await end('dead', 'busy')
  await opened.inbox.replay('default', 'checkout:checkoutId:order-1|paid')
  expect((await run('inbox', '--store', file)).out).toMatch(/waiting .* order-1 +to be replayed; busy$/m)
  await end('done')
  expect((await run('inbox', '--store', file)).out).toMatch(/done .* order-1 +replayed$/m)
})

it('says when there is nothing, and how to find more', async () => {
  const { file } = await keptStore()
  expect(await run('inbox', '--store', file)).toMatchObject({ code: 0, out: "The inbox of 'default' is empty." })
  expect((await run('inbox', '--store', file, '--all')).out).toBe("The inbox of 'default' is empty.")
  expect((await run('inbox', '--store', file, '--state', 'dead', '--conflicts', '--since', '2h')).out).toBe(
    "Nothing in the inbox of 'default' fits --state dead --conflicts --since 2h: leave something out to find more.",
  )
})
