import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bin } from './bin.ts'
import { app } from './run.ts'

const module = app('client-of-module')

test.each([
  ['chaos', [module, '--runs', '3', '--steps', '10', '--blocked', '60000']],
  ['map', [module]],
  ['run', [module, 'story.yaml', 'again.yaml']],
  ['dial', ['*713#', module]],
  ['trigger', ['ussd', module]],
  ['replay', [module, 'push.json']],
  ['doctor', [module]],
])(
  '%s: a client that the module makes as it is loaded calls the simulator, never the service of .env',
  async (name, args) => {
    const { folder, calls } = await projectBesideService()
    const ran = await runIn(folder, [name, ...args])
    expect(ran).toMatchObject({ code: name === 'doctor' ? expect.any(Number) : 0 })
    expect(ran.out + ran.err).not.toContain('failed at')
    expect(calls).toEqual([])
  },
)

/** A folder whose `.env` names a service that is there, and the secret. */
async function projectBesideService() {
  const calls: string[] = []
  const service = createServer(({ method, url }, answer) => {
    // Doctor compares clocks.
    if (method !== 'HEAD') calls.push(`${method} ${url}`)
    answer.end('{}')
  })
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const folder = mkdtempSync(join(tmpdir(), 'merchant-calls-'))
  onTestFinished(() => {
    service.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { port } = service.address() as AddressInfo
  const variables = [
    `API_URL=http://127.0.0.1:${port}`,
    'API_ID=real',
    'API_KEY=real',
    'PUSH_SECRET=q8Zt4mV1cY7rB0nK5sWd2hJx',
  ]
  const story = "dialogue: dials\nsteps:\n  - dial: '*713#'\n    screen: Welcome\n"
  const push = {
    name: 'dials',
    kind: 'ussd',
    description: '',
    source: '',
    request: { method: 'POST', body: dialled },
    expect: { status: 200 },
  }
  for (const [name, text] of [
    ['.env', variables.join('\n')],
    ['story.yaml', story],
    ['again.yaml', story],
    ['push.json', JSON.stringify(push)],
  ] as const)
    writeFileSync(join(folder, name), text)
  return { folder, calls }
}

const dialled = {
  SessionId: 'a1',
  Mobile: '233000000000',
  ServiceCode: '713',
  Type: 'Initiation',
  Message: '*713#',
  Operator: 'network-a',
  Sequence: 1,
}

function runIn(cwd: string, args: readonly string[]) {
  const { API_URL: _, API_ID: __, API_KEY: ___, PUSH_SECRET: ____, ...env } = process.env
  return new Promise<{ readonly code: unknown; readonly out: string; readonly err: string }>((resolve) => {
    const child = execFile(process.execPath, [bin, ...args], { cwd, env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : error.code, out, err }),
    )
    child.stdin?.end()
  })
}
