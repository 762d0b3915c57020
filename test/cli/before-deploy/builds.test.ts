import { expect, it, vi } from 'vitest'
import { run } from '../run.ts'
import { liveSchool, school, sqlite } from './live-school.ts'

const other = school.replace('school.ts', 'not-the-school.ts')

async function against(which: string) {
  const live = await liveSchool(await sqlite())
  await live.call('1')
  vi.stubEnv('SCHOOL', which)
  vi.stubEnv('SCHOOL_STORE', live.place)
  return run('check-sessions', '--store', live.place, '--against', other)
}

it('opens no store of an application that becomes ready while it is built', async () => {
  expect(await against('that is ready')).toEqual({
    code: 0,
    out: '1 session is open:\n  1 hold\n  0 break',
    err: '',
  })
})

it('runs no onReady hook, and says so where a script throws; of an application that is ready they have run', async () => {
  const { code, out } = await against('with a list of its own')
  expect(code).toBe(1)
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(
    /1 fails at step 1: .* hint onReady hooks of the build did not run\. If .* export the application after await app\.ready\(\)/,
  )
  expect(await against('with a list of its own, and ready')).toMatchObject({ code: 0, err: '' })
})

it.each([
  ['without the plugin', 'did not register the plugin.'],
  ['of before', "has an older version of this package, which can't be asked."],
  ['long before', "has an older version of this package, which can't be asked."],
  ['of another name', "has no registration 'default'."],
])('says what is wrong with an application %s', async (which, problem) => {
  expect(await against(which)).toEqual({
    code: 1,
    out: '',
    err: `The application of ${other} ${problem}`,
  })
})

it.each([
  [['--against', school], 'Name the store: --store merchant.db, --store postgres://…, or MERCHANT_STORE.'],
  [['--store', 'merchant.db'], "Required option '--against <module>' not specified."],
  [['--store', 'merchant.db', '--against', school, '--limit', '0'], '--limit takes'],
])('is not understood with %j', async (args, problem) => {
  const { code, err } = await run('check-sessions', ...args)
  expect(code).toBe(2)
  expect(err).toContain(problem)
})
