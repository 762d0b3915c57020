import { Table, TableRow } from '../../../shared/table.tsx'
import { texts } from '../../../texts/later.ts'
import { fillOf, type Step } from './steps.ts'

/** Steps as a table, each with its bar between two times, ms. */
export function StepTable({
  title,
  steps,
  from,
  to,
  names = texts.time.names,
}: {
  title: string
  steps: readonly Step[]
  from: number
  to: number
  names?: Readonly<Record<Step['name'], string>>
}) {
  const span = Math.max(to - from, 0.1)
  return (
    <Table
      title={title}
      columns={[
        { name: texts.time.step, look: 'w-[40%]' },
        { name: texts.time.begins, look: 'text-right w-[19%]' },
        { name: texts.time.took, look: 'text-right w-[19%]' },
        { name: '' },
      ]}
    >
      {steps.map((step) => (
        <TableRow
          key={`${step.name} ${step.label} ${step.from}`}
          look={`break-words ${isWithin(step) ? 'pl-3' : ''}`}
          name={[names[step.name], step.label !== null && <span class="font-mono"> {step.label}</span>]}
        >
          <td class="py-1 pl-2 text-right tabular-nums whitespace-nowrap">{precise(step.from)}</td>
          <td class="py-1 pl-2 text-right tabular-nums whitespace-nowrap">
            {step.to === null ? texts.time.goesOn : precise(step.to - step.from)}
          </td>
          <td aria-hidden="true" class="py-1 pl-3">
            <span class="relative block h-3 mt-1 rounded-sm bg-base-200 overflow-hidden">
              <span
                class={`absolute inset-y-0 rounded-sm ${fillOf(step.name)}`}
                style={{
                  left: `min(${(100 * (step.from - from)) / span}%, calc(100% - 2px))`,
                  width: `max(2px, ${(100 * ((step.to ?? to) - step.from)) / span}%)`,
                }}
              />
            </span>
          </td>
        </TableRow>
      ))}
    </Table>
  )
}

/** What your handler does stands under it. */
function isWithin({ name }: Step): boolean {
  return name === 'load' || name === 'once'
}

/** 0.4 ms, 12 ms, 6.0 s. */
function precise(ms: number): string {
  const size = Math.abs(ms)
  if (size < 10) return `${ms.toFixed(1)} ms`
  return size < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}
