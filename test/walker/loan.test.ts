import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import type { Act } from './acts.ts'
import { loan } from './applications/loan.ts'
import { Findings } from './findings.ts'
import { OpenHouse } from './house.ts'
import { Visitor } from './visitor.ts'

const hostile = [
  ...[
    '',
    '   ',
    'xyzzy',
    '00',
    '000',
    '*0',
    '99',
    '-1',
    '5.5',
    '1e9',
    '9'.repeat(40),
    '\ud83d',
    '\u202e1',
    '１',
    '٢',
    '980000',
  ],
  ...[
    "' OR 1=1 --",
    '<script>',
    '{name}',
    '__proto__',
    '*713#',
    '*713*1*1#',
    'long '.repeat(300),
    'yes',
    'no',
    'oui',
    'aane',
    'y',
    'GHS 5',
  ],
]
const enter = (text: string): Act => ({ do: 'enter', text })
const key = fc.constantFrom('1', '2', '3', '0', '00', '99', '#')
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 14, arbitrary: fc.constant<Act>({ do: 'good' }) },
  { weight: 8, arbitrary: key.map(enter) },
  { weight: 3, arbitrary: fc.constantFrom(...hostile).map(enter) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Act>({ do: 'redial' }, { do: 'timeout' }, { do: 'hangUp' }, { do: 'repeat' }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('*713#', '*713*1#', '*713*2*1*1*1#').map((message): Act => ({ do: 'dial', message })),
  },
  { weight: 2, arbitrary: key.map((text): Act => ({ do: 'twice', text })) },
  { weight: 1, arbitrary: fc.tuple(key, key).map(([text, other]): Act => ({ do: 'both', text, other })) },
  { weight: 1, arbitrary: key.map((text): Act => ({ do: 'late', text })) },
)
/** What three subscribers do at once, and whether the process is another afterwards. */
const round = fc.record({
  acts: fc.tuple(act, act, act),
  restarts: fc.integer({ max: 24, min: 0 }).map((luck) => luck === 24),
})

// `LOAN_RUNS=300 npx vitest run test/walker/loan.test.ts` for more of them.
const numRuns = Number(process.env.LOAN_RUNS ?? 4)

it('a loan is lent once to who agreed to it, whatever three subscribers do at once, over restarts on SQLite', async () => {
  const seen = { pushes: 0, lent: 0, paid: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 12, maxLength: 60 }), async (rounds) => {
      const folder = mkdtempSync(join(tmpdir(), 'fmw-loan-'))
      const file = join(folder, 'merchant.db')
      const findings = new Findings()
      const house = await OpenHouse.open(loan, findings, sqliteStore(file))
      try {
        const visitors = [new Visitor(house, 'ussd'), new Visitor(house, 'ussd'), new Visitor(house, 'webstore')]
        for (const visitor of visitors) await visitor.act({ do: 'dial', message: '*713#' })
        for (const { acts, restarts } of rounds) {
          await Promise.all(visitors.map((visitor, at) => visitor.act(acts[at] ?? { do: 'good' })))
          if (!restarts) continue
          await house.openAgain(sqliteStore(file))
          for (const visitor of visitors) await visitor.moveOn()
        }
        for (const visitor of visitors) await visitor.act({ do: 'dial', message: '*713#' })
        expect(visitors.map(({ screen }) => screen?.status)).toEqual([200, 200, 200])
        for (const visitor of visitors) {
          seen.pushes += visitor.pushes
          seen.lent += visitor.story.match(/is lent/g)?.length ?? 0
          seen.paid += visitor.story.match(/approve GHS/g)?.length ?? 0
        }
      } finally {
        await house.close()
        rmSync(folder, { recursive: true })
      }
      expect(findings.all).toEqual([])
    }),
    { numRuns, seed: Number(process.env.LOAN_SEED ?? 13), endOnFailure: process.env.LOAN_SHRINKS === undefined },
  )
  // What is promised of the ends was tried.
  expect(seen.lent + seen.paid).toBeGreaterThan(0)
  if (process.env.LOAN_RUNS !== undefined) console.info(seen)
}, 600_000)
