import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bin } from './bin.ts'
import { app } from './run.ts'

const module = app('logs')

test.each([
  ['map', [module, '--depth', '1']],
  ['run', [module, 'story.yaml']],
  ['replay', [module, 'push.json']],
  ['trigger', ['ussd', module]],
  ['trigger', ['ussd', module, '--set', 'Message=fail']],
  ['dial', ['*713#', module]],
  ['urls', [module]],
  ['doctor', [module]],
])('%s %j: with --json there is nothing but JSON on stdout, though the application logs there', async (name, args) => {
  const out = await outOf([name, ...args, '--json'])
  expect(() => JSON.parse(out), out).not.toThrow()
})

function outOf(args: readonly string[]): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'merchant-json-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const body = { SessionId: 'a1', Mobile: '233000000000', ServiceCode: '713', Type: 'Initiation', Message: '*713#' }
  const about = { name: 'dials', kind: 'ussd', description: '', source: '', expect: { status: 200 } }
  writeFileSync(join(cwd, 'push.json'), JSON.stringify({ ...about, request: { method: 'POST', body } }))
  writeFileSync(join(cwd, 'story.yaml'), "dialogue: dials\nsteps:\n  - dial: '*713#'\n    screen: Goodbye\n")
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [bin, ...args], { cwd }, (_error, out) => resolve(out))
    child.stdin?.end()
  })
}
