import { visible } from '../../shared/format.ts'
import { go } from '../../state/address.ts'
import { faultName } from '../../state/fault-names.ts'
import type { NotificationWork, WholeRow } from '../../state/types.ts'
import { texts } from '../../texts/later.ts'
import { problemOf } from '../problem.ts'
import { work } from '../work.ts'

/** What was broken on purpose, and what is wrong with it. */
export function FaultsTab({ row }: { row: WholeRow }) {
  const { faults, attempt } = row
  const problem = problemOf(row) ?? failureOf(work.value)
  return (
    <div class="p-3 flex flex-col gap-4">
      <section>
        <h3 class="font-semibold">{texts.problem}</h3>
        <p class={`mt-1 [overflow-wrap:anywhere] ${problem === null ? 'text-quiet' : ''}`}>
          {problem === null ? texts.noProblem : visible(problem)}
        </p>
      </section>
      <section>
        <h3 class="font-semibold">{texts.views.faults}</h3>
        {row.isByHand === true && <p class="mt-1">{texts.sentByHand}</p>}
        {faults.length === 0 ? (
          <p class="mt-1 text-quiet">{texts.noFaultsHere}</p>
        ) : (
          <ul class="mt-1 flex flex-wrap gap-2">
            {faults.map((fault) => (
              <li key={fault}>
                <button type="button" class="btn btn-sm" onClick={() => go({ q: `fault:${fault}`, view: 'log' })}>
                  {faultName(fault)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <p>{texts.attempt(attempt)}</p>
    </div>
  )
}

/** What the last run of a handler on a notification threw; null where it ended well. */
function failureOf(of: NotificationWork | undefined): string | null {
  const error = of?.attempts.at(-1)?.error ?? null
  return error === null ? null : texts.problems.thrown(error, null)
}
