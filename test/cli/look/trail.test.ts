import { expect, it } from 'vitest'
import { personOf } from '../../../src/cli/look/person.ts'
import { run, runAt } from '../run.ts'
import { keptStore, paid } from './kept-store.ts'

const id = 'checkout:checkoutId:order-1|paid'

async function withDead() {
  const kept = await keptStore()
  await kept.accept(paid('order-1'), paid('order-2'))
  await kept.end('dead', 'the ledger is closed')
  await kept.end('dead', 'the ledger is closed')
  return kept
}

it('shows what was done on the command line, by whom and why', async () => {
  const { file } = await withDead()
  const place = ['--store', file]
  const empty = await run('trail', ...place)
  expect(empty).toMatchObject({ code: 0, out: "Nobody has done anything yet in 'default'." })
  const ama = ['--by', 'Ama', ...place]
  await run('inbox', 'get', id, '--unmasked', '--reason', 'the payer called', ...ama)
  await run('inbox', 'export', id, ...ama)
  await run('inbox', 'replay', id, '--reason', 'it is open', ...ama)
  await run('inbox', 'redrive', '--reference', 'order-2', '--reason', 'it is open', ...ama)
  const { code, out, err } = await run('trail', ...place)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const [headings = '', ...rows] = out.split('\n')
  expect(headings).toMatch(/^at {2,}by +act +entry +about +reason$/)
  expect(rows.map((row) => row.replace(/^\S+ \S+ +/, '').replaceAll(/ {2,}/g, '|'))).toEqual([
    'Ama|redrive|done 1, skipped 0',
    `Ama|redrive|${id.replace('order-1', 'order-2')}`,
    'Ama|redrive|reference order-2, count 1|it is open',
    `Ama|replay|${id}|it is open`,
    `Ama|export|${id}`,
    `Ama|unmask|${id}|the payer called`,
  ])
})

it('fits 80 columns, and says all that was said, at the cost of ids and names', async () => {
  const { file, opened } = await withDead()
  const about = JSON.stringify({ phone: '+233...042', erased: 120, masked: 12, kept: 3, results: 4, sessions: 2 })
  const reason = 'asked for by letter on 3 March, with a copy of the card'
  const long = { by: 'Ama Mensah of the shop in the street to the market', reason: null, about: null, entry: null }
  await opened.trail.append('default', { ...long, act: 'erase', about, reason })
  await opened.trail.append('default', { ...long, act: 'call', entry: `checkout:checkoutId:${'k'.repeat(30)}|paid` })
  const { out } = await runAt({ columns: 80 }, 'trail', '--store', file)
  const lines = out.split('\n')
  expect(lines.filter((line) => line.length > 80)).toEqual([])
  expect(lines.slice(0, 2)).toEqual([
    expect.stringMatching(/^at {2,}by {2,}act {2,}entry$/),
    expect.stringMatching(/^20.* {2}Ama .*…\S* +call +checkout.*…k+\|paid$/),
  ])
  expect(lines.slice(2)).toEqual([
    expect.stringMatching(/^20.* {2}Ama .*… {2}erase$/),
    '    about: phone +233...042, erased 120, masked 12, kept 3, results 4, sessions',
    '           2',
    `    reason: ${reason}`,
  ])
})

it('shows it in JSON, for one entry, by time, and page by page', async () => {
  const { file } = await withDead()
  const place = ['--store', file]
  await run('inbox', 'export', 'order-1', '--by', '+233000000042', ...place)
  await run('inbox', 'export', 'order-2', '--by', 'Kofi', ...place)
  const { out } = await run('trail', '--entry', 'order-1', '--json', ...place)
  const line = {
    at: expect.stringMatching(/Z$/),
    act: 'export',
    by: '+233...042',
    entry: id,
    about: null,
    reason: null,
  }
  expect(JSON.parse(out)).toEqual({ lines: [line], next: null })
  const all = await run('trail', '--all', '--json', ...place)
  expect(all.out.split('\n').map((each) => JSON.parse(each).by)).toEqual(['Kofi', '+233...042'])
  const first = await run('trail', '--limit', '1', ...place)
  expect(first.err).toContain('There are more: --cursor')
  const none = await run('trail', '--until', '2026-01-01', ...place)
  expect(none.out).toContain("Nothing on the trail of 'default' fits --until 2026-01-01")
})

it('names whoever is logged in where nobody is named, and nobody where that has no name', async () => {
  const { file, opened } = await withDead()
  await run('inbox', 'export', 'order-1', '--store', file)
  const { lines } = await opened.trail.list({ registration: 'default', limit: 1 })
  expect(lines).toMatchObject([{ by: personOf({}).by }])
  expect(personOf({ by: 'Ama', reason: 'x' }, () => 'kofi')).toEqual({ by: 'Ama', reason: 'x' })
  expect(personOf({}, () => 'kofi')).toEqual({ by: 'kofi', reason: undefined })
  const failing = () => {
    throw new Error('no such user')
  }
  expect(personOf({}, failing)).toEqual({ by: undefined, reason: undefined })
  await opened.trail.append('default', { by: null, act: 'call', entry: null, about: null, reason: null })
  expect((await run('trail', '--store', file)).out).toMatch(/\n\S+ \S+ +\? +call/)
})
