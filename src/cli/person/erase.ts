import type { Command } from 'commander'
import type { EraseReport, KeptEntry, KeptResult, KeptSession } from '../../admin/person/erase-report.ts'
import type { People } from '../../admin/person/people.ts'
import { Whose } from '../../admin/person/whose.ts'
import { printable } from '../../text/clean-text.ts'
import { withExamples } from '../command.ts'
import { phoneHint, readCountryOption, readWhole } from '../look/look-args.ts'
import { personOf } from '../look/person.ts'
import { formatTable } from '../look/table.ts'
import { showJson, type Terminal } from '../terminal.ts'
import { type PhoneValues, tellElsewhere, whileReading, withPeople, withPhoneOptions } from './people-of.ts'

interface EraseValues extends PhoneValues {
  readonly keepPaymentsDays?: string
  readonly yes?: boolean
}

/** `fastify-merchant-webhooks erase`: erases what is kept of one person, beside the application or without it. */
export function define(erase: Command, terminal: Terminal): void {
  withPhoneOptions(erase)
    .option('--keep-payments-days <days>', 'also erases payments older than this; default: keeps all, masked')
    .option('--yes', 'erases; without it, lists what it would erase')
    .action((values: EraseValues) => erasePerson(values, terminal))
  withExamples(erase, 'erase --phone +233000000000', 'erase --phone +233000000000 --yes --json').addHelpText(
    'after',
    '\nThe application goes on. What is open stays, and is named.\nBackups and logs are not touched.',
  )
}

async function erasePerson(values: EraseValues, terminal: Terminal): Promise<void> {
  const { phone, thorough, json, yes } = values
  const { keepPaymentsDays: days } = values
  const keepPaymentsDays = days === undefined ? undefined : readWhole('--keep-payments-days', days, 99_999)
  const run = (people: People, dryRun: boolean) =>
    whileReading(values, terminal, (onRead) =>
      people.erase({ ...personOf(values), phone, thorough, keepPaymentsDays, dryRun, onRead }),
    )
  const report = await withPeople(values, (people) => run(people, yes !== true))
  const whose = new Whose(phone, readCountryOption(values.country))
  const remains = yes === true ? await stillIn(values, whose) : undefined
  if (json === true) {
    terminal.out(showJson(remains === undefined ? report : { ...report, remains }, 2))
    return
  }
  terminal.out(describe(report, terminal))
  if (report.dryRun) terminal.out('Nothing was erased: say --yes.')
  else if (remains === undefined)
    terminal.out('PostgreSQL has the rows in its files until it needs their room, and in its log and backups.')
  else if (remains.length > 0)
    terminal.err(`The number still stands in ${remains.map(printable).join(', ')}: see the guide to personal data.`)
  else if (whose.number === undefined)
    terminal.out(`Written as you gave it, it stands nowhere in the files any more.${phoneHint(values)}`)
  else terminal.out('The number stands nowhere in the files any more.')
  tellElsewhere(report.elsewhere, terminal)
}

/** In which files the number stands; undefined of a server. */
async function stillIn({ store = '' }: EraseValues, whose: Whose): Promise<readonly string[] | undefined> {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(store)) return undefined
  const { filesWith } = await import('../../store/sqlite/files-with.ts')
  return filesWith((bytes) => whose.isAmong(bytes), store)
}

function describe(report: EraseReport, { columns }: Terminal): string {
  const { phone, dryRun, erased, masked, sessions, sessionsKept, results, resultsKept, effects } = report
  const rows = [
    [dryRun ? 'entries to erase' : 'entries erased', erased],
    [dryRun ? 'payments to keep without whose they are' : 'payments kept without whose they are', masked],
    [dryRun ? 'sessions to erase' : 'sessions erased', sessions],
    ['sessions that stay', sessionsKept],
    [dryRun ? 'results of once to erase' : 'results of once erased', results],
    ['results of once that stay', resultsKept],
    [dryRun ? 'results to take the number out of' : 'results the number was taken out of', effects],
  ] as const
  const names = ['id', 'entry', 'reference', 'name']
  const fit = { columns, elastic: names, names, below: ['why'] }
  const table = (title: string, headings: readonly string[], named: readonly (readonly string[])[], all: number) => {
    if (named.length === 0) return []
    const rest = all > named.length ? `\nand ${all - named.length} more` : ''
    return `${title}:\n${formatTable(headings, named, fit)}${rest}`
  }
  const { kept, keptSessions, keptResults, payments, keptOthers, othersKept } = report
  return [
    formatTable(
      ['of', phone],
      rows.map(([what, count]) => [what, String(count)]),
    ),
    table(
      'Kept, because something is still to be done',
      ['kind', 'id', 'state', 'why'],
      kept.map(({ kind, id, state, why }) => [kind, printable(id), state, words[why]]),
      kept.length,
    ),
    table(
      'Of somebody else, who wrote the number into a text: kept as they are',
      ['kind', 'id'],
      keptOthers.map(({ kind, id }) => [kind, printable(id)]),
      othersKept,
    ),
    table(
      'Sessions that stay',
      ['kind', 'id', 'until', 'why'],
      keptSessions.map(({ kind, id, until, why }) => [kind, printable(id), until.toISOString(), wordsOfSession[why]]),
      sessionsKept,
    ),
    table(
      'Results of once that stay, so that nothing is done twice',
      ['name', 'until', 'entry', 'why'],
      keptResults.map(({ name, entry, until, why }) => [
        printable(name),
        until.toISOString(),
        printable(entry ?? '-'),
        wordsOfResult[why],
      ]),
      resultsKept,
    ),
    table(
      'Payments kept for the books',
      ['kind', 'reference', 'until', 'id'],
      payments.map(({ kind, reference, until, id }) => [
        kind,
        printable(reference ?? '-'),
        until?.toISOString() ?? 'retention.entriesDays',
        printable(id),
      ]),
      masked,
    ),
  ]
    .flat()
    .join('\n\n')
}

const words: Readonly<Record<KeptEntry['why'], string>> = {
  open: 'its handler has not run',
  review: 'somebody must look at it',
  replay: 'a replay of it was requested',
  changed: 'its handler ran again just now',
}

const wordsOfSession: Readonly<Record<KeptSession['why'], string>> = {
  open: 'it is open',
  unsettled: 'it is not known whether something in it was done',
}

const wordsOfResult: Readonly<Record<KeptResult['why'], string>> = {
  session: 'a session may ask for it',
  entry: 'a replay asks for it',
}
