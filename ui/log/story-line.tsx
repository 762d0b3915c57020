import { ChevronDown, ChevronRight } from 'lucide-preact'
import { timeOfDay, visible } from '../shared/format.ts'
import { VerdictSign } from '../shared/verdict-sign.tsx'
import type { Story } from '../state/stories.ts'
import { worstOf } from '../state/verdict.ts'
import { texts } from '../texts.ts'
import { fold } from './entries.ts'

/** The head of a story: what began it, whose it is, and how it went. */
export function StoryLine({ story, isFolded }: { story: Story; isFolded: boolean }) {
  const Chevron = isFolded ? ChevronRight : ChevronDown
  const { title, who } = headOf(story)
  return (
    <button
      type="button"
      aria-expanded={!isFolded}
      onClick={() => fold(story.id)}
      class="focus-seen w-full h-full px-3 flex items-center gap-2 cursor-pointer text-left bg-base-200 border-y border-base-300"
    >
      <Chevron size={16} aria-hidden="true" class="shrink-0 text-quiet" />
      <span class="font-mono font-semibold truncate">{title}</span>
      {who !== '' && <span class="text-quiet font-mono text-[13px] truncate hidden sm:inline">{who}</span>}
      <span class="flex-1" />
      <span class="text-quiet whitespace-nowrap">{texts.rowCount(story.rows.length)}</span>
      <span class="text-quiet tabular-nums whitespace-nowrap hidden sm:inline">
        {timeOfDay(story.rows[0]?.at ?? 0)}
      </span>
      <span class="shrink-0 max-w-32 flex">
        <VerdictSign verdict={worstOf(story.rows)} />
      </span>
    </button>
  )
}

export function headOf({ rows }: Story): { readonly title: string; readonly who: string } {
  const first = rows.find(({ direction }) => direction === 'push') ?? rows[0]
  const who = rows.find(({ about }) => about.mobile !== undefined)?.about.mobile ?? ''
  const title = first?.words || (first && texts.kinds[first.kind]) || (first?.kind ?? '')
  return { title: visible(title), who: visible(who) }
}
