import type { ExportedFixture } from '../../admin/exported/fixture.ts'
import { runnerWords } from '../../simulator/record/runners.ts'
import { buildsApp, importsApp, quoted, readiesApp } from '../../simulator/record/test-code.ts'
import { showJson } from '../terminal.ts'

/** What a written test must know besides the push. */
export interface FixtureTest {
  /** The module of the application, as the test imports it. */
  readonly app: string
  readonly registration: string
}

/**
 * A test of vitest that replays a push and waits for its handler: it fails as long as what is read differs, or the handler throws.
 *
 * @returns TypeScript, and JavaScript as well
 */
export function writeFixtureTest(fixture: ExportedFixture, { app, registration }: FixtureTest): string {
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
