import type { Command } from 'commander'
import { type TrailAbout, type TrailEntry, trailJson } from '../admin/trail.ts'
import { withExamples } from './command.ts'
import { findEntry } from './inbox/find-entry.ts'
import { type ListValues, readPlace, showListing, withListOptions } from './look/listing.ts'
import { saidFilters, withStoreOptions, withTimeOptions } from './look/look-args.ts'
import { type RegistrationPlace, withInbox } from './look/look-at-store.ts'
import { readAt, readSpan, type SpanValues, showTime } from './look/read-time.ts'
import { showable, type Terminal } from './terminal.ts'

/** `fastify-merchant-webhooks trail`: what people did, newest first. */
export function define(trail: Command, terminal: Terminal): void {
  withTimeOptions(
    withStoreOptions(trail, 'as JSON; with --all a line for each').option(
      '--entry <id>',
      'only about this one: its id, or the reference of a single notification',
    ),
    'lines that were written',
  )
  withExamples(withListOptions(trail), 'trail --since 7d', 'trail --entry order-1041')
    .addHelpText('after', '\nPhone numbers are shortened. Times are GMT.')
    .action((values) => listTrail(values, terminal))
}

interface TrailFilter extends SpanValues {
  readonly entry?: string
}

async function listTrail(values: RegistrationPlace & TrailFilter & ListValues, terminal: Terminal): Promise<void> {
  const timesAt = readAt((now) => readSpan(values, now))
  const place = readPlace(values)
  const said = saidFilters({ ...values }, ['entry', 'since', 'until'])
  await withInbox(values, async (inbox, { registration, trail, now }) => {
    const times = timesAt(now)
    const entry = values.entry === undefined ? undefined : await findEntry(inbox, values.entry)
    await showListing(
      {
        name: 'lines',
        page: (at) => trail.list({ entry, ...times, ...at }),
        headings: ['at', 'by', 'act', 'entry', 'about', 'reason'],
        fit: { elastic: ['by', 'entry'], names: ['entry'], below: ['about', 'reason'] },
        row: trailRow,
        json: trailJson,
        said,
        empty: `Nobody has done anything yet in '${registration}'.`,
        unfit: `Nothing on the trail of '${registration}'`,
      },
      values,
      place,
      terminal,
    )
  })
}

function trailRow({ at, by, act, entry, about, reason }: TrailEntry): readonly string[] {
  return [
    showTime(at),
    showable(by ?? '?'),
    showable(act),
    showable(entry ?? ''),
    about === null ? '' : showable(inWords(about)),
    showable(reason ?? ''),
  ]
}

function inWords(about: TrailAbout): string {
  return Object.entries(about)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')
}
