import fc from 'fast-check'
import { describe, it } from 'vitest'
import { memoryStore, type Store } from '../../src/index.ts'
import { sqliteHere } from '../store/new-sqlite.ts'
import { newFile, removeFiles } from '../store/sqlite/files.ts'
import { type BankPlan, bankPlans } from './fuzz/bank.ts'
import { BankCallers, type BankMove, bankMoves } from './fuzz/bank-callers.ts'

const runs = Number(process.env.TEST_BANK_RUNS ?? 25)

describe('Callers of one phone, each with a PIN, whatever they do', () => {
  it('lose no money that they have not said yes to, and are shown none but their own, in memory', async () => {
    await check(runs, async (plan, resume, moves) => {
      const store = memoryStore()
      const steady = moves.filter(({ does }) => does !== 'restart')
      return new BankCallers(plan, () => store, resume).play(steady)
    })
  })

  it('lose none either on SQLite, through restarts', async () => {
    await check(Math.ceil(runs / 4), async (plan, resume, moves) => {
      const file = newFile()
      const storeOf = (): Store => sqliteHere(file)
      try {
        return await new BankCallers(plan, storeOf, resume).play(moves)
      } finally {
        removeFiles(file)
      }
    })
  })
})

type Play = (plan: BankPlan, resume: 'ask' | 'continue', moves: readonly BankMove[]) => Promise<readonly string[]>

async function check(numRuns: number, play: Play): Promise<void> {
  const property = fc.asyncProperty(
    bankPlans,
    fc.constantFrom('ask', 'continue'),
    bankMoves,
    async (plan, resume, moves) => {
      const wrong = await play(plan, resume, moves)
      if (wrong.length > 0) throw new Error(wrong.join('\n'))
    },
  )
  await fc.assert(property, { numRuns })
}
