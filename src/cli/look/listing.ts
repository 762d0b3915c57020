import type { Command } from 'commander'
import { pagesOf } from '../../admin/check-query.ts'
import { printable } from '../../text/clean-text.ts'
import { codeOf } from '../../text/message-of.ts'
import { showJson, type Terminal, UsageError } from '../terminal.ts'
import { type PhonePlace, phoneHint, readWhole } from './look-args.ts'
import { formatTable, type TableFit } from './table.ts'

/** Something that comes in pages, newest first. */
export interface Listing<Name extends string, Item> {
  /** What the items are called on a page, and in JSON. */
  readonly name: Name
  readonly page: (place: PagePlace) => Promise<PageOf<Name, Item>>
  readonly headings: readonly string[]
  /** Where they give way, if the terminal is narrow. */
  readonly fit: Omit<TableFit, 'columns'>
  readonly row: (item: Item) => readonly string[]
  readonly json: (item: Item) => object
  /** Which of them are asked for, in words; empty where all are. */
  readonly said: string
  /** Said where there is none at all, and begins what is said where none fits. */
  readonly empty: string
  readonly unfit: string
}

/** Which page. */
export interface PagePlace {
  readonly limit: number | undefined
  readonly cursor: string | undefined
}

/** One page. */
export type PageOf<Name extends string, Item> = { readonly [Own in Name]: readonly Item[] } & {
  readonly next: string | undefined
}

/** What may be said to every list. */
export function withListOptions(command: Command): Command {
  return command
    .option('--limit <1 to 1000>', 'entries on a page')
    .option('--cursor <text>', 'continues after a page, with its cursor')
    .option('--all', 'every page')
}

/** How a list is to be shown, as options say it. */
export interface ListValues {
  readonly limit?: string
  readonly cursor?: string
  readonly all?: boolean
  readonly json?: boolean
}

/** Which page options ask for. @throws UsageError */
export function readPlace({ limit, cursor }: ListValues): PagePlace {
  return { limit: limit === undefined ? undefined : readWhole('--limit', limit, 1_000, 1), cursor }
}

/** Shows a page, or all of them: as one table, or as JSON, of all of them a line for each item. */
export async function showListing<Name extends string, Item>(
  given: Listing<Name, Item>,
  values: ListValues & PhonePlace,
  place: PagePlace,
  terminal: Terminal,
): Promise<void> {
  const { name, said, empty, unfit } = given
  const listing = { ...given, page: understanding(given.page, place) }
  const nothing = said === '' ? empty : `${unfit} fits ${said}: leave something out to find more.${phoneHint(values)}`
  if (values.all === true) return showAll(listing, nothing, values.json === true, place, terminal)
  const { [name]: items, next } = await listing.page(place)
  if (values.json === true) {
    terminal.out(showJson({ [name]: items.map(listing.json), next: next ?? null }, 2))
    return
  }
  terminal.out(items.length === 0 ? nothing : table(listing, items, terminal))
  if (next !== undefined) terminal.err(`There are more: --cursor ${next} shows the next, --all all of them.`)
}

async function showAll<Name extends string, Item>(
  listing: Listing<Name, Item>,
  nothing: string,
  isJson: boolean,
  place: PagePlace,
  terminal: Terminal,
) {
  let isFirst = true
  const asked = { ...place, limit: place.limit ?? longPage }
  for await (const { [listing.name]: items } of pagesOf(listing.page, asked)) {
    if (items.length === 0) continue
    // At once, so that whoever reads the lines need not wait for the last.
    if (isJson) for (const item of items) terminal.out(showJson(listing.json(item)))
    else {
      const shown = table(listing, items, terminal)
      terminal.out(isFirst ? shown : shown.slice(shown.indexOf('\n') + 1))
      isFirst = false
    }
  }
  if (isFirst && !isJson) terminal.out(nothing)
}

/** A store knows its own cursors: one that it doesn't know was given wrong. */
function understanding<Page>(page: (at: PagePlace) => Promise<Page>, { cursor }: PagePlace) {
  return async (at: PagePlace): Promise<Page> => {
    try {
      return await page(at)
    } catch (error) {
      if (cursor === undefined || at.cursor !== cursor || !isArgument(error)) throw error
      throw new UsageError(`--cursor takes what the page before it said, not '${printable(cursor)}'.`)
    }
  }
}

function isArgument(error: unknown): boolean {
  return codeOf(error) === 'FMW_STORE_ARGUMENT'
}

const longPage = 500

function table<Item>(
  { headings, fit, row }: Pick<Listing<string, Item>, 'headings' | 'fit' | 'row'>,
  items: readonly Item[],
  { columns }: Terminal,
): string {
  return formatTable(headings, items.map(row), { columns, ...fit })
}
