import { expect, it } from 'vitest'
import { everyCommand } from '../../docs/cli/every-command.ts'
import { codeIn, read } from '../../docs/documents.ts'

const program = 'npx fastify-merchant-webhooks '
const commands = await everyCommand()
const firsts = new Set(commands.map(({ words }) => words[0]))

/** The drills say `inbox …` in a sentence, and write a command out in a block. */
const drills = ['docs/guides/drills.md', 'docs/guides/drill-results.md'].map(read).join('\n')
const inBlocks = [...drills.matchAll(/^ *(npx fastify-merchant-webhooks .*)$/gm)].map(([, line = '']) => line)
const said = [...new Set([...codeIn(drills.replace(/^ *```[\s\S]*?^ *```$/gm, '')), ...inBlocks])]
  .map((code) => code.replace(program, ''))
  .filter((code) => firsts.has(code.split(' ')[0] ?? '') && !code.includes('…'))

it('the drills have such commands', () => {
  expect(said.length).toBeGreaterThan(20)
  expect(said).toContain('inbox list --needs-review --kind askedPayment --since 3h --store merchant.db')
})

it.each(said)('there is %s, with each of its options', (code) => {
  const words = code.replaceAll(/"[^"]*"/g, 'quoted').split(' ')
  const [command] = commands
    .filter((one) => one.words.every((word, place) => words[place] === word))
    .toSorted((one, other) => other.words.length - one.words.length)
  // A group alone is its list.
  const list = commands.find((one) => one.words.join(' ') === `${command?.words.join(' ')} list`)
  const { help = '' } = list ?? command ?? {}
  for (const option of words.filter((word) => word.startsWith('--')))
    expect(help, option).toMatch(new RegExp(`^ {2}(?:-\\w, )?${option}\\b`, 'm'))
  const { length } = command?.words ?? []
  const next = words[length]
  // What is no option is an argument of it, and no other command.
  if (next !== undefined && !next.startsWith('--')) expect(help).toMatch(/^Arguments:$/m)
})
