import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { run } from '../run.ts'
import { callback, keptStore, paid, payloadOf, rejected } from './kept-store.ts'

// An Arabic letter mark, a soft hyphen, an annotation anchor, a tag, a right-to-left override, and what erases a screen.
const hidden = 'a\u061cb\u00adc\ufff9d\u{e0041}e\u202ef\u001b[2Jg\u009bh'
const seen = /[^\P{C}\n]|\p{Default_Ignorable_Code_Point}/u
const reference = `order-${hidden}`

async function kept() {
  const { file, folder, accept, end } = await keptStore()
  const payload = payloadOf(callback(reference, { Description: hidden, [hidden]: hidden }))
  await accept(paid(reference, { payload }), rejected('r1', `{"${hidden}": ${hidden}`, `must be ${hidden}`))
  await end('dead', `failed at ${hidden}`)
  return { place: ['--store', file], folder, id: `checkout:checkoutId:${reference}|paid` }
}

it.each([
  ['list'],
  ['list', '--all'],
  ['get', reference],
  ['get', reference, '--unmasked', '--reason', 'asked'],
  ['get', 'r1'],
  ['get', 'r1', '--unmasked', '--reason', 'asked'],
  ['export', reference],
  ['replay', reference],
])('nothing invisible is printed by inbox %s', async (...args) => {
  const { place } = await kept()
  const plain = await run('inbox', ...args, ...place)
  expect(plain.code).toBe(0)
  expect(plain.out + plain.err).not.toMatch(seen)
})

it('JSON is read as the value that is kept', async () => {
  const { place, id, folder } = await kept()
  const { out } = await run('inbox', 'get', reference, '--unmasked', '--reason', 'asked', '--json', ...place)
  expect(out).not.toMatch(seen)
  expect(JSON.parse(out)).toMatchObject({ id, reference, raw: { Data: { Description: hidden, [hidden]: hidden } } })
  const all = await run('inbox', 'list', '--all', '--json', ...place)
  expect(all.out).not.toMatch(seen)
  expect(all.out.split('\n').map((line) => JSON.parse(line).id)).toContain(id)
  const file = join(folder, 'fixture.json')
  await run('inbox', 'export', reference, '--out', file, ...place)
  expect(readFileSync(file, 'utf8')).not.toMatch(seen)
})

const odd = `${hidden}\nSecond line`

it.each([
  [[odd]],
  [['inbox', odd]],
  [['inbox', 'list', odd]],
  [['inbox', 'list', `--${odd}`]],
  [['inbox', 'list', '--state', odd]],
  [['inbox', 'list', '--since', odd]],
  [['inbox', 'list', '--limit', odd]],
  [['inbox', 'list', '--store', odd]],
  [['inbox', 'list', '--store', `ftp://${odd}`]],
  [['inbox', 'get', odd]],
  [['inbox', 'get', 'r1', '--registration', odd]],
  [['inbox', 'list', '--reference', odd]],
  [['sessions', 'get', odd]],
  [['sessions', 'list', '--country', odd]],
  [['urls', odd]],
])('an argument is repeated on one line, with nothing invisible in it: %j', async (args) => {
  const { place } = await kept()
  const { out, err } = await run(
    ...args,
    ...(args.length < 2 || args.includes('--store') || args[0] === 'urls' ? [] : place),
  )
  expect(out + err).not.toBe('')
  expect(out + err).not.toMatch(seen)
  expect(out + err).not.toMatch(/^Second line/m)
})
