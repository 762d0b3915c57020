import { computed, effect, signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { Empty } from '../shared/empty.tsx'
import { visible } from '../shared/format.ts'
import { place } from '../state/address.ts'
import { ask } from '../state/api.ts'
import { pins, togglePin } from '../state/pins.ts'
import type { WholeRow } from '../state/types.ts'
import { texts } from '../texts.ts'
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
    <table class="w-full table-fixed">
      <caption class="text-left font-semibold mb-1">{name}</caption>
      <thead>
        <tr class="text-quiet text-left border-b border-base-300">
          <th class="font-normal py-1 w-[28%]">{texts.compare.field}</th>
          <th class="font-normal py-1 pl-2">{heads[0]}</th>
          <th class="font-normal py-1 pl-2">{heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {all.map(({ path, one, other, isEqual }) => (
          <tr key={path} class="border-b border-base-300 align-top">
            <th scope="row" class="py-1 text-left font-normal text-quiet [overflow-wrap:anywhere]">
              {visible(path)}
            </th>
            <Cell text={one} isEqual={isEqual} />
            <Cell text={other} isEqual={isEqual} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell({ text, isEqual }: { text: string | undefined; isEqual: boolean }) {
  return (
    <td
      class={`py-1 pl-2 font-mono text-[13px] whitespace-pre-wrap [overflow-wrap:anywhere] ${isEqual ? 'text-quiet' : ''}`}
    >
      {text === undefined ? <span class="text-quiet italic">{texts.compare.absent}</span> : visible(text)}
    </td>
  )
}
