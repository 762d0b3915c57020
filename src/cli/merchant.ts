#!/usr/bin/env node
import { runCommand } from './run-command.ts'

const code = await runCommand(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
})
// The application may listen, or hold a connection: the command has said what it had to say.
process.stdout.write('', () => process.exit(code))
