import { duration, visible } from '../../../shared/format.ts'
import { Table, TableRow } from '../../../shared/table.tsx'
import { VerdictSign } from '../../../shared/verdict-sign.tsx'
import { go } from '../../../state/address.ts'
import { roots, rows } from '../../../state/log/rows.ts'
import { type Verdict, verdictOf } from '../../../state/log/verdict.ts'
import { billOf } from '../../../state/simulator.ts'
import type { WholeRow } from '../../../state/types.ts'
import { texts } from '../../../texts/later.ts'
import { work } from '../../work.ts'

/** What went on after a notification was acknowledged: the runs of its handler, and what the plugin asked the service. */
export function Runs({ row }: { row: WholeRow }) {
  const attempts = work.value?.attempts ?? []
  const root = roots.value.get(row.id)
  const calls = rows.value.filter(({ id, kind }) => kind === 'transactionStatus' && roots.value.get(id) === root)
  return (
    <>
      <Lines
        title={texts.work.attempts}
        lines={attempts.map(({ number, ms, error, note }) => ({
          key: number,
          name: texts.work.attempt(number),
          said: error ?? note ?? '',
          ms,
          verdict:
            error === null ? { tone: 'right', word: texts.work.fine } : { tone: 'wrong', word: texts.failedWord },
        }))}
      />
      <Lines
        title={texts.work.calls}
        lines={calls.map((call) => ({
          key: call.id,
          name: texts.rowNumber(call.id),
          said: call.words,
          ms: call.ms,
          verdict: verdictOf(call, billOf),
          run: () => go({ row: call.id }),
        }))}
      />
    </>
  )
}

interface Line {
  readonly key: number
  readonly name: string
  readonly said: string
  readonly ms: number
  readonly verdict: Verdict
  readonly run?: () => void
}

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <Table title={title}>
      {lines.map(({ key, name, said, ms, verdict, run }) => (
        <TableRow
          key={key}
          look="w-[28%]"
          name={
            run === undefined ? (
              name
            ) : (
              <button type="button" class="underline underline-offset-4 cursor-pointer focus-seen" onClick={run}>
                {name}
              </button>
            )
          }
        >
          <td class="py-1 text-quiet [overflow-wrap:anywhere]">{visible(said)}</td>
          <td class="py-1 pl-2 text-right tabular-nums whitespace-nowrap w-[18%]">{duration(ms)}</td>
          <td class="py-1 pl-3 w-[22%]">
            <VerdictSign verdict={verdict} />
          </td>
        </TableRow>
      ))}
    </Table>
  )
}
