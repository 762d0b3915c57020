import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { app, run } from '../run.ts'

const shop = app('every-kind')

const tea = `# What Ama buys
dialogue: Tea
time: 2025-02-03T10:00:00Z
steps:
  - dial: '*713#'
    screen: |-
      Ama's shop
      1. Tea
      2. Rice
      3. My points
  - reply: 1 # tea
    asks: 5
    ends: true
  - approve:
outcome:
  ledger: clean
`

const points = `dialogue: Points
secrets: { SHOP_PIN: '0000' }
steps:
  - dial: '*713#'
  - reply: 3
  - secret: SHOP_PIN
    contains: 12 points
`

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'stories-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'more'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

test('all dialogues of a folder are played, each on an application of its own', async () => {
  const folder = folderWith({ 'a.yaml': tea, 'more/b.yml': points, 'c.yaml': tea, 'notes.txt': 'x' })
  const before = Date.now()
  const { code, out } = await run('run', shop, folder)
  expect(code).toBe(0)
  expect(out.replaceAll(/\d+ ms/g, 'n ms').split('\n')).toEqual([
    `passed  ${folder}/a.yaml  Tea  (3 steps, n ms)`,
    `passed  ${folder}/c.yaml  Tea  (3 steps, n ms)`,
    `passed  ${folder}/more/b.yml  Points  (3 steps, n ms)`,
    '3 passed, 0 failed.',
  ])
  // Its calendar stood at the time of the dialogue.
  expect(Date.now()).toBeGreaterThanOrEqual(before)
})

test('one that fails says where and how, and the exit code is 1; so does a file that is no dialogue', async () => {
  const folder = folderWith({
    'a.yaml': tea.replace('2. Rice', '2. Yam'),
    'b.yaml': 'dialogue: x\nsteps:\n  - dail: 1\n',
    'c.yaml': tea,
  })
  const { code, out, err } = await run('run', shop, join(folder, '*.yaml'))
  expect(code).toBe(1)
  expect(err).toContain('2 of 3 failed.')
  expect(out).toContain(`step 1 (${folder}/a.yaml:5), dial '*713#': the screen differs\nexpected `)
  expect(out).toMatch(/\n2\. Yam +\| 2\. Rice\n/)
  expect(out).toContain(`${folder}/b.yaml:3:5 step 1, dail is no field here`)
  expect(out).toMatch(/\n1 passed, 2 failed\.$/)
  expect(out.split('\n').filter((line) => line.length > 80 && !line.includes(folder))).toEqual([])
})

test('--json has every step', async () => {
  const folder = folderWith({ 'a.yaml': tea, 'b.yaml': points })
  const { code, out } = await run('run', shop, folder, '--json', '--secret', 'SHOP_PIN=2580')
  expect(code).toBe(0)
  // A time or a seed may have the same digits.
  expect(out.replaceAll(/"(ms|seed)": [\d.]+/g, '')).not.toContain('2580')
  expect(JSON.parse(out)).toMatchObject({
    passed: 2,
    failed: 0,
    dialogues: [
      { file: `${folder}/a.yaml`, title: 'Tea', state: 'passed', problem: null, seed: expect.any(Number) },
      {
        steps: [
          { does: "dial '*713#'", screen: expect.stringContaining("Ama's shop") },
          {},
          { does: "secret 'SHOP_PIN'" },
        ],
      },
    ],
  })
})

test('--update shows what differs, and writes nothing but what the screens show', async () => {
  const old = tea.replace("Ama's shop", "Kofi's shop").replace('asks: 5', 'asks: 6')
  const folder = folderWith({ 'a.yaml': old, 'b.yaml': points.replace('12 points', '13 points') })
  const { code, out } = await run('run', shop, folder, '--update')
  expect(code).toBe(1)
  expect(out).toMatch(/Kofi's shop +\| Ama's shop/)
  expect(out).toContain('the phone is asked to pay 5, and must be asked for 6')
  expect(out).toContain("the screen lacks '13 points'")
  expect(out).toMatch(/\n0 passed, 1 failed, 1 updated\.$/)
  expect(readFileSync(join(folder, 'a.yaml'), 'utf8')).toBe(tea)
})

test('an application elsewhere is played against', async () => {
  const running = Fastify()
  running.post('/push/ussd', () => ({ Type: 'Release', Message: 'Tea' }))
  onTestFinished(() => running.close())
  const address = `${await running.listen()}/push`
  const folder = folderWith({ 'a.yaml': "dialogue: Tea\nsteps:\n  - dial: '*1#'\n    screen: Tea\n    ends: true\n" })
  expect((await run('run', folder, '--app', address)).out).toContain('1 passed, 0 failed.')
})

test.each([
  [['run', shop], 'Name a dialogue, or a folder of them: run app.js stories/'],
  [['run', 'test/cli/stories', shop], 'test/cli/stories has no file of that sort.'],
  [['run', 'test/cli/apps', 'README.md'], 'has no file of that sort'],
  [['run', 'README.md'], 'Name the application: a module such as app.js, or --app'],
  [['run', 'README.md', shop, '--app', 'http://127.0.0.1:1'], 'Name the application:'],
  [
    ['run', 'README.md', '--app', 'here'],
    "--app takes a whole address, such as http://127.0.0.1:3000/push, not 'here'.",
  ],
  [['run', 'README.md', shop, 'other.js'], 'Name one application, not'],
  [['run', 'README.md', shop, '--secret', 'PIN'], '--secret takes a name, = and the value, as in PIN=2580.'],
  [['replay', shop], 'Name a fixture, or a folder of them: replay app.js fixtures/'],
  [['replay', shop, 'checkout/paid-camle'], "'checkout/paid-camel' may be meant"],
  [['replay', 'checkout/paid-camel'], 'Name the application: a module such as app.js, or --app'],
])('%j is not understood', async (words, sentence) => {
  const { code, err } = await run(...words)
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(sentence) })
})
