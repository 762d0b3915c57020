import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks from '../../../src/index.ts'
import { createSimulator, type SimulatorOptions } from '../../../src/simulator/index.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A project with an application, the packages of this one, and a simulator that knows it. */
async function openProject(options: SimulatorOptions['project'] | 'its own' | 'none' = 'its own') {
  const folder = mkdtempSync(join(tmpdir(), 'fmw-project-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'app.js'), appText('Bye'))
  const its = { folder, app: 'app.js' }
  const project = options === 'its own' ? its : options === 'none' ? undefined : options
  const sim = await createSimulator({ project })
  onTestFinished(() => sim.close())
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, { verify: 'none', ussd: (_, turn) => turn.end('Bye') })
  await sim.connect(app)
  await sim.phone('+233000000001').dial('*713#')
  const ask = async (path: string, given?: object) => {
    const init = given && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(given),
    }
    const response = await fetch(`${sim.url}/_simulator/${path}`, init)
    return { status: response.status, body: readAnswer(await response.text()) }
  }
  return { folder, ask }
}

interface Answer {
  readonly message?: string
  readonly text?: string
  readonly passed?: boolean
  readonly output?: string
}

function readAnswer(text: string): Answer {
  return JSON.parse(text)
}

function appText(said: string): string {
  return `import Fastify from 'fastify'
import merchantWebhooks from 'fastify-merchant-webhooks'
export default async () => {
  const app = Fastify()
  await app.register(merchantWebhooks, { verify: 'none', ussd: (push, turn) => turn.end('${said}') })
  return app
}
`
}

const recorded = { rows: [1], as: 'test', title: 'says good bye', app: '../../app.js' }

describe('a recording in the folder of a project', () => {
  it('is saved where it was said before, takes the place of none, and passes under vitest when it is run', async () => {
    const { folder, ask } = await openProject()
    expect((await ask('project')).body).toEqual({ folder, app: '../../app.js', runner: 'vitest' })
    const file = join(folder, 'test', 'recorded', 'bye.test.js')
    expect((await ask('project/where', { name: 'bye', as: 'test' })).body).toEqual({ file, isSaved: false })
    expect((await ask('project/run', { name: 'bye', as: 'test' })).body.message).toMatch(/save it first/)
    expect((await ask('project/save', { ...recorded, name: 'bye' })).body).toMatchObject({ file })
    expect(readFileSync(file, 'utf8')).toContain("await import('../../app.js')")
    expect((await ask('project/where', { name: 'bye', as: 'test' })).body).toEqual({ file, isSaved: true })
    expect((await ask('project/save', { ...recorded, name: 'bye' })).body.message).toMatch(/already/)
    const { body: passed } = await ask('project/run', { name: 'bye', as: 'test' })
    expect(passed, passed.output).toMatchObject({ passed: true })
  }, 240_000)

  it('is a dialogue too, which the command plays', async () => {
    const { folder, ask } = await openProject()
    const dialogue = { name: 'bye', rows: [1], as: 'dialogue' }
    expect((await ask('project/save', dialogue)).body.text).toContain('dial:')
    const { body } = await ask('project/run', { name: 'bye', as: 'dialogue' })
    expect(body, body.output).toMatchObject({ passed: true })
    expect(existsSync(join(folder, 'test', 'recorded', 'bye.yaml'))).toBe(true)
  }, 120_000)

  it.each(['../evil', '/etc/evil', 'a/b', 'a\\b', '.', '', 'A', 'nul\0', 'x'.repeat(61)])(
    'has no name that leads elsewhere: %j',
    async (name) => {
      const { ask } = await openProject()
      for (const path of ['where', 'run']) {
        expect((await ask(`project/${path}`, { name, as: 'test' })).body.message).toMatch(/can't name a file/)
      }
      expect((await ask('project/save', { ...recorded, name })).body.message).toMatch(/can't name a file/)
    },
  )

  it('is not written through a link that leads out of the project, nor over one', async () => {
    const { folder, ask } = await openProject()
    const elsewhere = mkdtempSync(join(tmpdir(), 'fmw-elsewhere-'))
    symlinkSync(elsewhere, join(folder, 'test'))
    expect((await ask('project/save', { ...recorded, name: 'bye' })).body.message).toMatch(/leads out of the project/)
    expect(existsSync(join(elsewhere, 'recorded', 'bye.test.js'))).toBe(false)
    const { folder: other, ask: askOther } = await openProject()
    mkdirSync(join(other, 'test', 'recorded'), { recursive: true })
    symlinkSync(join(elsewhere, 'target.js'), join(other, 'test', 'recorded', 'bye.test.js'))
    expect((await askOther('project/save', { ...recorded, name: 'bye' })).body.message).toMatch(/already/)
    expect(existsSync(join(elsewhere, 'target.js'))).toBe(false)
  })

  it('needs a folder that the simulator was started with', async () => {
    const { ask } = await openProject('none')
    expect((await ask('project')).body).toEqual({ folder: null, app: null, runner: null })
    expect((await ask('project/save', { ...recorded, name: 'bye' })).body.message).toMatch(/--project/)
    const elsewhere = mkdtempSync(join(tmpdir(), 'fmw-'))
    const { ask: askWithoutApp } = await openProject({ folder: elsewhere })
    await askWithoutApp('project/save', { name: 'bye', rows: [1], as: 'dialogue' })
    expect((await askWithoutApp('project/run', { name: 'bye', as: 'dialogue' })).body.message).toMatch(/module/)
    await askWithoutApp('project/save', { ...recorded, name: 'bye', runner: 'vitest' })
    writeFileSync(join(elsewhere, 'package.json'), '{ "type": "module", "scripts": { "test": "vitest run" } }')
    expect((await askWithoutApp('project/run', { name: 'bye', as: 'test' })).body.message).toMatch(/no vitest/)
  })

  it.each([
    ['vitest', { scripts: { test: 'vitest run' } }],
    ['node', { scripts: { test: 'node --test' } }],
    ['node', { scripts: { test: 'tap' } }],
    ['node', []],
  ])('is written for %s where package.json is %j and nothing is installed', async (runner, json) => {
    const folder = mkdtempSync(join(tmpdir(), 'fmw-project-'))
    writeFileSync(join(folder, 'package.json'), JSON.stringify(json))
    const { ask } = await openProject({ folder })
    expect((await ask('project')).body).toMatchObject({ runner })
    const imported = runner === 'node' ? "from 'node:test'" : "from 'vitest'"
    expect((await ask('project/save', { ...recorded, name: 'bye' })).body.text).toContain(imported)
  })

  it('is written with an ending that a package of CommonJS reads as a module', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fmw-project-'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }')
    const { ask } = await openProject({ folder })
    const file = join(folder, 'test', 'recorded', 'bye.test.mjs')
    expect((await ask('project/save', { ...recorded, name: 'bye' })).body).toMatchObject({ file })
  })

  it('passes under node --test too, with the export and the environment that the module has, and fails for another screen', async () => {
    const { folder, ask } = await openProject()
    writeFileSync(join(folder, 'package.json'), '{ "type": "module", "scripts": { "test": "node --test" } }')
    writeFileSync(join(folder, '.env'), 'SAID=Bye\nAPI_URL=https://api.example\nREPORT_URL=https://reports.example')
    const reading = appText('Bye').replace(
      "'Bye'",
      "process.env.SAID + (process.env.API_URL ?? '') + (process.env.REPORT_URL?.replace('http://127.0.0.1:9/', '') ?? '')",
    )
    writeFileSync(join(folder, 'app.js'), reading.replace('export default', 'export const build ='))
    await ask('project/save', { ...recorded, name: 'bye' })
    const { body } = await ask('project/run', { name: 'bye', as: 'test' })
    expect(body, body.output).toMatchObject({ passed: true })
    writeFileSync(join(folder, 'app.js'), appText('Hello'))
    const { body: failed } = await ask('project/run', { name: 'bye', as: 'test' })
    expect(failed.passed).toBe(false)
    expect(failed.output).toMatch(/Hello/)
  }, 120_000)
})
