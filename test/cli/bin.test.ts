import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { bin } from './bin.ts'
import { app } from './run.ts'

const run = promisify(execFile)

test('the executable prints nothing but what was asked for, and ends', async () => {
  const { stdout } = await run(process.execPath, [bin, 'urls', app('shop'), '--json'])
  expect(JSON.parse(stdout)).toHaveLength(1)
})

test('the executable ends with the code of its command', async () => {
  await expect(run(process.execPath, [bin, 'fly'])).rejects.toMatchObject({ code: 2, stdout: '' })
})
