import { ArrowDownLeft, ArrowUpRight } from 'lucide-preact'
import { DeadlineBar } from '../shared/deadline-bar.tsx'
import { duration, timeOfDay, visible } from '../shared/format.ts'
import { VerdictSign } from '../shared/verdict-sign.tsx'
import { go, place } from '../state/address.ts'
import type { Row } from '../state/types.ts'
import { verdictOf } from '../state/verdict.ts'
import { isWide } from '../state/width.ts'
import { texts } from '../texts.ts'

/** One push or call on one line; on two where there is little room. */
export function RowLine({ row, isInStory }: { row: Row; isInStory: boolean }) {
  const isChosen = place.value.row === row.id
  const isPush = row.direction === 'push'
  const Arrow = isPush ? ArrowUpRight : ArrowDownLeft
  const { words, answer } = inWords(row)
  const kind = <span class="truncate font-medium">{texts.kinds[row.kind] ?? row.kind}</span>
  const said = (
    <span class="truncate font-mono text-[13px] min-w-0">
      {words !== '' && <span>{words}</span>}
      {answer !== '' && <span class="text-quiet"> → {answer}</span>}
    </span>
  )
  const signs = row.faults.length > 0 && (
    <span class="badge badge-sm badge-outline min-w-0 max-w-28">
      <span class="truncate">{row.faults.join(', ')}</span>
    </span>
  )
  const took = <span class="text-right tabular-nums text-quiet whitespace-nowrap">{duration(row.ms)}</span>
  const bar = row.deadline === null ? <span /> : <DeadlineBar ms={row.ms} deadline={row.deadline} />
  const sign = <VerdictSign verdict={verdictOf(row)} isBrief />
  const arrow = (
    <span class={isPush ? 'text-primary' : 'text-quiet'} title={isPush ? texts.push : texts.call}>
      <Arrow size={16} aria-hidden="true" />
      <span class="sr-only">{isPush ? texts.push : texts.call}</span>
    </span>
  )
  return (
    <button
      type="button"
      aria-current={isChosen}
      onClick={() => go({ row: row.id })}
      class={`focus-seen w-full h-full text-left pr-3 border-l-[3px] cursor-pointer ${isInStory ? 'pl-5' : 'pl-3'} ${
        isChosen ? 'bg-primary/12 border-primary' : 'border-transparent hover:bg-base-200'
      }`}
    >
      {isWide.value ? (
        <span class="grid grid-cols-[1rem_7rem_1fr_auto_3.25rem_4rem_1rem] gap-2 items-center">
          {arrow}
          {kind}
          {said}
          {signs || <span />}
          {took}
          {bar}
          {sign}
        </span>
      ) : (
        <span class="flex flex-col">
          <span class="flex gap-2 items-center">
            {arrow}
            {kind}
            <span class="flex-1">{signs}</span>
            {took}
            {sign}
          </span>
          <span class="flex gap-2 items-center">
            <span class="text-quiet tabular-nums">{timeOfDay(row.at)}</span>
            <span class="flex-1 min-w-0 flex">{said}</span>
            {bar}
          </span>
        </span>
      )}
    </button>
  )
}

/** What was said, and what came back, on one line. */
export function inWords({ words, screen, outcome, direction, status }: Row) {
  const first = screen?.split('\n').find((line) => line.trim() !== '') ?? ''
  const back = direction === 'call' ? String(status ?? texts.nothing) : (outcome ?? '')
  return { words: visible(words.replaceAll('\n', ' ')), answer: visible(screen === null ? back : first) }
}
