import { trace } from '../../trace/moments.ts'
import type { LedgerRow } from '../checkout/ledger/ledger.ts'
import type { Simulator } from '../simulator.ts'
import type { DialogueBill, DialogueOutcome } from './dialogue.ts'

/**
 * What of an outcome differs, in sentences. Handlers may be at work yet: it is looked at again each time that one is done.
 *
 * @param within ms of the machine's own time that they have
 */
export async function compareOutcome(
  sim: Simulator,
  outcome: DialogueOutcome = {},
  within = 4_000,
): Promise<readonly string[]> {
  const end = performance.now() + within
  for (;;) {
    const settled = Promise.withResolvers<void>()
    const onSettled = (): void => settled.resolve()
    trace.settled.subscribe(onSettled)
    const timer = setTimeout(onSettled, Math.max(0, end - performance.now()))
    try {
      const differences = await look(sim, outcome)
      if (differences.length === 0 || performance.now() >= end) return differences
      await settled.promise
    } finally {
      clearTimeout(timer)
      trace.settled.unsubscribe(onSettled)
    }
  }
}

async function look(sim: Simulator, { payments, ledger }: DialogueOutcome): Promise<readonly string[]> {
  await sim.settled()
  const { rows } = sim.ledger({ handled: await sim.handled() })
  return [
    ...(payments === undefined ? [] : billsOf(rows, payments)),
    ...(ledger === undefined
      ? []
      : rows.flatMap(({ differs }, at) => differs.map((text) => `bill ${at + 1}: ${text}`))),
  ]
}

function billsOf(rows: readonly LedgerRow[], expected: readonly DialogueBill[]): readonly string[] {
  const asked = rows.filter(({ bill }) => bill !== null)
  const wrong = expected.flatMap((bill, at) => {
    const row = asked[at]
    return row === undefined ? [] : differencesOf(bill, row).map((text) => `bill ${at + 1}: ${text}`)
  })
  if (asked.length === expected.length) return wrong
  return [...wrong, `${asked.length} bills were made, and there must be ${expected.length}`]
}

function differencesOf({ asked, paid, handled }: DialogueBill, row: LedgerRow): readonly string[] {
  const outcomes = row.handled?.map(({ outcome }) => outcome).join(', ')
  return [
    ...(asked === undefined || asked === row.asked ? [] : [`${row.asked} was asked, and must be ${asked}`]),
    ...(paid === undefined || paid === row.paid ? [] : [`${row.paid} was paid, and must be ${paid}`]),
    // Nobody knows what an application at an address handled.
    ...(handled === undefined || outcomes === undefined || handled === (outcomes || 'nothing')
      ? []
      : [`handled as ${outcomes || 'nothing'}, and must be ${handled}`]),
  ]
}
