import { exportFixture } from '../../../src/admin/exported/fixture.ts'
import type { KeptNotification } from '../../../src/admin/inbox-entry.ts'
import { fill, hostileTexts } from '../hostile-texts.ts'
import type { WorstCase } from '../worst-case.ts'

const settings = { country: undefined, status: 200 }

function kept(payload: string, reason: string): KeptNotification {
  return {
    kind: 'inboundMessage',
    id: 'inboundMessage:rejected:1',
    state: 'rejected',
    lane: 'a',
    reference: null,
    conflictsWith: null,
    receivedAt: 0,
    dueAt: null,
    finishedAt: null,
    replay: false,
    attempts: [],
    failures: 0,
    form: 'body',
    payload: Buffer.from(payload),
    reason,
  }
}

const bodies: readonly (readonly [input: string, body: (length: number) => string])[] = [
  ['a form of names that differ', (length) => Array.from({ length: length / 9 }, (_, at) => `n${at}=1`).join('&')],
  ['a form of one name', (length) => 'a=1&'.repeat(length / 4)],
  ['one name again and again', (length) => `{${'"":0,'.repeat(length / 5)}"":0}`],
  ['nested lists', (length) => '['.repeat(length)],
  ['numbers', (length) => `[${'1234567890,'.repeat(length / 11)}0]`],
  ['a text', (length) => `{"text":"${'a'.repeat(length)}"}`],
  ['a text of escapes', (length) => `{"text":"${'\\"'.repeat(length / 2)}"}`],
  ...hostileTexts.map((hostile): readonly [string, (length: number) => string] => [
    hostile.name,
    (length) => fill(hostile, length),
  ]),
]

export const exportCases: readonly WorstCase[] = bodies.flatMap(([input, body]) =>
  ['The content type must be JSON', 'text must be given once', 'The body must be valid JSON'].map((reason) => ({
    parser: 'export of an entry',
    input: `${input}; ${reason}`,
    prepare: (length: number) => {
      const entry = kept(body(length), reason)
      return () => exportFixture(entry, settings)
    },
  })),
)
