import type { PersonOptions } from '../../admin/trail.ts'
import { printable } from '../../text/clean-text.ts'
import { readCountryOption } from '../look/look-args.ts'
import { type RegistrationPlace, withInbox } from '../look/look-at-store.ts'
import { personOf } from '../look/person.ts'
import { writeNew } from '../look/write-new.ts'
import { showJson, type Terminal } from '../terminal.ts'
import { findEntry } from './find-entry.ts'

interface ExportValues extends RegistrationPlace, PersonOptions {
  readonly country?: string
  readonly out?: string
}

/** `fastify-merchant-webhooks inbox export`: an entry as a masked fixture, for a test. */
export async function exportEntry(word: string, values: ExportValues, terminal: Terminal): Promise<void> {
  const country = readCountryOption(values.country)
  await withInbox(
    values,
    async (inbox) => {
      const fixture = await inbox.export(await findEntry(inbox, word), personOf(values))
      const json = showJson(fixture, 2)
      if (values.out === undefined) {
        terminal.out(json)
        return
      }
      await writeNew(values.out, `${json}\n`)
      if (values.json === true) terminal.out(showJson({ file: values.out, name: fixture.name }, 2))
      else terminal.out(`Wrote ${fixture.name} to ${printable(values.out)}.`)
    },
    country,
  )
}
