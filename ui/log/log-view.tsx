import { FoldVertical, List, ListTree } from 'lucide-preact'
import { dialFirst, firstPhone, usualCode } from '../phones/act.ts'
import { Empty } from '../shared/empty.tsx'
import { focusWhenThere } from '../shared/focus/focus-when-there.ts'
import { span } from '../shared/format.ts'
import { View } from '../shared/view.tsx'
import { VirtualList } from '../shared/virtual-list.tsx'
import { chosenRow, go, isFlat } from '../state/address.ts'
import { addCommands } from '../state/commands.ts'
import { desk, isLogCovered } from '../state/desk.ts'
import { clearLog } from '../state/forget.ts'
import { rows } from '../state/log/rows.ts'
import { keyOf } from '../state/simulator.ts'
import { texts } from '../texts/index.ts'
import { countNew, foldAll, lines, step } from './entries.ts'
import type { Entry } from './entry.ts'
import { found } from './found.ts'
import { FoundAloud } from './found-aloud.tsx'
import { PendingLine } from './pending-line.tsx'
import { PinnedRows } from './pinned-rows.tsx'
import { RowLine } from './row-line.tsx'
import { SearchField, searchId } from './search-field.tsx'
import { StoryLine } from './story-line.tsx'

addCommands(
  'log',
  { name: texts.commands.search, keys: '/', run: focusSearch },
  { name: texts.commands.nextRow, keys: 'j', run: () => step(1) },
  { name: texts.commands.previousRow, keys: 'k', run: () => step(-1) },
  { name: texts.commands.flat, keys: 'f', run: () => go({ flat: !isFlat.value }) },
  { name: texts.commands.foldAll, keys: 'o', run: foldAll },
)

/** The log: stories or single rows, live. */
export function LogView() {
  const flat = isFlat.value
  const row = chosenRow.value
  const Icon = flat ? List : ListTree
  return (
    <View name="log" label={texts.views.log}>
      <div class="flex gap-2 p-2 border-b border-base-300 items-start">
        <SearchField />
        <button
          type="button"
          class="btn btn-sm"
          aria-pressed={flat}
          title={`${texts.commands.flat} (f)`}
          onClick={() => go({ flat: !flat })}
        >
          <Icon size={16} aria-hidden="true" />
          {flat ? texts.flat : texts.stories}
        </button>
        <button
          type="button"
          class="btn btn-sm btn-square"
          disabled={flat}
          aria-label={texts.commands.foldAll}
          title={`${texts.commands.foldAll} (o)`}
          onClick={foldAll}
        >
          <FoldVertical size={16} aria-hidden="true" />
        </button>
      </div>
      <PinnedRows />
      <div class="flex-1 min-h-0">
        {lines.value.length === 0 ? (
          <Nothing />
        ) : (
          <VirtualList
            items={lines.value}
            keyOf={({ key }: Entry) => key}
            draw={draw}
            height={desk.value.isLogRoomy ? 34 : 52}
            label={texts.views.log}
            chosen={row === 0 ? undefined : row < 0 ? `pending${row}` : `row-${row}`}
            newest={rows.value.at(-1)?.id ?? 0}
            countNew={countNew}
            more={texts.newRows}
          />
        )}
      </div>
      <div class="flex items-center gap-2 px-3 py-1 border-t border-base-300 text-quiet">
        <p class="flex-1">{texts.rowsFound(found.value.length, rows.value.length)}</p>
        <FoundAloud />
        {rows.value.length > 0 && (
          <button
            type="button"
            class="btn btn-xs btn-ghost font-normal"
            title={`${texts.commands.clearLog} (q l)`}
            onClick={clearLog}
          >
            {texts.clearLog}
          </button>
        )}
      </div>
    </View>
  )
}

function draw(entry: Entry) {
  if ('jump' in entry) return <JumpLine by={entry.jump.by} />
  if ('story' in entry) return <StoryLine story={entry.story} isFolded={entry.isFolded} waits={entry.waits ?? 0} />
  if ('pending' in entry) return <PendingLine push={entry.pending} isInStory={entry.isInStory} />
  return <RowLine row={entry.row} isInStory={entry.isInStory} />
}

/** The time was moved on here. */
function JumpLine({ by }: { by: number }) {
  return (
    <p class="h-full px-3 flex items-center gap-2 text-quiet tabular-nums">
      <span class="flex-1 border-t border-dashed border-base-content/40" />
      {texts.jumped(span(by))}
      <span class="flex-1 border-t border-dashed border-base-content/40" />
    </p>
  )
}

function Nothing() {
  if (rows.value.length > 0) {
    return (
      <Empty title={texts.nothingFound}>
        <button type="button" class="btn btn-primary btn-sm" onClick={() => go({ q: '' })}>
          {texts.clearSearch}
        </button>
      </Empty>
    )
  }
  return (
    <Empty title={texts.emptyLog}>
      <p class="text-quiet">{texts.emptyLogNext}</p>
      <button
        type="button"
        data-leads-to={keyOf(firstPhone())}
        class="btn btn-primary btn-sm"
        onClick={() => void dialFirst()}
      >
        {texts.dialNow(usualCode)}
      </button>
    </Empty>
  )
}

function focusSearch(): void {
  go({ view: 'log' })
  if (isLogCovered.value) go({ row: 0 })
  // At once where it is, so that no letter is lost; on a narrow screen it comes with the view.
  focusWhenThere(() => document.querySelector<HTMLElement>(`#${searchId}:not([inert] *)`))
}
