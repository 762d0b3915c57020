import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { phone } from '../../src/testing/index.ts'
import { root } from '../docs/documents.ts'
import { fileOfTest } from '../store/sqlite/opened.ts'
import { call, pay, report, settled, shopOn, write } from './shop.ts'

const run = promisify(execFile)
const command = (...args: readonly string[]) => run(process.execPath, [`${root}dist/cli/merchant.js`, ...args])

/** Numbers that begin with what no other bytes of the file do. */
const numbers = Array.from({ length: 60 }, (_, index) => `+2330077${String(index).padStart(5, '0')}`)
// In a process of its own: closing a file frees the locks that this process has on it.
const look = `const { filesWith } = await import('${root}src/store/sqlite/files-with.ts')
console.log(JSON.stringify(process.argv.slice(2).map((digits) => filesWith((piece) => piece.includes(digits), process.argv[1]).length)))`

/** In how many of the files each of the numbers stands. */
async function found(file: string, which: readonly string[]): Promise<readonly number[]> {
  const digits = which.map((number) => number.slice(1))
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', look, file, ...digits])
  return JSON.parse(stdout)
}

it('no byte of a number is left in the files that an application works on, nor of what was forgotten before', async () => {
  const file = fileOfTest()
  const app = await shopOn(sqliteStore(file), { retention: { entriesDays: 90 } })
  for (const number of numbers) {
    await report(app, `m${number.slice(-5)}`, number)
    await write(app, number, `I am ${number}`)
    await pay(app, `p${number.slice(-5)}`, number)
    await call(app, number)
  }
  await settled(app)
  const gone = numbers.filter((_, index) => index % 6 === 0)
  expect(await found(file, numbers)).not.toContain(0)
  for (const number of gone) {
    const { stdout } = await command('erase', '--phone', number, '--store', file, '--yes', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ erased: 2, masked: 1, sessions: 1, remains: [] })
  }
  expect((await found(file, numbers)).map((count) => count > 0)).toEqual(numbers.map((each) => !gone.includes(each)))
  // The application has gone on.
  await report(app, 'after', '+233000000001')
  await settled(app)
  await app.close()

  // The same without it.
  const [number = ''] = numbers.filter((each) => !gone.includes(each))
  const { stdout } = await command('erase', '--phone', number, '--store', file, '--yes')
  expect(stdout).toContain('The number stands nowhere in the files any more.')
  expect(await found(file, [number])).toEqual([0])
})

it('names the files in which a number stands as it is dialled, or with spaces, without its country too', async () => {
  const file = fileOfTest()
  const app = await shopOn(sqliteStore(file), {
    ussd: (push, turn) => (push.type === 'initiation' ? turn.prompt('Send to?') : turn.end(`Sent to ${push.message}`)),
  })
  // Of somebody else, who sent something to them: that stays theirs.
  await phone(app, { mobile: '+233007800001' }).dial('*713#').reply('0077000042')
  await phone(app, { mobile: '+233007800002' }).dial('*713#').reply('007 700 0043')
  await app.close()
  for (const number of ['+233077000042', '+233077000043', '+233077000044']) {
    const left = number.endsWith('44') ? [] : [expect.stringContaining('-turns')]
    for (const country of [[], ['--country', 'GH']]) {
      const { stdout } = await command('erase', '--phone', number, ...country, '--store', file, '--yes', '--json')
      expect(JSON.parse(stdout).remains).toEqual(left)
    }
  }
})
