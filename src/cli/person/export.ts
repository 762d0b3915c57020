import type { Command } from 'commander'
import { printable } from '../../text/clean-text.ts'
import { withExamples } from '../command.ts'
import { writeNew } from '../files.ts'
import { unmaskingOf } from '../look/person.ts'
import { countOf } from '../look/table.ts'
import { showJson, type Terminal } from '../terminal.ts'
import { type PhoneValues, tellElsewhere, whileReading, withPeople, withPhoneOptions } from './people-of.ts'

interface ExportValues extends PhoneValues {
  readonly unmask?: boolean
  readonly out?: string
}

/** `fastify-merchant-webhooks export`: all that is kept of one person, as one JSON value. */
export function define(command: Command, terminal: Terminal): void {
  withPhoneOptions(command)
    .option('--unmask', 'unmasked, for the person; needs --reason')
    .option('--out <file>', 'a new file')
    .action((values: ExportValues) => exportPerson(values, terminal))
  withExamples(command, 'export --phone +233000000000 --out person.json', 'export --phone 0000000000 --country GH')
}

async function exportPerson(values: ExportValues, terminal: Terminal): Promise<void> {
  const { phone, thorough, out } = values
  const unmask = unmaskingOf('--unmask', values.unmask, values)
  const exported = await withPeople(values, (people) =>
    whileReading(values, terminal, (onRead) => people.export({ phone, unmask, thorough, onRead })),
  )
  const json = showJson(exported, 2)
  if (values.json !== true) tellElsewhere(exported.elsewhere, terminal)
  if (out === undefined) return terminal.out(json)
  await writeNew(out, `${json}\n`)
  const { entries, sessions, elsewhere } = exported
  if (values.json === true)
    terminal.out(showJson({ file: out, entries: entries.length, sessions: sessions.length, elsewhere }, 2))
  else
    terminal.out(
      `Wrote ${countOf(entries.length, 'entry', 'entries')} and ${countOf(sessions.length, 'session')} to ${printable(out)}.`,
    )
}
