import { DeadlineBar } from '../shared/deadline-bar.tsx'
import { duration, timeOfDay, visible } from '../shared/format.ts'
import { LineIcon } from '../shared/line-icon.tsx'
import { VerdictIcon } from '../shared/verdict-sign.tsx'
import { chosenRow, go, isFlat } from '../state/address.ts'
import { desk } from '../state/desk.ts'
import { sufferedBy } from '../state/fault-names.ts'
import { verdictOf } from '../state/log/verdict.ts'
import { billOf } from '../state/simulator.ts'
import type { Row } from '../state/types.ts'
import { texts } from '../texts/index.ts'

/** One push or call on one line, of few elements: dozens of lines are drawn at once while the list scrolls. */
export function RowLine({ row, isInStory }: { row: Row; isInStory: boolean }) {
  return <Line place={row.id} isInStory={isInStory} parts={partsOf(row)} />
}

/** @param place by what it's chosen */
export function Line({ place, isInStory, parts }: { place: number; isInStory: boolean; parts: Parts }) {
  const isChosen = chosenRow.value === place
  const color = isChosen ? 'bg-primary/12 border-primary' : 'border-transparent hover:bg-base-200'
  return (
    <button
      type="button"
      data-row={place}
      data-pending={place < 0 ? -place : undefined}
      aria-current={isChosen}
      onClick={() => go({ row: place })}
      class={`focus-seen cursor-pointer ${lookOf(isInStory)} ${color}`}
    >
      {desk.value.isLogRoomy ? onOneLine(parts) : onTwoLines(parts)}
    </button>
  )
}

/** How the line of a row looks, but for its color. */
function lookOf(isInStory: boolean): string {
  const edge = isInStory ? 'pl-5' : isFlat.value ? 'pl-3' : 'pl-3 border-t border-t-base-300'
  const grid = desk.value.isLogRoomy
    ? 'grid grid-cols-[1rem_3.75rem_7rem_minmax(0,1fr)_3.25rem_4rem_1rem] gap-2 items-center'
    : ''
  return `w-full h-full text-left pr-3 border-l-[3px] ${edge} ${grid}`
}

type Parts = ReturnType<typeof partsOf>

function onOneLine({ arrow, time, kind, said, faults, took, bar, sign }: Parts) {
  const inside = (
    <span class="flex gap-1.5 items-center">
      {said}
      {faults}
    </span>
  )
  return [arrow, time, kind, inside, took, bar ?? <span />, sign]
}

/** Where there is little room. */
function onTwoLines({ arrow, time, kind, said, faults, took, bar, sign }: Parts) {
  return (
    <>
      <span class="flex gap-1 items-center">
        {arrow}
        {kind}
        <span class="flex flex-1 min-w-0">{faults}</span>
        {took}
      </span>
      <span class="flex gap-2 items-center">
        {time}
        <span class="flex gap-1.5 flex-1 min-w-0">{said}</span>
        {bar}
        {sign}
      </span>
    </>
  )
}

export function partsOf(row: Row) {
  const { words, answer } = inWords(row)
  const { word, color, d } = arrowOf(row)
  const suffered = sufferedBy(row)
  return {
    arrow: (
      <span role="img" aria-label={word} title={word} class={color}>
        <LineIcon d={d} />
      </span>
    ),
    time: <span class="text-quiet tabular-nums">{timeOfDay(row.at)}</span>,
    kind: (
      <span class="truncate font-medium">{texts.turnsAt[row.channel ?? ''] ?? texts.kinds[row.kind] ?? row.kind}</span>
    ),
    said: (
      // What was said gives way, then the result. Of a screen as much as there is room for, beside what was said. What doesn't give
      // way shrinks by nothing at all: a part of a pixel costs it its last letters.
      <>
        <span class={`truncate font-mono empty:hidden ${row.screen === null ? '' : 'shrink-0 max-w-1/2'}`}>
          {words}
        </span>
        {answer !== '' && (
          <span class={`truncate font-mono text-quiet ${row.screen === null ? 'shrink-0 max-w-[85%]' : ''}`}>
            → {answer}
          </span>
        )}
      </>
    ),
    faults:
      suffered === '' ? undefined : (
        // As much of it as there is room for, beside the kind; on one line beside what was said, which gives way.
        <span
          class={`badge badge-sm badge-outline px-1.5 ml-auto ${desk.value.isLogRoomy ? 'shrink-0 max-w-[max(9rem,30%)]' : 'min-w-0 max-w-full'}`}
          title={suffered}
        >
          <span class="truncate">{suffered}</span>
        </span>
      ),
    took: <span class="text-right tabular-nums text-quiet whitespace-nowrap">{tookOf(row)}</span>,
    bar:
      row.deadline === null || isUnsent(row) ? undefined : (
        <DeadlineBar ms={row.ms} deadline={row.deadline} size="small" inWords={texts.barInWords} />
      ),
    sign: <VerdictIcon verdict={verdictOf(row, billOf)} />,
  }
}

function arrowOf({ direction, kind, source }: Row) {
  if (direction === 'push') return source === 'repeated' ? pushAgain : push
  return kind === 'checkoutPage' ? visit : call
}

const push = { word: texts.push, color: 'text-primary', d: 'M7 7h10v10M7 17 17 7' }
const pushAgain = { ...push, word: texts.pushAgain, d: 'M4 8h9v9M4 17l9-9M11 4h9v9' }
const call = { word: texts.call, color: 'text-quiet', d: 'M17 7 7 17M17 17H7V7' }

const visit = { ...call, word: texts.visit }

/** It never went out: nobody took any time. */
export function isUnsent({ response, ms }: Pick<Row, 'ms'> & { readonly response: object | null }): boolean {
  return response === null && ms < 1
}

export function tookOf(row: Row): string {
  return isUnsent(row) ? '–' : duration(row.ms)
}

/** What was said, and what came back, on one line. */
export function inWords(row: Row) {
  const { words, screen, outcome, direction, status, source, verdict } = row
  // There is room for less, and all of it is read aloud.
  const first = (screen?.split('\n').find((line) => line.trim() !== '') ?? '').slice(0, 200)
  const how = texts.work.turns[source ?? '']?.short ?? ''
  const isTaken = verdict === 'ok' || verdict === 'wrong' || verdict === 'late'
  // That it waits is said by its sign and its bar: what was entered needs the room.
  if (verdict === 'pending') return { words: visible(words.replaceAll('\n', ' ')), answer: '' }
  const told = isTaken ? (texts.work.sources[source ?? ''] ?? outcome ?? '') : verdictOf(row, billOf).word
  const back = direction === 'call' ? String(status ?? texts.nothing) : told
  const shown = screen === null ? back : [how, first].filter((part) => part !== '').join(': ')
  return { words: visible(words.replaceAll('\n', ' ')), answer: visible(shown) }
}
