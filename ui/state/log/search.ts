import { texts } from '../../texts/index.ts'
import { sufferedBy } from '../fault-names.ts'
import type { Row } from '../types.ts'
import { type BillOf, isHeldUp, verdictOf } from './verdict.ts'

/** A test of rows, and what of the question nobody understood. */
export interface Search {
  readonly matches: (row: Row) => boolean
  readonly unknown: readonly string[]
}

type Test = (row: Row, billOf: BillOf) => boolean

/**
 * Reads a question such as `kind:checkout|ussdPayment outcome:undetermined phone:0001 -status:200 late rice`: all of it must
 * hold. A minus turns a word round, quotes hold words together, and a bar stands between values of which one will do.
 *
 * @param pinned numbers of the rows that `is:pinned` finds
 * @param billOf what the ledger says of the payments of rows
 */
export function readSearch(question: string, pinned: readonly number[] = [], billOf: BillOf = () => undefined): Search {
  const unknown: string[] = []
  const tests: Test[] = []
  for (const [, minus = '', name, quoted, plain = ''] of question.matchAll(/(-?)(?:(\w+):)?(?:"([^"]*)"|(\S+))/g)) {
    const value = (quoted ?? plain).toLowerCase()
    // A field whose value is still to be typed leaves nothing out.
    if (name === undefined && isField(plain)) continue
    const test = name === undefined ? containing(value) : anyOf(name.toLowerCase(), value.split('|'), pinned)
    if (test === undefined) unknown.push(`${name}:`)
    else tests.push(minus === '' ? test : (row, billOf) => !test(row, billOf))
  }
  return { matches: (row) => tests.every((test) => test(row, billOf)), unknown }
}

/** What can stand before a colon, for the completion and the help. */
export const searchFields = [
  'kind',
  'outcome',
  'phone',
  'session',
  'ref',
  'status',
  'fault',
  'is',
  'ms',
  'id',
  'url',
  'body',
  'reply',
] as const

function isField(word: string): boolean {
  return searchFields.some((field) => word.toLowerCase() === `${field}:`)
}

function kindsOf(value: string): readonly string[] {
  return Object.keys(texts.kinds).filter((kind) => kind.toLowerCase().startsWith(value))
}

/** What a field takes, where what it was given is nothing of it. */
export function takenBy(field: string): readonly string[] {
  if (field === 'is') return valuesOf(field, [])
  return field === 'kind' ? Object.keys(texts.kinds) : []
}

/** Words that may follow a field. */
export function valuesOf(field: string, rows: readonly Row[]): readonly string[] {
  if (field === 'is') return [...Object.keys(states), 'pinned']
  const held = rows.flatMap(({ kind, outcome, status, faults }): readonly string[] => {
    if (field === 'kind') return [kind]
    if (field === 'outcome') return outcome === null ? [] : [outcome]
    if (field === 'status') return [String(status ?? 'none')]
    return field === 'fault' ? faults : []
  })
  return [...new Set(held)].toSorted()
}

function anyOf(name: string, values: readonly string[], pinned: readonly number[]): Test | undefined {
  const tests = values.map((value) => fieldTest(name, value, pinned))
  if (tests.includes(undefined)) return undefined
  return (row, billOf) => tests.some((test) => test?.(row, billOf) === true)
}

function fieldTest(name: string, value: string, pinned: readonly number[]): Test | undefined {
  switch (name) {
    case 'kind':
      return kindsOf(value).length === 0 ? undefined : ({ kind }) => kind.toLowerCase().startsWith(value)
    case 'outcome':
      return ({ outcome }) => has(outcome, value)
    case 'phone':
      return ({ about }) => has(about.mobile, value.replace(/^\+?0*/, ''))
    case 'session':
      return ({ about }) => has(about.sessionId, value)
    case 'ref':
      // The reference of an application's own may stand in the address that it gave.
      return ({ about, direction, url }) =>
        [about.reference, about.billId, about.messageId, direction === 'push' ? url : null].some((one) =>
          has(one, value),
        )
    case 'status':
      return ({ status }) => String(status ?? 'none').startsWith(value)
    case 'fault':
      return (row) => row.faults.some((fault) => has(fault, value)) || has(sufferedBy(row), value)
    case 'is':
      return value === 'pinned' ? ({ id }) => pinned.includes(id) : states[value]
    case 'ms':
      return numberTest(value, ({ ms }) => ms, '>')
    case 'id':
      return numberTest(value, ({ id }) => id)
    case 'url':
      return ({ url }) => has(url, value)
    case 'body':
      return ({ request }) => has(request.begins, value)
    case 'reply':
      return ({ response, screen }) => has(screen, value) || has(response?.begins, value)
    default:
      return undefined
  }
}

const states: Readonly<Partial<Record<string, Test>>> = {
  push: ({ direction }) => direction === 'push',
  call: ({ direction }) => direction === 'call',
  late: ({ verdict }) => verdict === 'late',
  failed: ({ verdict }) => verdict === 'failed',
  refused: ({ verdict }) => verdict === 'refused',
  unanswered: (row) => row.verdict === 'unanswered' && !isHeldUp(row),
  right: (row, billOf) => verdictOf(row, billOf).tone === 'right',
  close: (row, billOf) => verdictOf(row, billOf).tone === 'close',
  wrong: (row, billOf) => verdictOf(row, billOf).tone === 'wrong',
  retry: ({ attempt }) => attempt > 1,
}

/** `>100` and `<100` have the number itself too. @param usual what a bare number means; left out, that one alone */
function numberTest(value: string, read: (row: Row) => number, usual = ''): Test | undefined {
  const [, given, digits] = /^([<>]?)=?(\d+)$/.exec(value) ?? []
  if (digits === undefined) return undefined
  const limit = Number(digits)
  const sign = given === '' ? usual : given
  if (sign === '') return (row) => read(row) === limit
  return sign === '<' ? (row) => read(row) <= limit : (row) => read(row) >= limit
}

function containing(value: string): Test {
  return (row, billOf) => {
    const { kind, words, screen, outcome, url, problem, request, response, about, thrown } = row
    const said = [kind, words, screen, outcome, url, problem, request.begins, response?.begins, about.mobile]
    return [...said, thrown?.line, thrown?.place, howOf(row, billOf), sufferedBy(row)].some((one) => has(one, value))
  }
}

/** How the row itself says that it went. */
function howOf(row: Row, billOf: BillOf): string | undefined {
  return row.verdict === 'ok' ? texts.work.turns[row.source ?? '']?.short : verdictOf(row, billOf).word
}

function has(text: string | null | undefined, value: string): boolean {
  return text?.toLowerCase().includes(value) === true
}
