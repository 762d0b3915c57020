import type { ExportedFixture } from '../../admin/exported/fixture.ts'
import type { PersonOptions } from '../../admin/trail.ts'
import { buildsApp, importsApp, quoted, readiesApp, runnerWords } from '../../simulator/record/runners.ts'
import { printable } from '../../text/clean-text.ts'
import { writeNew } from '../files.ts'
import { type RegistrationPlace, withInbox } from '../look/look-at-store.ts'
import { personOf } from '../look/person.ts'
import { showJson, type Terminal, UsageError } from '../terminal.ts'
import { findEntry } from './find-entry.ts'

interface ExportValues extends RegistrationPlace, PersonOptions {
  readonly country?: string
  readonly out?: string
  readonly test?: string
  readonly html?: string
  readonly app?: string
}

/** `fastify-merchant-webhooks inbox export`: an entry as a masked fixture for a test, as that test, or as a page. */
export async function exportEntry(word: string, values: ExportValues, terminal: Terminal): Promise<void> {
  const { app, out, test, html } = values
  if ([out, test, html].filter((file) => file !== undefined).length > 1)
    throw new UsageError('One of --out, --test and --html: a test has its fixture in it.')
  if (app !== undefined && test === undefined) throw new UsageError('--app is what a test imports: say --test too.')
  await withInbox(values, async (inbox, { registration }) => {
    const id = await findEntry(inbox, word)
    const keep = async (file: string, text: string, option: string, name: string): Promise<void> => {
      await writeNew(file, text, option)
      if (values.json === true) terminal.out(showJson({ file, name }, 2))
      else terminal.out(`Wrote ${name} to ${printable(file)}.`)
    }
    if (html !== undefined) {
      await keep(html, await inbox.exportPage(id, personOf(values)), '--html', 'a page')
      return
    }
    const fixture = await inbox.export(id, personOf(values))
    const json = `${showJson(fixture, 2)}\n`
    if (test !== undefined) {
      const text = writeFixtureTest(fixture, { app: app ?? './app.js', registration })
      await keep(test, text, '--test', fixture.name)
    } else if (out === undefined) terminal.out(json.trimEnd())
    else await keep(out, json, '--out', fixture.name)
  })
}

/** What a written test must know besides the push. */
interface FixtureTest {
  /** The module of the application, as the test imports it. */
  readonly app: string
  readonly registration: string
}

/**
 * A test of vitest that replays a push and waits for its handler: it fails as long as what is read differs, or the handler throws.
 *
 * @returns TypeScript, and JavaScript as well
 */
function writeFixtureTest(fixture: ExportedFixture, { app, registration }: FixtureTest): string {
  const merchant = registration === 'default' ? 'app.merchant' : `app.merchant.get(${quoted(registration)})`
  const { name, description } = fixture
  return `${[
    "import { existsSync } from 'node:fs'",
    "import { memoryStore } from 'fastify-merchant-webhooks'",
    "import { plainEvent, replay } from 'fastify-merchant-webhooks/testing'",
    "import { expect, it, onTestFinished, vi } from 'vitest'",
    '',
    `// ${description.replaceAll(/\s+/g, ' ')}`,
    '// Write under `expect` what should come of it, where that is something else.',
    `const fixture = ${showJson(fixture, 2)}`,
    '',
    ...readiesApp,
    '',
    runnerWords.vitest.open(quoted(`handles ${name}`)),
    ...[...importsApp(app), ...buildsApp, runnerWords.vitest.close].map((line) => `  ${line}`),
    // TypeScript takes its kind and its method for any text.
    '  const { status } = await replay(app, Object(fixture))',
    ...(fixture.expect.event === undefined ? [] : worked(merchant)),
    '  expect(status).toBe(fixture.expect.status)',
    runnerWords.vitest.end,
  ].join('\n')}\n`
}

/** A handler works after the answer. */
function worked(merchant: string): readonly string[] {
  return [
    `  const { inbox } = ${merchant}`,
    '  const entry = await vi.waitFor(',
    '    async () => {',
    '      const [kept] = (await inbox.list()).entries',
    "      if (kept === undefined || (kept.attempts.length === 0 && kept.state !== 'done')) throw new Error('No attempt has ended.')",
    '      return inbox.get(kept.id)',
    '    },',
    '    { timeout: 4_000 },',
    '  )',
    '  expect(plainEvent(entry.event)).toMatchObject(fixture.expect.event)',
    '  expect(entry.attempts[0]?.error ?? null).toBeNull()',
  ]
}
