import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { blockUnder, root } from './documents.ts'
import { openWorkshop, run } from './workshop.ts'

const recordings = 'docs/guides/simulator-recording.md'
const dialogues = 'docs/guides/simulator-dialogues.md'
const workshop = openWorkshop()

afterAll(() => {
  vi.unstubAllGlobals()
  workshop.remove()
})

it('the first code of the guide records a dialogue, a test and a fixture for each push', async () => {
  const files = new Map<string, string>()
  vi.stubGlobal('writeFile', async (name: string, text: string) => void files.set(name, text))
  const block = blockUnder(recordings, 'The simulator: recordings', 'ts')
  const code = block.code.replace("import { writeFile } from 'node:fs/promises'\n", '')
  await run(workshop, { ...block, code })
  expect([...files.keys()]).toEqual(['tea.yaml', 'tea.test.ts', 'row-1.json', 'row-2.json'])
  expect(files.get('tea.test.ts')).toContain("'sells tea'")
})

it('the test of the guide plays its first dialogue on the example, and passes', async () => {
  const plays: [string, () => Promise<void>][] = []
  const given = { it: (name: string, play: () => Promise<void>) => void plays.push([name, play]), expect }
  vi.stubGlobal('given', given)
  const block = blockUnder(dialogues, 'In a test', 'js')
  mkdirSync(join(workshop.folder, 'blocks/stories'))
  writeFileSync(
    join(workshop.folder, 'blocks/stories/tea.yaml'),
    blockUnder(dialogues, 'The simulator: dialogues', 'yaml').code,
  )
  for (const file of ['shop.js', 'orders.js'])
    copyFileSync(join(root, 'example', file), join(workshop.folder, 'blocks', file))
  // A runner within a runner would hear of nothing: the test is taken from the block, and played here.
  const code = block.code.replace("import { expect, it } from 'vitest'\n", 'const { expect, it } = given\n')
  await run(workshop, { ...block, code })
  expect(plays.map(([name]) => name)).toEqual(['sells tea'])
  await plays[0]?.[1]()
})
