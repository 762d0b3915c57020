import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { bin } from '../bin.ts'
import { keptStore, paid } from './kept-store.ts'

const run = promisify(execFile)

test('the executable looks into the store of a running application, and ends', async () => {
  const { file, accept } = await keptStore()
  await accept(paid('order-1'))
  const { stdout, stderr } = await run(process.execPath, [bin, 'inbox', 'count', '--store', file, '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ waiting: 1, dead: 0 })
  expect(stderr).toBe('')
})

test('the executable leaves what is asked for to the running application', async () => {
  const { file, accept, end, opened } = await keptStore()
  await accept(paid('order-1'))
  await end('dead', 'no database')
  await run(process.execPath, [bin, 'inbox', 'replay', 'order-1', '--store', file])
  let state: string | undefined
  for (let look = 0; look < 500 && state !== 'waiting'; look++) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    state = (await opened.inbox.get('default', 'checkout:checkoutId:order-1|paid'))?.state
  }
  expect(state).toBe('waiting')
})

test('the executable ends with 1 where it cannot, and says no more than why', async () => {
  await expect(run(process.execPath, [bin, 'sessions', '--store', 'no-such.db'])).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'There is no file no-such.db.\n',
  })
})
