import { writeFile } from 'node:fs/promises'
import { printable } from '../../text/clean-text.ts'
import { readArgs, readCountryOption, storeOptions } from '../look/look-args.ts'
import { withInbox } from '../look/look-at-store.ts'
import { showJson, type Terminal } from '../terminal.ts'
import { findEntry } from './find-entry.ts'

const options = { ...storeOptions, country: { type: 'string' }, out: { type: 'string' } } as const

/** `fastify-merchant-webhooks inbox export`: an entry as a masked fixture, for a test. */
export async function exportEntry(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values, word } = readArgs(args, options, 'one entry, by its id or its reference')
  const country = readCountryOption(values.country)
  await withInbox(
    values,
    async (inbox) => {
      const fixture = await inbox.export(await findEntry(inbox, word))
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

/** A fixture may have been changed by hand: nothing is written over one. */
async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new Error(`--out: there is a file ${printable(file)} already.`)
    }
    throw error
  }
}
