import { joinQueryAndBody, readBody, salvageFields } from '../../../src/http/read-body.ts'
import { newEntry, readPayload } from '../../../src/inbox/entry.ts'
import type { PushEvent } from '../../../src/pushes/event.ts'
import { type Kind, kinds } from '../../../src/pushes/kinds.ts'
import { programmable } from '../../../src/pushes/programmable.ts'
import type { NotificationPushKind } from '../../../src/pushes/push-kind.ts'
import { pushKinds } from '../../../src/pushes/push-kinds.ts'
import { type Fields, isRecord, readJson, readWholeJson } from '../../../src/pushes/reading/json.ts'
import { Notes } from '../../../src/pushes/reading/push-problem.ts'
import { salvageSessionId } from '../../../src/pushes/session-push.ts'
import { ussd } from '../../../src/pushes/ussd.ts'
import { readCountry } from '../../../src/text/countries.ts'
import { samples } from '../../pushes/samples.ts'
import { fill, hostileTexts } from '../hostile-texts.ts'
import { tried, type WorstCase } from '../worst-case.ts'

const receivedAt = new Date('2026-03-01T09:30:00Z')
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

/** Takes a body from its text to what is kept of it, as the routes do. */
function take(kind: Kind, contentType: string, text: string): unknown {
  const context = { receivedAt, country: 'GH', notes: new Notes() } as const
  const parse = kind === 'ussd' || kind === 'programmable' ? readJson : readWholeJson
  const given = tried(() => joinQueryAndBody({}, readBody(contentType, text, { takesForms: true, parse })))
  if (!isRecord(given) || !isRecord(given.fields)) return salvageFields(text)
  const incoming = { fields: given.fields, raw: given.fields, carrier: contentType === json ? 'json' : 'form' } as const
  return tried(() => {
    if (kind === 'ussd') return [ussd.read(incoming, context), salvageSessionId(incoming.fields)]
    if (kind === 'programmable') return programmable.read(incoming, context)
    const push: NotificationPushKind<PushEvent> = pushKinds[kind]
    const event = push.read(incoming, context)
    return readPayload(newEntry({ push, country: readCountry('GH') }, event, push.identify(event), incoming).payload)
  })
}

/** Bodies that are hard as a whole. */
const bodies: readonly (readonly [name: string, build: (length: number) => string])[] = [
  ['one name again and again', (length) => `{${'"":0,'.repeat(length / 5)}"":0}`],
  ['pairs of names', (length) => `[${'{"a":0,"a":0},'.repeat(length / 14)}{}]`],
  ['names that differ', (length) => `{${Array.from({ length: length / 10 }, (_, at) => `"n${at}":0`).join()}}`],
  ['names of numbers', (length) => `{${Array.from({ length: length / 12 }, (_, at) => `"${at * 4096}":0`).join()}}`],
  ['spellings of one name', (length) => spellings(length, 'Status', '"Paid"')],
  ['spellings of one object', (length) => spellings(length, 'Data', '{"Status":"Paid"}')],
  ['nested lists', (length) => '['.repeat(length)],
  ['nested objects', (length) => '{"a":'.repeat(length / 5)],
  ['closed nested lists', (length) => '['.repeat(length / 2) + ']'.repeat(length / 2)],
  ['a long number', (length) => `{"Amount":${'1'.repeat(length)}}`],
  ['long numbers', (length) => `{"a":[${'12345678901234567,'.repeat(length / 18)}0]}`],
  ['escapes', (length) => `{"a":"${'\\u0000'.repeat(length / 6)}"}`],
  ['an escaped name', (length) => `{"${'\\u0061'.repeat(length / 6)}":0}`],
  ['escaped quotes', (length) => `{"a":"${'\\"'.repeat(length / 2)}"}`],
  ['escaped backslashes', (length) => `{"a":"${'\\\\'.repeat(length / 2)}"}`],
  ['a text without an end', (length) => `{"a":"${'a'.repeat(length)}`],
  ['a text without an end, escaped', (length) => `{"a":"${'\\"'.repeat(length / 2)}`],
  ['spaces', (length) => `{${' '.repeat(length)}}`],
  ['items', (length) => `{"OrderInfo":{"Items":[${'{"Name":"Tea"},'.repeat(length / 15)}{}]}}`],
  ['JSON in a text', (length) => `{"Data":${JSON.stringify(`{${'"":0,'.repeat(length / 6)}"":0}`)}}`],
]

function spellings(length: number, name: string, value: string): string {
  const marks = '_-. '
  const field = (at: number) => {
    const digits = at.toString(4).padStart(10, '0')
    const mark = digits.replace(/\d/g, (digit) => marks.charAt(Number(digit)))
    return `"${name}${mark}":${value}`
  }
  return `{${Array.from({ length: length / (name.length + value.length + 14) }, (_, at) => field(at)).join()}}`
}

/** Forms that are hard as a whole. */
const forms: readonly (readonly [name: string, build: (length: number) => string])[] = [
  ['one name again and again', (length) => 'a&'.repeat(length / 2)],
  ['names that differ', (length) => Array.from({ length: length / 8 }, (_, at) => `n${at}=1`).join('&')],
  ['percents', (length) => `Status=${'%'.repeat(length)}`],
  ['escaped NULs', (length) => `Status=${'%00'.repeat(length / 3)}`],
  ['pluses', (length) => `Status=${'+'.repeat(length)}x`],
  ['ampersands', (length) => '&'.repeat(length)],
]

/** The paths of all values of an object that are no objects. */
function leavesOf(fields: Fields, path: readonly string[] = []): (readonly string[])[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const here = [...path, name]
    return isRecord(value) ? leavesOf(value, here) : [here]
  })
}

function withLeaf(fields: Fields, [name = '', ...rest]: readonly string[], value: unknown): Fields {
  const child = fields[name]
  return { ...fields, [name]: isRecord(child) ? withLeaf(child, rest, value) : value }
}

export const pushCases: readonly WorstCase[] = kinds.flatMap((kind): WorstCase[] => [
  ...bodies.map(([input, build]) => ({
    parser: `JSON body, ${kind}`,
    input,
    prepare: (length: number) => prepared(kind, json, build(length)),
  })),
  ...forms.map(([input, build]) => ({
    parser: `form, ${kind}`,
    input,
    prepare: (length: number) => prepared(kind, form, build(length)),
  })),
  ...leavesOf(samples[kind]).flatMap((leaf) =>
    hostileTexts.map((text) => ({
      parser: `${leaf.join('.')} of ${kind}`,
      input: text.name,
      prepare: (length: number) =>
        prepared(kind, json, JSON.stringify(withLeaf(samples[kind], leaf, fill(text, length)))),
    })),
  ),
])

function prepared(kind: Kind, contentType: string, text: string): () => unknown {
  return () => take(kind, contentType, text)
}
