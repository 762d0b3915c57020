import { expect, it } from 'vitest'
import { readTime, showSpan } from '../../src/cli/look/read-time.ts'

const now = Date.UTC(2026, 2, 1, 12)

it.each([
  ['30s', '2026-03-01T11:59:30.000Z'],
  ['15m', '2026-03-01T11:45:00.000Z'],
  ['2h', '2026-03-01T10:00:00.000Z'],
  ['7d', '2026-02-22T12:00:00.000Z'],
  ['2w', '2026-02-15T12:00:00.000Z'],
  ['2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T10:00Z', '2026-03-01T10:00:00.000Z'],
  ['2026-03-01 10:00', '2026-03-01T10:00:00.000Z'],
  ['2026-03-01T10:00+01:00', '2026-03-01T09:00:00.000Z'],
])('reads %s', (text, time) => {
  expect(readTime('--since', text, now)?.toISOString()).toBe(time)
})

it.each(['2', 'h', '2y', '-2h', 'now', '', '01/03/2026'])('refuses %j by the name of the option', (text) => {
  expect(() => readTime('--since', text, now)).toThrow(/^--since takes a span such as 2h or 7d/)
})

it.each([
  [0, '0 ms'],
  [1_999, '1999 ms'],
  [2_000, '2 s'],
  [119_000, '119 s'],
  [300_000, '5 m'],
  [7_200_000, '2 h'],
  [172_800_000, '2 d'],
])('writes %d ms as %s', (ms, span) => {
  expect(showSpan(ms)).toBe(span)
})
