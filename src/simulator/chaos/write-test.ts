import { ruleTexts, type Violation } from './violation.ts'

/**
 * A vitest test that plays a story again.
 *
 * @param dialogue the file of the story, beside the test
 * @param module the module of the application, from there
 */
export function testOf({ rule, text }: Violation, dialogue: string, module: string): string {
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
    '  expect(await playStory({ build, books: module.books }, story)).toBeNull()',
    '})',
    '',
  ].join('\n')
}
