import { computed, effect, signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { Empty } from '../../shared/empty.tsx'
import { visible } from '../../shared/format.ts'
import { Table, TableRow } from '../../shared/table.tsx'
import { pins, place, togglePin } from '../../state/address.ts'
import { ask } from '../../state/api.ts'
import type { WholeRow } from '../../state/types.ts'
import { texts } from '../../texts/later.ts'
import { type ComparedPart, type Difference, differencesOf } from './differences.ts'

/** The row that the chosen one is compared with: the last that was pinned beside it. */
const against = computed(() => pins.value.findLast((id) => id !== place.value.row))
const pinned = signal<WholeRow | undefined>(undefined)

effect(() => {
  const id = against.value
  pinned.value = undefined
  if (id === undefined || place.value.tab !== 'compare') return
  ask<WholeRow>(`log/${id}`).then(
    (row) => {
      if (against.peek() === id) pinned.value = row
    },
    // That the line is down is said by the stream.
    () => undefined,
  )
})

/** Two rows side by side, field by field. */
export function CompareTab({ row }: { row: WholeRow }) {
  const [isWhole, setWhole] = useState(false)
  const other = pinned.value
  if (against.value === undefined) {
    return (
      <Empty title={texts.compare.none}>
        <p class="text-quiet text-pretty">{texts.compare.noneNext}</p>
        <button type="button" class="btn btn-primary btn-sm" onClick={() => togglePin(row.id)}>
          {texts.pin}
        </button>
      </Empty>
    )
  }
  if (other === undefined) return null
  const found = differencesOf(other, row)
  const count = parts.flatMap((part) => found[part]).filter(({ isEqual }) => !isEqual).length
  return (
    <div class="p-3 flex flex-col gap-4">
      <div class="flex flex-wrap items-center gap-2">
        <p class="flex-1 font-semibold">{texts.compare.title(other.id, row.id, count)}</p>
        <button type="button" class="btn btn-xs" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
          {texts.compare.whole}
        </button>
      </div>
      {parts.map((part) => (
        <Part
          key={part}
          name={texts.compare.parts[part]}
          heads={[texts.rowNumber(other.id), texts.rowNumber(row.id)]}
          all={isWhole ? found[part] : found[part].filter(({ isEqual }) => !isEqual)}
        />
      ))}
    </div>
  )
}

const parts: readonly ComparedPart[] = ['went', 'push', 'headers', 'read', 'reply']

function Part({ name, heads, all }: { name: string; heads: readonly [string, string]; all: readonly Difference[] }) {
  if (all.length === 0) return null
  return (
    <Table
      title={name}
      columns={[{ name: texts.compare.field, look: 'w-[28%]' }, ...heads.map((head) => ({ name: head, look: 'pl-2' }))]}
    >
      {all.map(({ path, one, other, isEqual }) => (
        <TableRow key={path} name={visible(path)} look="text-quiet [overflow-wrap:anywhere]">
          <Cell text={one} isEqual={isEqual} />
          <Cell text={other} isEqual={isEqual} />
        </TableRow>
      ))}
    </Table>
  )
}

function Cell({ text, isEqual }: { text: string | undefined; isEqual: boolean }) {
  return (
    <td class={`py-1 pl-2 font-mono whitespace-pre-wrap [overflow-wrap:anywhere] ${isEqual ? 'text-quiet' : ''}`}>
      {text === undefined ? <span class="text-quiet italic">{texts.compare.absent}</span> : visible(text)}
    </td>
  )
}
