import type { Command } from 'commander'
import { pagesOf } from '../../admin/check-query.ts'
import { printable } from '../../text/clean-text.ts'
import { codeOf } from '../../text/message-of.ts'
import { showJson, type Terminal, UsageError } from '../terminal.ts'
import { readWhole } from './look-args.ts'
import { formatTable, type TableFit } from './table.ts'

/** Something that comes in pages, newest first. */
export interface Listing<Item> {
  /** What the items are called in JSON. */
  readonly name: string
  readonly page: (place: PagePlace) => Promise<PageOf<Item>>
  readonly headings: readonly string[]
  /** Where they give way, if the terminal is narrow. */
  readonly fit: Omit<TableFit, 'columns'>
  readonly row: (item: Item) => readonly string[]
  readonly json: (item: Item) => object
  /** Said where there is none. */
  readonly nothing: string
}

/** Which page. */
export interface PagePlace {
  readonly limit: number | undefined
  readonly cursor: string | undefined
}

/** One page. */
export interface PageOf<Item> {
  readonly items: readonly Item[]
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
export async function showListing<Item>(
  given: Listing<Item>,
  { all, json }: ListValues,
  place: PagePlace,
  terminal: Terminal,
): Promise<void> {
  const listing = { ...given, page: understanding(given.page, place) }
  if (all === true) return showAll(listing, json === true, place, terminal)
  const { items, next } = await listing.page(place)
  if (json === true) {
    terminal.out(showJson({ [listing.name]: items.map(listing.json), next: next ?? null }, 2))
    return
  }
  terminal.out(items.length === 0 ? listing.nothing : table(listing, items, terminal))
  if (next !== undefined) terminal.err(`There are more: --cursor ${next} shows the next, --all all of them.`)
}

async function showAll<Item>(listing: Listing<Item>, isJson: boolean, place: PagePlace, terminal: Terminal) {
  let isFirst = true
  const asked = { ...place, limit: place.limit ?? longPage }
  for await (const { items } of pagesOf(listing.page, asked)) {
    if (items.length === 0) continue
    // At once, so that whoever reads the lines need not wait for the last.
    if (isJson) for (const item of items) terminal.out(showJson(listing.json(item)))
    else {
      const shown = table(listing, items, terminal)
      terminal.out(isFirst ? shown : shown.slice(shown.indexOf('\n') + 1))
      isFirst = false
    }
  }
  if (isFirst && !isJson) terminal.out(listing.nothing)
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

function table<Item>({ headings, fit, row }: Listing<Item>, items: readonly Item[], { columns }: Terminal): string {
  return formatTable(headings, items.map(row), { columns, ...fit })
}
