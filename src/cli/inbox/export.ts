import type { PersonOptions } from '../../admin/trail.ts'
import { printable } from '../../text/clean-text.ts'
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
  readonly html?: string
  readonly app?: string
}

/** `fastify-merchant-webhooks inbox export`: an entry as a masked fixture for a test, as that test, or as a page. */
export async function exportEntry(word: string, values: ExportValues, terminal: Terminal): Promise<void> {
  const { app, out, test, html } = values
  if ([out, test, html].filter((file) => file !== undefined).length > 1)
    throw new UsageError('One of --out, --test and --html: a test has its fixture in it.')
  if (app !== undefined && test === undefined) throw new UsageError('--app is what a test imports: say --test too.')
  await withInbox(values, async (inbox, { registration }) => {
    const id = await findEntry(inbox, word)
    const keep = async (file: string, text: string, option: string, name: string): Promise<void> => {
      await writeNew(file, text, option)
      if (values.json === true) terminal.out(showJson({ file, name }, 2))
      else terminal.out(`Wrote ${name} to ${printable(file)}.`)
    }
    if (html !== undefined) {
      await keep(html, await inbox.exportPage(id, personOf(values)), '--html', 'a page')
      return
    }
    const fixture = await inbox.export(id, personOf(values))
    const json = `${showJson(fixture, 2)}\n`
    if (test !== undefined) {
      const text = writeFixtureTest(fixture, { app: app ?? './app.js', registration })
      await keep(test, text, '--test', fixture.name)
    } else if (out === undefined) terminal.out(json.trimEnd())
    else await keep(out, json, '--out', fixture.name)
  })
}
