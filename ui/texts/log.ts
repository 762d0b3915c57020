import { kindNames, turnNames } from '../../src/simulator/words/kind-names.ts'
import { verdictWords } from '../../src/simulator/words/verdict.ts'

/** The log, its search and its verdicts. */
export const log = {
  kinds: kindNames,
  turnsAt: turnNames,
  push: 'To your app',
  pushAgain: 'To your app, the same again',
  call: 'From your app',
  visit: "From a customer's browser",
  search: 'Search the log',
  searchExample: 'kind:checkout',
  clearSearch: 'Clear the search',
  unknownValue: (field: string, known: string) => `${field} takes ${known === '' ? 'a number, as >100' : known}.`,
  unknownField: (unknown: string, known: string) => `There is no ${unknown} Use ${known}.`,
  stories: 'Stories',
  flat: 'Flat',
  newRows: (count: number) => (count === 1 ? '1 new row' : `${count} new rows`),
  foundAloud: (found: number, all: number) => `The log: ${found} shown, ${all} in all.`,
  rowNumber: (id: number) => `row ${id}`,
  pinned: 'Pinned rows',
  unpinRow: (id: number) => `Unpin row ${id}`,
  resent: 'Resend',
  byHand: 'by hand',
  clearLog: 'Clear',
  askClear: 'This deletes every row of the log for good. Do it again to clear the log.',
  rowCount: rowsIn,
  rowsFound: (found: number, all: number) => (found === all ? rowsIn(all) : `${found} of ${rowsIn(all)}`),
  nothingFound: 'No row matches your search.',
  emptyLog: 'The log is empty.',
  emptyLogNext: 'Dial a code on a phone, or let your app call the service.',
  dialNow: (code: string) => `Dial ${code}`,
  verdict: verdictWords,
  deadline: (ms: string, deadline: string) => `${ms} of ${deadline}`,
  barInWords: (ms: string, deadline: string, marks: readonly string[]) =>
    `${ms} of ${deadline}; marks at ${marks.join(' and ')}`,
}

export function rowsIn(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`
}
