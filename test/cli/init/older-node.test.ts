import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { run } from '../run.ts'

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))

/** Makes this Node one without SQLite: imports of it cannot be resolved, and there is no other way to it. */
const older = `
import { registerHooks } from 'node:module'
const { getBuiltinModule } = process
const isMissing = (name) => name === 'node:sqlite'
Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })
process.getBuiltinModule = (name) => (isMissing(name) ? undefined : getBuiltinModule(name))
registerHooks({
  resolve: (name, context, next) => {
    if (isMissing(name)) throw new Error('No such built-in module: ' + name)
    return next(name, context)
  },
})
`

test.each([
  ['started', 'server', []],
  ['tested', 'test/shop.test', ['--test']],
])('the shop that is %s on an older Node says which one it needs', async (_how, file, options) => {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-older-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await run('init', folder, '--no-install', '--js')
  symlinkSync(modules, join(folder, 'node_modules'))
  writeFileSync(join(folder, 'older.mjs'), older)
  const { NODE_TEST_CONTEXT: _of, NODE_OPTIONS: _own, ...env } = process.env
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', './older.mjs', ...options, `${file}.js`], {
    cwd: folder,
    encoding: 'utf8',
    env,
  })
  expect(stdout + stderr).toContain('Node 22.13 or newer is needed, and this is 20.20.2')
  expect(stdout + stderr).not.toContain('No such built-in module')
})
