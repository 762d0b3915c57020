import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type BuiltApp,
  createSimulator,
  readDialogue,
  recordDialogue,
  recordFixture,
  recordTest,
  runDialogue,
  type Simulator,
  writeDialogue,
} from '../../../src/simulator/index.ts'
import { loadFixture, replay } from '../../../src/testing/index.ts'
import { runVitest } from './run-vitest.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A copy of the example, with an application that a test can import. */
async function copyShop(name = "Ama's shop") {
  const folder = mkdtempSync(join(tmpdir(), 'recorded-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(`${root}example`, folder, { recursive: true })
  symlinkSync(`${root}node_modules`, join(folder, 'node_modules'))
  writeFileSync(
    join(folder, 'app.js'),
    `import { memoryStore } from 'fastify-merchant-webhooks'
import { buildShop } from './shop.js'

export default ({ logger }) =>
  buildShop({
    logger,
    publicUrl: 'https://shop.example',
    pushSecret: 'a-secret-of-the-address',
    secret: 'signs the addresses of notices',
    store: memoryStore(),
  })
`,
  )
  const shop = join(folder, 'shop.js')
  const rename = (other: string) => writeFileSync(shop, readFileSync(shop, 'utf8').replaceAll("Ama's shop", other))
  rename(name)
  return {
    folder,
    build: async (): Promise<BuiltApp> => {
      const module: { default: (options: object) => Promise<BuiltApp> } = await import(
        pathToFileURL(join(folder, 'app.js')).href
      )
      return module.default({ logger: false })
    },
    rename,
  }
}

/** What one evening of the shop leaves in the log. */
async function playEvening(build: () => Promise<BuiltApp>): Promise<Simulator> {
  const sim = await createSimulator()
  onTestFinished(() => sim.close())
  const app = await build()
  onTestFinished(() => void app.close())
  await sim.connect(app)
  const ama = sim.phone('+233244123456')
  const kofi = sim.phone('+233244999999', { channel: 'webstore' })
  await ama.dial('*713#').choose('Buy something').choose('Tea, 5.00').reply('2').choose('Yes').approve()
  await kofi.dial().choose('Buy something').choose('Rice 5 kg').reply('1').choose('Yes').approve({ amount: 59 })
  await sim.messages.from('+233244123456', 'Call 0244123456')
  await ama.dial('*713#').choose('My points').reply('2580')
  await ama.dial('*713#').hangUp()
  return sim
}

/** ms. Each run of vitest is a process of its own. */
const longest = 300_000

describe('an evening at the shop', { timeout: longest }, () => {
  it('is recorded as a dialogue that passes, and that fails where a screen changes', async () => {
    const { build } = await copyShop()
    const sim = await playEvening(build)
    const yaml = writeDialogue(recordDialogue(sim.log.rows(), { title: 'An evening' }))
    expect(yaml).not.toMatch(/2580|244123456|244999999/)
    expect(yaml).toContain('Call 0000000000')
    const dialogue = readDialogue(yaml, 'evening.yaml')
    expect(dialogue.steps).toHaveLength(18)
    expect(dialogue.outcome).toEqual({
      payments: [
        { asked: 10, paid: 10 },
        { asked: 60, paid: 59 },
      ],
    })
    const secrets = { PIN: '2580' }
    expect((await runDialogue(build, dialogue, { secrets })).problem).toBe(null)
    expect((await runDialogue(build, dialogue)).problem).toMatch(
      /step 16 \(evening\.yaml:\d+\), secret 'PIN': the screen differs/,
    )
    const other = await copyShop("Kofi's shop")
    expect((await runDialogue(other.build, dialogue, { secrets })).problem).toMatch(
      /step 1 \(evening\.yaml:\d+\), dial '\*713#': the screen differs\n.*\n.*\nWelcome to Ama's shop +\| Welcome to Kofi's shop\n/,
    )
  })

  it('is recorded as a test of vitest that passes, and that fails where a screen changes', async () => {
    const { folder, build, rename } = await copyShop()
    const sim = await playEvening(build)
    const test = recordTest(sim.log.rows(), { title: "Ama's evening" })
    expect(test).not.toMatch(/2580|244123456|244999999/)
    writeFileSync(join(folder, 'evening.test.ts'), test)
    const passed = await runVitest(folder)
    expect(passed.out).toMatch(/Tests +1 passed/)
    rename("Kofi's shop")
    const failed = await runVitest(folder)
    expect(failed.code).toBe(1)
    expect(failed.out).toMatch(/The screen must be\s+Welcome to Ama's shop/)
  })

  it('is recorded as fixtures that get the same answers', async () => {
    const { folder, build } = await copyShop()
    const sim = await playEvening(build)
    const app = await build()
    onTestFinished(() => void app.close())
    const rows = sim.log.rows()
    expect(rows.length).toBeGreaterThan(15)
    const fixtures = rows.map((row) => recordFixture(row))
    expect(JSON.stringify(fixtures)).not.toMatch(/2580|244123456|244999999/)
    for (const [at, fixture] of fixtures.entries()) {
      const file = join(folder, `${at}.json`)
      writeFileSync(file, JSON.stringify(fixture))
      const { status } = await replay(Object(app), loadFixture(pathToFileURL(file)))
      expect(status).toBe(fixture.expect.status)
    }
  })
})
