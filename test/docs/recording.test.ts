import { afterAll, expect, it, vi } from 'vitest'
import { MerchantClient } from '../../src/client/index.ts'
import { memoryStore } from '../../src/index.ts'
import { readDialogue, runDialogue, type Simulator } from '../../src/simulator/index.ts'
import { blockUnder, root } from './documents.ts'
import { openWorkshop, run } from './workshop.ts'

const page = 'docs/guides/simulator-recording.md'
const workshop = openWorkshop()

afterAll(() => {
  vi.unstubAllGlobals()
  workshop.remove()
})

it('the first code of the guide records a dialogue, a test and a fixture for each push', async () => {
  const files = new Map<string, string>()
  vi.stubGlobal('writeFile', async (name: string, text: string) => void files.set(name, text))
  const block = blockUnder(page, 'The simulator: dialogues and recordings', 'ts')
  const code = block.code.replace("import { writeFile } from 'node:fs/promises'\n", '')
  await run(workshop, { ...block, code })
  expect([...files.keys()]).toEqual(['tea.yaml', 'tea.test.ts', 'row-1.json', 'row-2.json'])
  expect(files.get('tea.test.ts')).toContain("'sells tea'")
})

it('the first dialogue of the guide runs on the example', async () => {
  const { code } = blockUnder(page, 'What a dialogue is', 'yaml')
  const { buildShop } = await import(`${root}example/shop.js`)
  const build = (sim: Simulator) =>
    buildShop({
      logger: false,
      publicUrl: 'https://shop.example',
      pushSecret: 'a-secret-of-the-example',
      secret: 'another secret of the example',
      store: memoryStore(),
      client: new MerchantClient(sim.clientOptions),
    })
  expect(await runDialogue(build, readDialogue(code))).toMatchObject({ problem: null })
})
