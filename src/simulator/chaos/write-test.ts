import type { TestRunner } from '../record/runners.ts'
import { ruleTexts, type Violation } from './violation.ts'

/** What a written test plays, and where it stands. */
export interface WrittenTest {
  /** The file of the story, beside the test. */
  readonly dialogue: string
  /** The module of the application, from there. */
  readonly module: string
  /** Names of the headers that each push must carry: what they hold is a secret, so the environment has it. */
  readonly headers: readonly string[]
  readonly runner: TestRunner
}

/** A test that plays a story again, beside what `chaos` gave the application: the variables of a client, and a store in memory. */
export function testOf({ rule, text }: Violation, { dialogue, module, headers, runner }: WrittenTest): string {
  const { imported, isNull, areSet } = words[runner]
  return [
    ...(runner === 'node' ? [imported] : []),
    "import { existsSync } from 'node:fs'",
    "import { readFile } from 'node:fs/promises'",
    ...(runner === 'node' ? ["import { test } from 'node:test'"] : []),
    "import { memoryStore } from 'fastify-merchant-webhooks'",
    "import { playStory, readDialogue } from 'fastify-merchant-webhooks/simulator'",
    ...(runner === 'vitest' ? [imported] : []),
    '',
    `// ${text.replaceAll(/\s+/g, ' ')}`,
    `test(${JSON.stringify(ruleTexts[rule])}, async () => {`,
    `  const story = readDialogue(await readFile(new URL(${JSON.stringify(dialogue)}, import.meta.url), 'utf8'))`,
    '  let module = {}',
    '  const build = async ({ clientOptions, reportUrl }) => {',
    "    if (existsSync('.env')) process.loadEnvFile()",
    '    // Before the module is loaded: a client that it makes then calls the simulator too, as it did when chaos found this.',
    '    process.env.API_URL = clientOptions.baseUrl',
    '    process.env.API_ID = clientOptions.apiId',
    '    process.env.API_KEY = clientOptions.apiKey',
    '    process.env.CLIENT_ID = clientOptions.clientId',
    '    process.env.CLIENT_SECRET = clientOptions.clientSecret',
    '    process.env.MERCHANT_ACCOUNT_NUMBER = clientOptions.merchantAccountNumber',
    '    process.env.REPORT_URL = reportUrl',
    `    module = await import(${JSON.stringify(module.startsWith('.') ? module : `./${module}`)})`,
    '    // The exports of a CommonJS module are its default.',
    '    const { default: main = module } = module',
    '    const builds = main.default ?? main.app ?? main.build ?? main',
    '    return builds({ logger: false, store: memoryStore() })',
    '  }',
    '  const books = (app) => module.books?.(app) ?? {}',
    ...(headers.length === 0 ? [] : headersOf(headers, areSet)),
    `  ${isNull(`await playStory({ build, books }, story${headers.length === 0 ? '' : ', { headers }'})`)}`,
    '})',
    '',
  ].join('\n')
}

/** How a runner says it. */
const words: Readonly<
  Record<
    TestRunner,
    { imported: string; isNull: (found: string) => string; areSet: (values: string, hint: string) => string }
  >
> = {
  vitest: {
    imported: "import { expect, test } from 'vitest'",
    isNull: (found) => `expect(${found}).toBeNull()`,
    areSet: (values, hint) => `expect(${values}, ${hint}).not.toContain(undefined)`,
  },
  node: {
    imported: "import assert from 'node:assert/strict'",
    isNull: (found) => `assert.equal(${found}, null)`,
    areSet: (values, hint) => `assert.ok(!${values}.includes(undefined), ${hint})`,
  },
}

/** Without its secret the application would answer nothing, and no rule would break. */
function headersOf(names: readonly string[], areSet: (values: string, hint: string) => string): readonly string[] {
  const variables = names.map((name) => name.toUpperCase().replaceAll(/\W/g, '_'))
  const fields = names.map((name, at) => `${JSON.stringify(name)}: process.env.${variables[at]}`)
  return [
    `  const headers = { ${fields.join(', ')} }`,
    `  ${areSet('Object.values(headers)', JSON.stringify(`set ${variables.join(', ')}`))}`,
  ]
}
