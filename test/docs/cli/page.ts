import { everyCommand, type KnownCommand } from './every-command.ts'
import { said } from './said.ts'

/** Where the page is, from the root. */
export const commandsPage = 'docs/reference/commands.md'

/** The page of the commands, made from their own help. `npm run docs` writes it. */
export async function writeCommands(): Promise<string> {
  const commands = await everyCommand()
  return `# Commands

This page is made from the commands' own help by \`npm run docs\`. Write the whole name of the package: where it isn't
installed, a shorter one could be a stranger's.

| Command | Does |
|---|---|
${commands.map((command) => `| [\`${nameOf(command)}\`](#${nameOf(command).replaceAll(' ', '-')}) | ${summaryOf(command)} |`).join('\n')}

- Exit codes of all: 0 done, 1 failed, 2 not understood. A code of 1 comes with a sentence on stderr.
  A file that isn't there ends each command with 1, and is named.
  Ctrl-C ends a command with 130, also at a question; those that run until it comes say what they end with.
- \`npx fastify-merchant-webhooks --version\` prints the version of this package, and nothing else.
- A module is a file that exports the application, or a function that builds it, as \`default\`, \`app\` or \`build\`.
  \`dev\`, \`simulate\`, \`dial\`, \`trigger\`, \`run\`, \`replay\`, \`map\`, \`chaos\`, \`doctor\`, \`check-sessions\`, \`replay-day\` and \`urls\` read \`.env\` in this folder first, and change no variable that is set.
- Commands ask questions and read keys only where stdin and stdout are both terminals, and \`CI\` isn't set.

${commands.map(sectionOf).join('\n')}`
}

function sectionOf(command: KnownCommand): string {
  const { json, form, fails } = said[nameOf(command)] ?? {}
  const printed = json === undefined ? '' : `\`\`\`json\n${JSON.stringify(json, null, 2)}\n\`\`\`\n`
  const intro = form ?? (json === undefined ? '' : '`--json` prints:')
  return [
    `## ${nameOf(command)}\n`,
    `\`\`\`text\n${command.help}\n\`\`\`\n`,
    ...(fails === undefined ? [] : [`It ends with 1 where ${fails}.\n`]),
    ...(intro === '' ? [] : [`${intro}\n`]),
    ...(printed === '' ? [] : [printed]),
  ].join('\n')
}

function nameOf({ words }: KnownCommand): string {
  return words.join(' ')
}

function summaryOf({ help }: KnownCommand): string {
  // Between the usage and the next heading.
  return help.split('\n\n')[1]?.replaceAll('\n', ' ') ?? ''
}
