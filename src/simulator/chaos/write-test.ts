import { ruleTexts, type Violation } from './violation.ts'

/**
 * A vitest test that plays a story again.
 *
 * @param dialogue the file of the story, beside the test
 * @param module the module of the application, from there
 * @param headers names of those that each push must carry: what they hold is a secret, so the environment has it
 */
export function testOf(
  { rule, text }: Violation,
  dialogue: string,
  module: string,
  headers: readonly string[] = [],
): string {
  return [
    "import { readFile } from 'node:fs/promises'",
    "import { memoryStore } from 'fastify-merchant-webhooks'",
    "import { playStory, readDialogue } from 'fastify-merchant-webhooks/simulator'",
    "import { expect, test } from 'vitest'",
    `import * as module from ${JSON.stringify(module.startsWith('.') ? module : `./${module}`)}`,
    '',
    `// ${text.replaceAll(/\s+/g, ' ')}`,
    `test(${JSON.stringify(ruleTexts[rule])}, async () => {`,
    `  const story = readDialogue(await readFile(new URL(${JSON.stringify(dialogue)}, import.meta.url), 'utf8'))`,
    '  const build = () => (module.default ?? module.build)({ logger: false, store: memoryStore() })',
    ...(headers.length === 0 ? [] : headersOf(headers)),
    `  expect(await playStory({ build, books: module.books }, story${headers.length === 0 ? '' : ', { headers }'})).toBeNull()`,
    '})',
    '',
  ].join('\n')
}

/** Without its secret the application would answer nothing, and no rule would break. */
function headersOf(names: readonly string[]): readonly string[] {
  const variables = names.map((name) => name.toUpperCase().replaceAll(/\W/g, '_'))
  const fields = names.map((name, at) => `${JSON.stringify(name)}: process.env.${variables[at]}`)
  return [
    `  const headers = { ${fields.join(', ')} }`,
    `  expect(Object.values(headers), ${JSON.stringify(`set ${variables.join(', ')}`)}).not.toContain(undefined)`,
  ]
}
