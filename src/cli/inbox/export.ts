import type { PersonOptions } from '../../admin/trail.ts'
import { printable } from '../../text/clean-text.ts'
import { readCountryOption } from '../look/look-args.ts'
import { type RegistrationPlace, withInbox } from '../look/look-at-store.ts'
import { personOf } from '../look/person.ts'
import { writeNew } from '../look/write-new.ts'
import { showJson, type Terminal, UsageError } from '../terminal.ts'
import { findEntry } from './find-entry.ts'
import { writeFixtureTest } from './fixture-test.ts'

interface ExportValues extends RegistrationPlace, PersonOptions {
  readonly country?: string
  readonly out?: string
  readonly test?: string
  readonly app?: string
}

/** `fastify-merchant-webhooks inbox export`: an entry as a masked fixture for a test, or as that test. */
export async function exportEntry(word: string, values: ExportValues, terminal: Terminal): Promise<void> {
  const country = readCountryOption(values.country)
  const { app, out, test } = values
  if (out !== undefined && test !== undefined)
    throw new UsageError('Either --out or --test: a test has its fixture in it.')
  if (app !== undefined && test === undefined) throw new UsageError('--app is what a test imports: say --test too.')
  await withInbox(
    values,
    async (inbox, registration) => {
      const fixture = await inbox.export(await findEntry(inbox, word), personOf(values))
      const text =
        test === undefined
          ? `${showJson(fixture, 2)}\n`
          : writeFixtureTest(fixture, { app: app ?? './app.js', registration })
      const file = test ?? out
      if (file === undefined) {
        terminal.out(text.trimEnd())
        return
      }
      await writeNew(file, text, test === undefined ? '--out' : '--test')
      if (values.json === true) terminal.out(showJson({ file, name: fixture.name }, 2))
      else terminal.out(`Wrote ${fixture.name} to ${printable(file)}.`)
    },
    country,
  )
}
