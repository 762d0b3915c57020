#!/usr/bin/env node
import { runCommand } from './run-command.ts'
import { terminalOf } from './terminal.ts'

const code = await runCommand(process.argv.slice(2), terminalOf(process, process.env))
// The application may listen, or hold a connection: the command has said what it had to say.
process.stdout.write('', () => process.exit(code))
