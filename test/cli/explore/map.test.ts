import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeMap } from '../../../src/cli/explore/map.ts'
import { app, run as runAny, runAt } from '../run.ts'

// Bounded by counts: a busy machine takes its time.
const patient = ['--for', '3600']
const run = (...args: string[]) => runAny(...args, ...patient)
/** One of its channels, and the first of its answers: all of them are eight times as many. */
const onUssd = ['map', app('mapped'), '--channel', 'ussd', '--pushes', '60']

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'merchant-map-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('a map is printed in lines of 80 characters, with what was found and what the plugin warns of', async () => {
  const lines: string[] = []
  const { code, out } = await runAt(
    { columns: 80, progress: (line) => lines.push(line) },
    'map',
    app('mapped'),
    ...patient,
  )
  expect(code).toBe(0)
  expect(out).toMatch(/^screen +kind +ussd +leads to$/m)
  expect(out).toMatch(/^fruit-of-the-day +choice +\d+ x4 +how-many-of, fruit-shop$/m)
  expect(out).toContain('- your-pin: unanswered on ussd: it took no answer that was tried: name one')
  expect(out).toContain('- an option stands behind "More"')
  expect(out).toMatch(/ Every answer was given\.$/)
  expect(out.split('\n').filter((line) => line.length > 80)).toEqual([])
  expect(lines[0]).toMatch(/^ussd: \d+ screens, \d+ of them waiting, \d+ pushes$/)
  expect(lines.at(-1)).toBe('')
})

test('what was found at many screens alike is said once, with the first of them', () => {
  const found = { kind: 'deadEnd', channels: ['ussd'], text: 'nothing that it offers leads on' } as const
  const findings = [
    ...Array.from({ length: 200 }, (_, at) => ({ ...found, screen: `page-${at + 1}` })),
    { ...found, channels: ['pos'], screen: 'page-1' } as const,
  ]
  const bounds = { pushes: 10, met: [], notWalked: [] }
  const drawn = describeMap({ version: 1, channels: ['ussd', 'pos'], screens: [], findings, warnings: [], bounds })
  expect(drawn).toContain(`Worth a look:
- page-1, page-2, page-3, page-4, page-5, and 195 more: deadEnd on ussd: nothing
  that it offers leads on
- page-1: deadEnd on pos: nothing that it offers leads on
`)
})

test('what is only good to know is no finding: it stands apart', () => {
  const hint = {
    kind: 'noWayBack',
    screen: 'how-many',
    channels: ['pos'],
    text: 'fine on a phone',
    isHint: true,
  } as const
  const bounds = { pushes: 10, met: [], notWalked: [] }
  const drawn = describeMap({ version: 1, channels: ['pos'], screens: [], findings: [hint], warnings: [], bounds })
  expect(drawn).toContain('Good to know:\n- how-many: noWayBack on pos: fine on a phone\n')
  expect(drawn).not.toContain('Worth a look')
})

test('of a store that the map put in memory itself, the plugin does not warn', async () => {
  const { out } = await run('map', app('reports'), '--channel', 'webstore')
  expect(out).toContain('asks for 4')
  expect(out).not.toContain('keeps nothing')
})

test('its JSON is what --compare takes; what differs is said, and exits with 1', async () => {
  const file = join(folder(), 'map.json')
  const { out } = await run(...onUssd, '--json')
  writeFileSync(file, out)
  expect(await run(...onUssd, '--compare', file)).toEqual({ code: 0, out: 'Nothing differs.', err: '' })
  const { code, out: differs, err } = await run(...onUssd, '--compare', file, '--answer', 'pin=2580')
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^\d+ differences from /) })
  expect(differs).toContain('you-have-points: a new screen')
  const json = await run(...onUssd, '--compare', file, '--answer', 'pin=2580', '--json')
  expect(JSON.parse(json.out).differs).toContain('you-have-points: a new screen')
})

test('it is drawn as a flowchart', async () => {
  const { out } = await run(...onUssd, '--mermaid')
  expect(out).toMatch(/^flowchart TD\n {2}s-fruit-shop\["Fruit shop<br>ussd \d+"\]/)
})

test('it has one form: of --json, --mermaid and --compare none is left out without a word', async () => {
  const file = join(folder(), 'map.json')
  for (const other of [['--json'], ['--compare', file]])
    expect(await run('map', app('mapped'), '--mermaid', ...other)).toEqual({
      code: 2,
      out: '',
      err: expect.stringContaining(`Say --mermaid or ${other[0]}, not both.`),
    })
})

test('an application that demands a header shows its screens to pushes that carry it', async () => {
  const without = await run('map', app('guarded'))
  expect(without.out).toMatch(/- uue: failure on ussd: [\s\S]* is\s+its\s+secret in the address, or in a header\?/)
  const { code, out } = await run('map', app('guarded'), '--header', 'x-push-token: a-secret-of-the-test')
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/^thank-you +end[\s\S]* Every answer was given\.$/m),
  })
  expect(await run('map', app('guarded'), '--header', 'a-secret-alone')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^--header takes a name, a colon and the value(?![\s\S]*a-secret-alone)/),
  })
})

test('an application that keeps what is tried in its own store is told so', async () => {
  const { err } = await run('map', app('shop'))
  expect(err).toContain('let the function that builds it take { store }')
})

test.each([
  [['--pushes', '0'], '--pushes takes a whole number from 1'],
  [['--answer', 'PIN'], '--answer takes words of the screen, = and the answer'],
  [['--channel', 'radio'], '--channel takes ussd, webstore, pos, app'],
  [['--compare', 'README.md'], 'README.md is no saved map'],
  [['--compare', '.'], '. is no saved map: it is a folder. Write one with map --json > map.json.'],
])('%j is not understood', async (args, problem) => {
  const { code, err } = await run('map', app('mapped'), ...args)
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(problem) })
})
