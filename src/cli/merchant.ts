#!/usr/bin/env node
import { checkNode } from '../check-node.ts'
import { messageOf } from '../text/message-of.ts'

try {
  checkNode(process.versions.node)
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exit(1)
}
// Not before: an older one fails on something in them, and says less.
const [{ runCommand }, { stopBetweenTasks, terminalOf, watchOutput }] = await Promise.all([
  import('./run-command.ts'),
  import('./terminal.ts'),
])
stopBetweenTasks(process)
const written = watchOutput(process.stdout, process.stderr)
const code = await runCommand(process.argv.slice(2), terminalOf(process, process.env))
const failed = await written()
if (failed !== undefined) process.stderr.write(`Not all of the output could be written: ${messageOf(failed)}\n`)
// The application may listen, or hold a connection: the command has said what it had to say.
process.exit(failed === undefined ? code : Math.max(code, 1))
