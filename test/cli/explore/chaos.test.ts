import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { playStory, readDialogue } from '../../../src/simulator/index.ts'
import build, { books } from '../apps/careless.ts'
import buildGuarded from '../apps/guarded.ts'
import { app, run, runAt } from '../run.ts'

const bounded = ['--runs', '3', '--for', '3600', '--blocked', '60000']

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'merchant-chaos-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('a story that fails is printed as short as it gets, and saved with a test that plays it', async () => {
  const stories = join(folder(), 'stories')
  const lines: string[] = []
  const terminal = { columns: 80, progress: (line: string) => lines.push(line) }
  const { code, out, err } = await runAt(terminal, 'chaos', app('careless'), ...bounded, '--save', stories)
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(
      /^Handlers run for real.+\n.+ stays there\.\nIt doesn't hold that nothing is bought twice: story \d, seed 1\.$/,
    ),
  })
  expect(out).toMatch(/^boughtTwice: '(Rice|Tea)' was ordered again/)
  expect(out).toMatch(/steps:\n {2}- dial: '\*713\*/)
  expect(lines.some((line) => line.includes('is made shorter'))).toBe(true)
  expect(lines.at(-1)).toBe('')
  const file = join(stories, 'chaos-boughtTwice.yaml')
  const written = readFileSync(file, 'utf8')
  expect(written).toMatch(
    /^# Found by chaos, seed 1\.\n# The test beside it checks the rule\. The command run plays the steps alone/,
  )
  expect(await playStory({ build: () => build({}), books }, readDialogue(written))).toMatchObject({
    rule: 'boughtTwice',
  })
  const vitest = readFileSync(join(stories, 'chaos-boughtTwice.test.js'), 'utf8')
  expect(vitest).toContain('test("nothing is bought twice", async () => {')
  const [, module = ''] = /module = await import\("(.*)"\)/.exec(vitest) ?? []
  expect(existsSync(join(stories, module))).toBe(true)
})

test('an application that demands a header is tried with it; the saved test has the name of its variable, not the secret', async () => {
  const stories = join(folder(), 'stories')
  const header = ['--header', 'x-push-token: a-secret-of-the-test']
  const { code } = await run('chaos', app('guarded'), ...bounded, ...header, '--save', stories)
  expect(code).toBe(1)
  const story = readDialogue(readFileSync(join(stories, 'chaos-boughtTwice.yaml'), 'utf8'))
  const guarded = { build: () => buildGuarded({}), books }
  const headers = { 'x-push-token': 'a-secret-of-the-test' }
  expect(await playStory(guarded, story, { headers })).toMatchObject({ rule: 'boughtTwice' })
  const withoutIt = { rule: 'wrongReply', text: expect.stringContaining('lets nobody in') }
  expect(await playStory(guarded, story)).toEqual(withoutIt)
  const vitest = readFileSync(join(stories, 'chaos-boughtTwice.test.js'), 'utf8')
  expect(vitest).toContain('const headers = { "x-push-token": process.env.X_PUSH_TOKEN }')
  expect(vitest).toContain('expect(Object.values(headers), "set X_PUSH_TOKEN").not.toContain(undefined)')
  expect(vitest).toContain('story, { headers })).toBeNull()')
  expect(vitest).not.toContain('a-secret')
})

test('a saved test runs in a package of CommonJS', async () => {
  const stories = join(folder(), 'stories')
  mkdirSync(stories)
  writeFileSync(join(stories, 'package.json'), '{ "type": "commonjs" }')
  const { code, out } = await run('chaos', app('careless'), ...bounded, '--save', stories)
  expect(code).toBe(1)
  expect(out).toContain(`Written: ${join(stories, 'chaos-boughtTwice.test.mjs')}`)
  expect(existsSync(join(stories, 'chaos-boughtTwice.test.mjs'))).toBe(true)
})

test('a story that cannot be written is printed all the same', async () => {
  const stories = join(folder(), 'stories')
  writeFileSync(stories, '')
  const { code, out, err } = await run('chaos', app('careless'), ...bounded, '--save', stories)
  expect(code).toBe(1)
  expect(out).toMatch(/steps:\n {2}- dial: '\*713\*/)
  expect(err).toContain(`The story can't be written into ${stories}: EEXIST`)
  expect(err).toContain("It doesn't hold that nothing is bought twice")
})

test.each(['chaos', 'map'])('%s takes no --dial that is no code', async (command) => {
  const { code, err } = await run(command, app('mapped'), '--dial', 'abc')
  expect({ code, err }).toEqual({
    code: 2,
    err: expect.stringContaining("--dial takes a code such as '*713#', not 'abc'."),
  })
})

test('its JSON has the story and the seed', async () => {
  const { code, out } = await run('chaos', app('careless'), ...bounded, '--seed', '2', '--json')
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject({
    seed: 2,
    failure: { violation: { rule: 'boughtTwice' }, story: { seed: 2, steps: expect.any(Array) } },
    files: [],
  })
})

test('an application that stands it all exits with 0', async () => {
  const { code, out } = await run('chaos', app('mapped'), ...bounded, '--runs', '2', '--steps', '10')
  expect({ code, out }).toEqual({ code: 0, out: 'Everything held: 2 stories, 20 steps, seed 1.' })
})

test('what is dialled, who dials, and what questions take is what the options say', async () => {
  const said = ['--dial', '*799#', '--phones', '1', '--answer', 'PIN=4711']
  const { out } = await run('chaos', app('locked'), ...bounded, ...said, '--runs', '20', '--json')
  const { failure } = JSON.parse(out)
  expect(failure.violation.rule).toBe('boughtTwice')
  const { phones, steps } = failure.story
  // One alone needs no name.
  expect(phones).toEqual({})
  expect(JSON.stringify(steps)).toMatch(/"dial":"\*799[*#]/)
  expect(JSON.stringify(steps)).toContain('4711')
})

test('what is texted is what --text says', async () => {
  const { out } = await run('chaos', app('texted'), ...bounded, '--text', 'JOIN', '--json')
  const { failure } = JSON.parse(out)
  expect(failure.violation).toMatchObject({ rule: 'boughtTwice', text: expect.stringContaining('JOIN') })
  expect(new Set(failure.story.steps.map(({ texts }: { readonly texts?: string }) => texts))).toEqual(new Set(['JOIN']))
})

test('a handler that keeps the process busy for as long as --blocked says is found', async () => {
  const { out } = await run('chaos', app('texted'), '--runs', '1', '--for', '3600', '--blocked', '200', '--json')
  expect(JSON.parse(out).failure.violation).toMatchObject({ rule: 'blocked', text: expect.stringContaining('200 ms') })
})

test('a module that exports an application, and no function, is told why that will not do and what will, in lines that fit', async () => {
  const { code, err } = await runAt({ columns: 80 }, 'chaos', app('built'))
  expect(code).toBe(1)
  expect(err.replaceAll('\n', ' ')).toMatch(
    /exports no function that builds an application, .+: export one as default, app or build\.$/,
  )
  expect(err.split('\n').filter(({ length }) => length > 80)).toEqual([])
})

test('a module that is not there is a sentence', async () => {
  const { code, err } = await run('chaos', app('nowhere'))
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^There is no file .+nowhere\.ts\.$/) })
})

test.each([
  [['--seed', 'x'], '--seed takes a whole number'],
  [['--runs', '0'], '--runs takes a whole number from 1'],
  [['--for', '0'], '--for takes a whole number from 1'],
  [['--steps', '0'], '--steps takes a whole number from 1'],
  [['--phones', '0'], '--phones takes a whole number from 1'],
  [['--blocked', '0'], '--blocked takes a whole number from 1'],
  [['--header', 'a-secret'], '--header takes a name, a colon and the value'],
  [['--answer', 'PIN'], '--answer takes words of the screen'],
])('%j is not understood', async (args, problem) => {
  const { code, err } = await run('chaos', app('mapped'), ...args)
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(problem) })
})
