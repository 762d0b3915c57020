import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { assert, expect, inject, it } from 'vitest'
import { postgresStore } from '../../src/store/postgres/index.ts'
import { storeOn } from '../../src/store/sqlite/sqlite-store.ts'
import { phone } from '../../src/testing/index.ts'
import { phoneKey } from '../../src/text/phone.ts'
import { blockUnder } from '../docs/documents.ts'
import { pay, report, settled, shopOn, write } from '../people/shop.ts'
import { newDatabase } from '../postgres-shared.ts'
import { fileOfTest } from '../store/sqlite/opened.ts'
import { startHere } from '../store/sqlite/threads-here.ts'
import { keptStore, message, paid } from './look/kept-store.ts'
import { run, runAt } from './run.ts'

const own = '+233000000042'
const phones = [phoneKey(own)]

it('says what it would erase, erases with --yes, and names what stays', async () => {
  const { file, accept, end } = await keptStore()
  // Of those that came in the same ms any may be first.
  await accept(message('VOTE', { phones }))
  await end('done')
  await accept(message('HELP', { phones }), paid('order-1', { phones }))
  const place = ['--phone', '0000000042', '--country', 'GH', '--store', file]
  const planned = await run('erase', ...place)
  expect(planned).toMatchObject({ code: 0, err: '' })
  expect(planned.out).toMatch(
    /^of +\+233\.\.\.042\nentries to erase +1\npayments to keep .* 0\nsessions to erase +0\nsessions that stay +0\n/,
  )
  expect(planned.out).toMatch(/Kept, because something is still to be done:\n(?:.*\n)*.*its handler has not run/)
  expect(planned.out).toContain('Nothing was erased: say --yes.')
  expect(JSON.parse((await run('erase', ...place, '--json')).out)).toMatchObject({ dryRun: true, erased: 1 })

  const done = await run('erase', ...place, '--yes')
  expect(done.out).toMatch(/entries erased +1$/m)
  expect(done.err).toMatch(/^The number still stands in .*merchant\.db/)
  await end('done')
  await end('done')
  const { out } = await run('erase', ...place, '--yes', '--json', '--keep-payments-days', '0')
  expect(JSON.parse(out)).toMatchObject({ erased: 2, masked: 0, kept: [], remains: [] })
  expect((await run('erase', ...place, '--yes')).out).toContain('The number stands nowhere in the files any more.')
})

it('keeps what is to be replayed once the application runs: the dry run says so as the real run does', async () => {
  const file = fileOfTest()
  const app = await shopOn(storeOn(startHere, file, {}))
  await pay(app, 'tea', own)
  await settled(app)
  await app.close()
  expect(await run('inbox', 'replay', 'order-tea', '--store', file)).toMatchObject({ code: 0 })
  const place = ['--phone', own, '--store', file, '--json']
  const id = 'checkout:checkoutId:tea|paid'
  const { kept: open, ...planned } = JSON.parse((await run('erase', ...place)).out)
  expect(open).toEqual([{ kind: 'checkout', id, state: 'done', why: 'replay' }])
  expect(planned).toMatchObject({ erased: 0, masked: 0, payments: [] })
  expect((await run('erase', ...place.slice(0, -1))).out).toContain('a replay of it was requested')
  const { remains: _, kept, ...done } = JSON.parse((await run('erase', ...place, '--yes')).out)
  expect(done).toEqual({ ...planned, dryRun: false })
  // While its files are held to erase, the replay may have been begun.
  expect(kept).toMatchObject([{ id }])
  const shown: object = JSON.parse(blockUnder('docs/reference/commands.md', 'erase', 'json').code)
  expect(Object.keys(shown).toSorted()).toEqual([...Object.keys(done), 'kept', 'remains'].toSorted())
})

it('shows how many entries are read where a person looks on', async () => {
  const { file, accept } = await keptStore()
  await accept(paid('order-1'))
  const drawn: string[] = []
  const terminal = { progress: (line: string) => drawn.push(line), columns: 80 }
  const { out } = await runAt(terminal, 'erase', '--phone', own, '--thorough', '--store', file)
  expect(out).toContain('Nothing was erased')
  expect(drawn.at(-2)).toContain('1 of 1 entries read')
  expect(drawn.at(-1)).toBe('')
})

it('names what somebody else wrote with the number in it, where every entry is read', async () => {
  const file = fileOfTest()
  const app = await shopOn(storeOn(startHere, file, {}))
  await write(app, '+233000000043', `call ${own} for me`)
  await settled(app)
  const place = ['--phone', own, '--store', file]
  expect((await run('erase', ...place)).out).not.toContain('Of somebody else')
  const { out } = await run('erase', ...place, '--thorough')
  expect(out).toMatch(/entries to erase +0$/m)
  expect(out).toMatch(/^Of somebody else, .*kept as they are:\n(?:.*\n)*inboundMessage/m)
})

it('takes what can be read no more for theirs, where every entry is read and the number stands in it', async () => {
  const { file, accept, end } = await keptStore()
  const fields = { note: `of ${own}` }
  const payload = new TextEncoder().encode(JSON.stringify({ carrier: 'json', fields, raw: fields }))
  await accept(message('VOTE', { payload }))
  await end('done')
  const { out } = await run('erase', '--phone', own, '--store', file, '--thorough')
  expect(out).toMatch(/entries to erase +1$/m)
})

it.each([
  ['a number as it is dialled, without its country', '0000000042'],
  ['an id under which nothing is kept', 'client-5f2e9c'],
  ['nothing', ' '],
])('refuses %s, before it does anything', async (_what, given) => {
  const { file, folder, accept, end } = await keptStore()
  await accept(message('VOTE', { phones }))
  await end('done')
  const place = ['--phone', given, '--store', file]
  const refused = { code: 2, out: '', err: expect.stringMatching(/^--phone must be a whole (?:phone )?number/) }
  expect(await run('erase', ...place)).toMatchObject(refused)
  expect(await run('erase', ...place, '--yes', '--json')).toMatchObject(refused)
  const to = join(folder, 'person.json')
  expect(await run('export', ...place, '--unmask', '--reason', 'asked for it', '--out', to)).toMatchObject(refused)
  expect(existsSync(to)).toBe(false)
  expect((await run('trail', '--store', file)).out).toContain('Nobody has done anything yet')
})

it.each([
  ['a number that came as it is dialled, to an application without a country', '0000000042'],
  ['an id that a channel sends in the place of a number', 'client-5f2e9c'],
])('erases %s by the same text, and says that it looked for nothing else', async (_what, given) => {
  const { file, accept, end } = await keptStore()
  await accept(message('VOTE', { phones: [phoneKey(given)] }))
  await end('done')
  const { code, out } = await run('erase', '--phone', given, '--store', file, '--yes')
  expect(code).toBe(0)
  expect(out).toMatch(/entries erased +1$/m)
  expect(out).toMatch(/\nWritten as you gave it, it stands nowhere in the files any more\. .* --country GH\.$/)
})

it('erases on PostgreSQL, and says where rows stay', async () => {
  const url = await newDatabase(inject('postgresPort'))
  const app = await shopOn(postgresStore(url))
  await report(app, 'm1', own)
  await settled(app)
  const { out, code } = await run('erase', '--phone', own, '--store', url, '--yes')
  expect(code).toBe(0)
  expect(out).toMatch(/entries erased +1$/m)
  expect(out).toContain('PostgreSQL has the rows in its files until it needs their room')
  const { out: json } = await run('erase', '--phone', own, '--store', url, '--yes', '--json')
  expect(JSON.parse(json)).not.toHaveProperty('remains')
  expect(await run('erase', '--phone', 'client-5f2e9c', '--store', url, '--yes')).toMatchObject({ code: 2 })
})

it('names what stays, and until when', async () => {
  const file = fileOfTest()
  const app = await shopOn(storeOn(startHere, file, {}), { ussd: (_push, turn) => turn.prompt('Your name?') })
  for (let number = 0; number < 52; number++) await pay(app, `paid-${number}`, own)
  await settled(app)
  const caller = phone(app, { mobile: own })
  await caller.dial('*713#')
  const { out } = await run('erase', '--phone', own, '--store', file)
  expect(out).toMatch(/^sessions that stay +1$/m)
  expect(out).toMatch(new RegExp(`^ussd +${caller.sessionId} +20.*Z +it is open$`, 'm'))
  expect(out).toMatch(/^results of once that stay +104$/m)
  expect(out).toMatch(/^(?:receipt|till) +20\S+Z +checkout:checkoutId:paid-\d+\|paid +a replay asks for it$/m)
  expect(out).toMatch(/^and 54 more$/m)
  expect(out).toMatch(/^checkout +order-paid-\d+ +retention.entriesDays +checkout:checkoutId:paid/m)
  expect(out).toMatch(/^and 2 more$/m)
})

it('fits 80 columns, and says each reason whole', async () => {
  const file = fileOfTest()
  const app = await shopOn(storeOn(startHere, file, {}))
  await pay(app, `paid-${'k'.repeat(30)}`, own)
  await settled(app)
  const { out } = await runAt({ columns: 80 }, 'erase', '--phone', own, '--store', file)
  expect(out.split('\n').filter((line) => line.length > 80)).toEqual([])
  expect(out).toMatch(/^checkout +order-\S*…k+ +retention.entriesDays +checkou\S*…k+\|paid$/m)
  expect(out).toMatch(/^(?:receipt|till) +20\S+Z +checkout:\S*…k+\|paid\n {4}a replay asks for it$/m)
})

it('exports masked, or whole for a reason, to a file that was not there', async () => {
  const { file, folder, accept, end } = await keptStore()
  await accept(message('VOTE for Ama', { phones }))
  await end('done')
  const place = ['--phone', own, '--store', file]
  const { out } = await run('export', ...place)
  expect(JSON.parse(out)).toMatchObject({ phone: '+233...042', unmasked: null, entries: [{ kind: 'inboundMessage' }] })
  expect(out).not.toMatch(/000000042/)
  const to = join(folder, 'person.json')
  const written = await run('export', ...place, '--unmask', '--reason', 'asked for it', '--out', to)
  expect(written.out).toMatch(/^Wrote 1 entry and 0 sessions to /)
  expect(readFileSync(to, 'utf8')).toContain('VOTE for Ama')
  // Nobody else reads it.
  expect(statSync(to).mode & 0o777).toBe(0o600)
  expect(await run('export', ...place, '--out', to)).toMatchObject({ code: 1, err: expect.stringContaining('already') })
  const other = join(folder, 'other.json')
  expect(JSON.parse((await run('export', ...place, '--out', other, '--json')).out)).toEqual({
    file: other,
    entries: 1,
    sessions: 0,
    elsewhere: [],
  })
})

it.each([
  [
    ['erase', '--phone', own, '--keep-payments-days', 'all'],
    /--keep-payments-days takes a whole number from 0 to 99999, not 'all'/,
  ],
  [['export', '--phone', own, '--unmask'], /--unmask and --reason go together/],
  [['export', '--phone', own, '--reason', 'curious'], /--unmask and --reason go together/],
  [['erase'], /required option '--phone <number>' not specified/i],
])('does not understand %j', async (words, problem) => {
  const { file } = await keptStore()
  expect(await run(...words, '--store', file)).toMatchObject({ code: 2, err: expect.stringMatching(problem) })
})

it('names the other registrations that keep something of theirs, and how to come to it', async () => {
  const { file, accept, end, openFor } = await keptStore()
  await accept(message('VOTE', { phones }))
  await end('done')
  const tickets = await openFor('box office')
  await tickets.inbox.accept(message('VOTE', { phones }), false)
  await (await openFor('empty')).inbox.accept(message('VOTE', { phones: [phoneKey('+233000000043')] }), false)
  const place = ['--phone', own, '--store', file]
  const said =
    /^Registration 'box office' keeps something of theirs too \(entries: 1, sessions: 0\)\. .* --registration 'box office'\.$/m
  const elsewhere = [{ registration: 'box office', entries: 1, sessions: 0 }]
  expect((await run('erase', ...place)).err).toMatch(said)
  const exported = await run('export', ...place)
  expect(exported.err).toMatch(said)
  expect(JSON.parse(exported.out)).toMatchObject({ elsewhere })
  expect(JSON.parse((await run('erase', ...place, '--yes', '--json')).out)).toMatchObject({ erased: 1, elsewhere })
  await run('erase', ...place, '--registration', 'empty', '--yes')
  const [claim] = await tickets.inbox.claim(1)
  assert(claim !== undefined)
  const attempt = { number: 1, startedAt: 0, ms: 1, error: null, replay: false }
  await tickets.inbox.settle(claim, { state: 'done', attempt })
  const last = await run('erase', ...place, '--registration', 'box office', '--yes')
  expect(last.out).toMatch(/entries erased +1$/m)
  expect(last.err).not.toContain('keeps something')
})
