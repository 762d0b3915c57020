import type { Command } from 'commander'
import { withExamples } from '../command.ts'
import { readWhole } from '../look/look-args.ts'
import { type StayValues, withSimulatorOptions, withStay } from '../service/options.ts'
import type { Terminal } from '../terminal.ts'
import { commandOf } from './app-command.ts'
import { develop } from './develop.ts'

/** `fastify-merchant-webhooks dev app.ts`: the application and the service, with a page where both are played. */
export function define(dev: Command, terminal: Terminal): void {
  dev.argument('<app...>', 'the module of the application, or behind -- a command that starts it')
  withExamples(
    withStay(withSimulatorOptions(dev, '4600', 'a line of JSON when the application comes up, and when it goes down'))
      .option('--grace <seconds>', 'seconds to wait for the application to end before killing it', '10')
      .option('--no-open', 'opens no browser'),
    'dev src/app.ts',
    'dev -- tsx watch src/server.ts',
  )
    .addHelpText('after', help)
    .action((words, values) => run(words, values, terminal))
}

const help = `
A module is started again after each change. A command of yours has to do that
itself. The phones and the log stay. The browser opens at a terminal alone.

Exit codes: 0 ended with Ctrl-C, 1 the service can't start or your command has
ended, 2 not understood. An application that fails waits for a change.`

interface DevValues extends StayValues {
  readonly grace: string
  readonly open: boolean
}

async function run(words: readonly string[], values: DevValues, terminal: Terminal): Promise<void> {
  const grace = readWhole('--grace', values.grace, 3_600) * 1_000
  await develop(commandOf(words), { ...values, grace }, terminal)
}
