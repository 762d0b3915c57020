import { type Declaration, declarationsOf, type Member } from './declarations.ts'

/** A page of the reference for each entry point, and what it is made from. */
const entries = [
  ['main', 'fastify-merchant-webhooks', 'dist/index.d.ts'],
  ['conversation', 'fastify-merchant-webhooks/conversation', 'dist/conversation/index.d.ts'],
  ['client', 'fastify-merchant-webhooks/client', 'dist/client/index.d.ts'],
  ['sqlite', 'fastify-merchant-webhooks/sqlite', 'dist/store/sqlite/index.d.ts'],
  ['postgres', 'fastify-merchant-webhooks/postgres', 'dist/store/postgres/index.d.ts'],
  ['store', 'fastify-merchant-webhooks/store', 'dist/store/index.d.ts'],
  ['operations', 'fastify-merchant-webhooks/operations', 'dist/operations/index.d.ts'],
  ['testing', 'fastify-merchant-webhooks/testing', 'dist/testing/index.d.ts'],
  ['simulator', 'fastify-merchant-webhooks/simulator', 'dist/simulator/index.d.ts'],
] as const

/** The pages, each with its path from the root. */
export function apiPages(): { readonly file: string; readonly text: string }[] {
  return entries.map(([page, name, file]) => {
    const declarations = declarationsOf(file)
    const names = new Set(declarations.map((one) => one.name))
    const symbols = declarations.map((one) => sectionOf(one, membersOf(one, names)))
    const head = `# \`${name}\`\n\nMade from the doc comments by \`npm run docs\`: change those, and run it again.\n`
    return { file: `docs/reference/api/${page}.md`, text: `${[head, ...symbols].join('\n')}` }
  })
}

/** With those of bases that have no section of their own. */
function membersOf({ members, bases }: Declaration, names: ReadonlySet<string>): Member[] {
  const own = new Set(members.map(wordOf))
  const inherited = bases.filter(({ name }) => !names.has(name)).flatMap((base) => membersOf(base, names))
  return [...inherited.filter((member) => !own.has(wordOf(member))), ...members]
}

function sectionOf({ name, signatures, comment }: Declaration, members: readonly Member[]): string {
  const { text, params, example } = parted(comment)
  return [
    `## ${name === 'default' ? 'The plugin (default export)' : `\`${name}\``}\n`,
    `${fenced(signatures.join('\n'))}\n`,
    ...(text === '' ? [] : [`${text}\n`]),
    ...(params.length === 0 ? [] : [`${params.join('\n')}\n`]),
    ...(members.length === 0 ? [] : [`${members.map(lineOf).join('\n')}\n`]),
    ...(example === '' ? [] : [`${fenced(example)}\n`]),
  ].join('\n')
}

function wordOf({ signature }: Member): string {
  return /^(?:readonly |get )?\w*/.exec(signature)?.[0] ?? signature
}

function lineOf({ signature, comment }: Member): string {
  const { text } = parted(comment)
  return `- \`${signature.replace(/^readonly /, '')}\`${text === '' ? '' : `: ${text.replace(/\s*\n\s*/g, ' ')}`}`
}

/** A doc comment by its tags. */
function parted(comment: string): {
  readonly text: string
  readonly params: readonly string[]
  readonly example: string
} {
  const [text = '', ...tags] = comment.replace(/\{@link (\w+)\}/g, '`$1`').split(/^@/m)
  const examples = tags.filter((tag) => tag.startsWith('example')).map((tag) => tag.slice('example'.length))
  const params = tags.flatMap((tag) => {
    const [, word = '', rest = ''] = /^(\w+)\s+([\s\S]*)$/.exec(tag) ?? []
    const told = rest.trim().replace(/\s*\n\s*/g, ' ')
    if (word === 'param') return [`- ${told.replace(/^(\S+)/, '`$1`')}`]
    if (word === 'returns' || word === 'throws') return [`- ${word} ${told}`]
    return []
  })
  const example = examples.map((one) => one.replace(/^```.*$/gm, '').trim()).join('\n\n')
  return { text: text.trim(), params, example }
}

/** Not `ts`: a test compiles those, and an example of a doc comment leaves out what is around it. */
function fenced(code: string): string {
  return `\`\`\`typescript\n${code}\n\`\`\``
}
