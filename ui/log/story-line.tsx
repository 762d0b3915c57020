import { timeOfDay, visible } from '../shared/format.ts'
import { LineIcon } from '../shared/line-icon.tsx'
import { VerdictSign } from '../shared/verdict-sign.tsx'
import { desk } from '../state/desk.ts'
import { rowOf } from '../state/log/rows.ts'
import type { Story } from '../state/log/stories.ts'
import { type Verdict, verdictOfStory } from '../state/log/verdict.ts'
import { billOf } from '../state/simulator.ts'
import { texts } from '../texts/index.ts'
import { fold } from './entries.ts'

interface StoryLineProps {
  readonly story: Story
  readonly isFolded: boolean
  /** How many of its pushes wait for their answer. */
  readonly waits: number
}

/** The head of a story: what began it, whose it is, and how it went. */
export function StoryLine({ story, isFolded, waits }: StoryLineProps) {
  return (
    <button
      type="button"
      aria-expanded={!isFolded}
      onClick={() => fold(story.id)}
      class="focus-seen w-full h-full px-3 flex items-center gap-2 cursor-pointer text-left bg-base-200 border-y border-base-300"
    >
      <LineIcon d={isFolded ? 'm9 18 6-6-6-6' : 'm6 9 6 6 6-6'} />
      {desk.value.isLogRoomy ? onOneLine(story, waits) : onTwoLines(story, waits)}
    </button>
  )
}

function onOneLine(story: Story, waits: number) {
  const { title, who, rest, sign } = partsOf(story, waits)
  return [title, who, <span key="space" class="flex-1" />, rest, sign]
}

/** Where there is little room; whose it is never goes: two that dialled the same are told apart by it. */
function onTwoLines(story: Story, waits: number) {
  const { title, who, rest, sign } = partsOf(story, waits)
  return (
    <span class="flex-1 min-w-0">
      <span class="flex gap-2">
        {title}
        <span class="flex-1" />
        {who}
      </span>
      <span class="flex gap-2">
        {rest}
        <span class="flex-1" />
        {sign}
      </span>
    </span>
  )
}

function partsOf(story: Story, waits: number) {
  const { title, who } = headOf(story)
  return {
    title: <span class="font-mono font-semibold truncate shrink-[999]">{title}</span>,
    who: who !== '' && <span class="text-quiet font-mono whitespace-nowrap">{who}</span>,
    // Where a verdict is long, the count of rows gives way: it falls out of the line.
    rest: (
      <span class="h-5 overflow-hidden flex flex-wrap text-quiet tabular-nums whitespace-nowrap">
        <span>{timeOfDay(story.rows[0]?.at ?? 0)}</span>
        <span>&nbsp;· {texts.rowCount(story.rows.length + waits)}</span>
      </span>
    ),
    sign: (
      <span class="shrink-0 flex whitespace-nowrap">
        <VerdictSign verdict={waits > 0 ? stillWaits : verdictOfStory(story.rows, billOf)} />
      </span>
    ),
  }
}

const stillWaits: Verdict = { tone: 'quiet', word: texts.verdict.pending }

/** A story keeps its name where a search leaves out what began it. */
export function headOf({ id, rows: found }: Story): { readonly title: string; readonly who: string } {
  const began = rowOf(id)
  const rows = began === undefined || began === found[0] ? found : [began, ...found]
  // A message is known by its text, and its reports know only an identifier.
  const first = rows.find(({ direction, kind }) => direction === 'push' && kind !== 'deliveryReport') ?? rows[0]
  const who = rows.find(({ about }) => about.mobile !== undefined)?.about.mobile ?? ''
  const title = first?.words || (first && texts.kinds[first.kind]) || (first?.kind ?? '')
  return { title: visible(title), who: visible(who) }
}
