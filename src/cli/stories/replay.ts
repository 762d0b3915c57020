import { existsSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { LogRow } from '../../simulator/log/row.ts'
import { type Fixture, fixtureNamed, readFixture } from '../../testing/fixture.ts'
import { printable } from '../../text/clean-text.ts'
import { withExamples } from '../command.ts'
import { levelFor } from '../load-app.ts'
import { understand } from '../look/look-args.ts'
import { type AppValues, secretHelp, withAppOptions } from '../service/options.ts'
import { unknownPaymentAdvice } from '../service/row-line.ts'
import { requireTarget, withService } from '../service/with-service.ts'
import { showJson, type Terminal, UsageError } from '../terminal.ts'
import { readNames } from './named-files.ts'

/** `fastify-merchant-webhooks replay app.js fixtures/`: sends recorded pushes to an application. */
export function define(replay: Command, terminal: Terminal): void {
  replay.argument(
    '<names...>',
    'fixtures (JSON), folders of them or patterns, or names such as checkout/paid-camel; and the module',
  )
  withExamples(
    withAppOptions(replay, '0', 'each push and its answer as JSON'),
    'replay app.js fixtures/',
    'replay app.js checkout/paid-camel',
  )
    .addHelpText('after', `\nExit codes: 0 all as expected, 1 one differs, 2 not understood.\n${secretHelp}`)
    .action((names, values) => replayFixtures(names, values, terminal))
}

async function replayFixtures(names: readonly string[], values: AppValues, terminal: Terminal): Promise<void> {
  const known = names.filter((name) => isName(name))
  const others = names.filter((name) => !isName(name))
  const { module, files } = readNames(others, (file) => file.endsWith('.json'))
  const fixtures = [...files.map(readFile), ...known.map((name) => understand(() => fixtureNamed(name)))]
  if (fixtures.length === 0) throw new UsageError('Name a fixture, or a folder of them: replay app.js fixtures/')
  requireTarget(module, values)
  await withService(module, values, { logLevel: levelFor(values), terminal }, async ({ sim }) => {
    const answers: object[] = []
    let failed = 0
    for (const fixture of fixtures) {
      const row = await sim.replay(fixture)
      const problem = problemOf(row, fixture)
      if (problem !== null) failed += 1
      const { name, kind, expect } = fixture
      answers.push({ name, kind, expected: expect.status, status: row.response?.status ?? null, ms: row.ms, problem })
      if (values.json !== true) terminal.out(lineOf(fixture, row, problem))
    }
    if (values.json === true) terminal.out(showJson({ replayed: fixtures.length, failed, pushes: answers }, 2))
    const advice = unknownPaymentAdvice(sim.log.rows())
    const said = `${failed} of ${fixtures.length} answered otherwise than expected.`
    if (failed > 0) throw new Error(advice === undefined ? said : `${said} ${advice}`)
    if (values.json !== true) terminal.out(`${fixtures.length} answered as expected.`)
  })
}

/** One of the package's fixtures: no file, and no pattern. */
function isName(word: string): boolean {
  return /^[A-Za-z]+\/[a-z0-9-]+$/.test(word) && !existsSync(word)
}

function readFile(file: string): Fixture {
  return readFixture(readFileSync(file, 'utf8'), file)
}

function problemOf({ response, problem }: LogRow, { expect }: Fixture): string | null {
  if (response === null) return problem ?? 'no answer came'
  return response.status === expect.status
    ? null
    : `${expect.status} is expected: ${response.body.toString().slice(0, 300)}`
}

function lineOf({ name, description }: Fixture, { response, ms }: LogRow, problem: string | null): string {
  const said = `${problem === null ? 'ok    ' : 'differs'} ${printable(name)}  ${response?.status ?? 'no answer'}, ${Math.round(ms)} ms`
  return problem === null ? said : `${said}\n  ${printable(description)}\n  ${printable(problem)}`
}
