import { ArrowLeft, X } from 'lucide-preact'
import { isUnsent } from '../log/row-line.tsx'
import { DeadlineBar } from '../shared/deadline-bar.tsx'
import { Empty } from '../shared/empty.tsx'
import { rowLine } from '../shared/focus/row-line.ts'
import { duration, timeOfDay } from '../shared/format.ts'
import { Tabs } from '../shared/tabs.tsx'
import { VerdictSign } from '../shared/verdict-sign.tsx'
import { go, isWholeView, place } from '../state/address.ts'
import { addCommands } from '../state/commands.ts'
import { later } from '../state/later.ts'
import { verdictOf } from '../state/log/verdict.ts'
import { billOf, now } from '../state/simulator.ts'
import type { WholeRow } from '../state/types.ts'
import { isWide } from '../state/width.ts'
import { texts } from '../texts/later.ts'
import { ActionBar } from './action-bar.tsx'
import { PinButton } from './pin-button.tsx'
import { FaultsTab } from './tabs/faults-tab.tsx'
import { PushTab } from './tabs/push-tab.tsx'
import { ReplyTab } from './tabs/reply-tab.tsx'
import { StoryTab } from './tabs/story-tab.tsx'
import { wholeRow } from './whole-row.ts'

const CompareTab = later(async () => (await import('./tabs/compare-tab.tsx')).CompareTab)
const TimeTab = later(async () => (await import('./tabs/time/time-tab.tsx')).TimeTab)

const tabs = ['story', 'push', 'reply', 'time', 'faults', 'compare'] as const

addCommands(
  'row',
  { name: texts.commands.detail, keys: 'Enter', run: nextTab, isPossible: () => place.value.row !== 0 },
  {
    name: texts.commands.closeDetail,
    keys: 'Escape',
    run: close,
    isPossible: () => place.value.row !== 0 && !isWholeView(place.value.view),
  },
)

/** All that is known of the chosen row. */
export function DetailView() {
  const row = wholeRow.value
  if (row === undefined && place.value.row !== 0)
    return <section aria-label={texts.views.detail} class="h-full bg-base-100" />
  if (row === undefined || row === 'missing') {
    return (
      <section aria-label={texts.views.detail} class="h-full bg-base-100">
        <Empty title={row === 'missing' ? texts.rowGone : texts.noRow}>
          {row === 'missing' ? (
            <button type="button" class="btn btn-sm" onClick={close}>
              {texts.close}
            </button>
          ) : (
            isWide.value && <p class="text-quiet">{texts.noRowNext}</p>
          )}
        </Empty>
      </section>
    )
  }
  const offered = tabsOf(row)
  // Where a row hasn't the tab that was chosen for another, the next that has it shows it again.
  const tab = offered.find((one) => one === place.value.tab) ?? 'story'
  return (
    <section aria-label={texts.views.detail} class="h-full min-h-0 flex flex-col bg-base-100">
      <Head row={row} />
      <Tabs
        label={texts.views.detail}
        tabs={offered.map((tab) => ({ id: tab, name: texts.tabs[tab] }))}
        chosen={tab}
        onChoose={(tab) => go({ tab })}
      >
        <Body row={row} tab={tab} />
      </Tabs>
    </section>
  )
}

/** Turns say what to do where their time isn't known; of all else it's shown where it is. Of what waits there is only what went out. */
function tabsOf(row: WholeRow) {
  const { timing, kind } = row
  if (isPending(row)) return tabs.filter((tab) => tab === 'story' || tab === 'push')
  const isTimed = timing !== null || kind === 'ussd' || kind === 'programmable'
  return tabs.filter((tab) => tab !== 'time' || isTimed)
}

function Body({ row, tab }: { row: WholeRow; tab: string }) {
  if (tab === 'push') return <PushTab row={row} />
  if (tab === 'reply') return <ReplyTab row={row} />
  if (tab === 'compare') return <CompareTab row={row} />
  if (tab === 'time') return <TimeTab row={row} />
  if (tab === 'faults') return <FaultsTab row={row} />
  return <StoryTab row={row} />
}

function isPending({ verdict }: WholeRow): boolean {
  return verdict === 'pending'
}

function Head({ row }: { row: WholeRow }) {
  const waits = isPending(row)
  const ms = waits ? Math.max(0, now.value - row.at) : row.ms
  return (
    <div class="p-3 flex flex-col gap-2 border-b border-base-300">
      <div class="flex items-center gap-2">
        {!isWide.value && (
          <button
            type="button"
            class="btn btn-sm btn-ghost btn-square"
            aria-label={texts.commands.closeDetail}
            onClick={close}
          >
            <ArrowLeft size={18} aria-hidden="true" />
          </button>
        )}
        <div class="flex-1 min-w-0 flex flex-wrap items-center gap-x-3">
          <h2 class="text-base font-semibold">
            {texts.turnsAt[row.channel ?? ''] ?? texts.kinds[row.kind] ?? row.kind}
          </h2>
          <span class="text-quiet tabular-nums whitespace-nowrap">
            {!waits && `${texts.rowNumber(row.id)} · `}
            {timeOfDay(row.at)}
          </span>
          <VerdictSign verdict={verdictOf(row, billOf)} />
        </div>
        {!waits && <PinButton id={row.id} />}
        {isWide.value && (
          <button
            type="button"
            class="btn btn-sm btn-ghost btn-square"
            aria-label={texts.commands.closeDetail}
            title={`${texts.commands.closeDetail} (Escape)`}
            onClick={close}
          >
            <X size={16} aria-hidden="true" />
          </button>
        )}
      </div>
      {row.deadline !== null && (waits || !isUnsent(row)) && (
        <div class="flex items-center gap-3">
          <DeadlineBar ms={ms} deadline={row.deadline} size="wide" grows={waits} inWords={texts.barInWords} />
          <span class="tabular-nums whitespace-nowrap">{texts.deadline(duration(ms), duration(row.deadline))}</span>
        </div>
      )}
      {!waits && <ActionBar row={row} />}
    </div>
  )
}

/** Whoever was at the row is at its line then. */
function close(): void {
  const { row } = place.value
  const here = `[data-row], [data-over], [aria-label="${texts.views.detail}"]`
  const isHere = document.activeElement?.closest(here) instanceof Element
  go({ row: 0 })
  if (isHere) requestAnimationFrame(() => rowLine(row)?.focus({ preventScroll: true }))
}

function nextTab(): void {
  const row = wholeRow.value
  const offered: readonly string[] = typeof row === 'object' ? tabsOf(row) : tabs
  go({ tab: offered[(offered.indexOf(place.value.tab) + 1) % offered.length] ?? 'story' })
}
