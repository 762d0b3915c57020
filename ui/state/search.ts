import type { Row } from './types.ts'
import { verdictOf } from './verdict.ts'

/** A test of rows, and what of the question nobody understood. */
export interface Search {
  readonly matches: (row: Row) => boolean
  readonly unknown: readonly string[]
}

type Test = (row: Row) => boolean

/**
 * Reads a question such as `kind:checkout outcome:undetermined phone:0001 -status:200 late rice`: all of it must hold. A
 * minus turns a word round, and quotes hold words together.
 */
export function readSearch(question: string): Search {
  const unknown: string[] = []
  const tests: Test[] = []
  for (const [, minus = '', name, quoted, plain = ''] of question.matchAll(/(-?)(?:(\w+):)?(?:"([^"]*)"|(\S+))/g)) {
    const value = (quoted ?? plain).toLowerCase()
    const test = name === undefined ? containing(value) : fieldTest(name.toLowerCase(), value)
    if (test === undefined) unknown.push(`${name}:`)
    else tests.push(minus === '' ? test : (row) => !test(row))
  }
  return { matches: (row) => tests.every((test) => test(row)), unknown }
}

/** What can stand before a colon, for the completion and the help. */
export const searchFields = ['kind', 'outcome', 'phone', 'session', 'ref', 'status', 'fault', 'is', 'ms', 'id'] as const

function fieldTest(name: string, value: string): Test | undefined {
  switch (name) {
    case 'kind':
      return ({ kind }) => kind.toLowerCase().startsWith(value)
    case 'outcome':
      return ({ outcome }) => has(outcome, value)
    case 'phone':
      return ({ about }) => has(about.mobile, value.replace(/^\+?0*/, ''))
    case 'session':
      return ({ about }) => has(about.sessionId, value)
    case 'ref':
      return ({ about }) => [about.reference, about.billId, about.messageId].some((one) => has(one, value))
    case 'status':
      return ({ status }) => String(status ?? 'none').startsWith(value)
    case 'fault':
      return ({ faults }) => faults.some((fault) => has(fault, value))
    case 'is':
      return states[value]
    case 'ms':
      return numberTest(value)
    case 'id':
      return ({ id }) => String(id) === value
    default:
      return undefined
  }
}

const states: Readonly<Partial<Record<string, Test>>> = {
  push: ({ direction }) => direction === 'push',
  call: ({ direction }) => direction === 'call',
  late: ({ verdict }) => verdict === 'late',
  refused: ({ verdict }) => verdict === 'refused',
  unanswered: ({ verdict }) => verdict === 'unanswered',
  right: (row) => verdictOf(row).tone === 'right',
  close: (row) => verdictOf(row).tone === 'close',
  wrong: (row) => verdictOf(row).tone === 'wrong',
  retry: ({ attempt }) => attempt > 1,
}

function numberTest(value: string): Test | undefined {
  const [, sign, digits] = /^([<>]?)=?(\d+)$/.exec(value) ?? []
  if (digits === undefined) return undefined
  const limit = Number(digits)
  return sign === '<' ? ({ ms }) => ms <= limit : ({ ms }) => ms >= limit
}

function containing(value: string): Test {
  return ({ kind, words, screen, outcome, url, problem, request, response, about }) =>
    [kind, words, screen, outcome, url, problem, request.begins, response?.begins, about.mobile].some((one) =>
      has(one, value),
    )
}

function has(text: string | null | undefined, value: string): boolean {
  return text?.toLowerCase().includes(value) === true
}
