import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { app, run } from './run.ts'

const shop = app('shop')

test.each([
  ['map', 'no-such.js'],
  ['map', shop, '--compare', 'no-such.js'],
  ['replay', 'no-such.js', 'checkout/paid-camel'],
  ['dial', '*713#', 'no-such.js'],
  ['dev', 'no-such.js'],
  ['simulate', 'no-such.js'],
  ['trigger', 'ussd', 'no-such.js'],
  ['chaos', 'no-such.js'],
  ['urls', 'no-such.js'],
  ['check-sessions', '--against', 'no-such.js', '--store', 'no-such.db'],
  ['replay-day', '--against', 'no-such.js', '--store', 'no-such.db'],
  ['run', 'no-such.yaml', shop],
  ['run', 'no-such/*.yaml', shop],
  ['replay', 'no-such.json', shop],
  ['inbox', '--store', 'no-such.db'],
  ['backup', '--store', 'no-such.db', '--to', tmpdir()],
])('a file that is not there ends every command with 1, and is named in the same words: %j', async (...words) => {
  const { code, out, err } = await run(...words)
  expect({ code, out, err }).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^There is no file no-such\S+\.$/),
  })
})
