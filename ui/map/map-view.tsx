import { useEffect } from 'preact/hooks'
import { Empty } from '../shared/empty.tsx'
import { View } from '../shared/view.tsx'
import { rows } from '../state/log/rows.ts'
import { texts } from '../texts/later.ts'
import { Graph } from './graph.tsx'
import { Legend } from './legend.tsx'
import { ScreenList } from './list.tsx'
import { ScreenPanel } from './screen-panel.tsx'
import { asList, chosen, draw, drawn, findings, hints, isDrawing, lookAgain, screens, timesWalked } from './state.ts'
import { hasRoom, hasRoomBeside, isGraph } from './zoom.ts'
import { ZoomButtons } from './zoom-buttons.tsx'

/** The screens of the application: which there are, which were walked, and where somebody is stuck. */
export function MapView() {
  const last = rows.value.at(-1)?.id
  useEffect(() => void lookAgain(), [last])
  const all = screens.value
  const isList = !isGraph.value
  const walked = all.filter(({ id }) => timesWalked(id) > 0).length
  return (
    <View name="map" label={texts.views.map}>
      <div class="flex flex-wrap gap-2 items-center px-4 py-2 min-[1200px]:pr-14 border-b border-base-300 min-h-14">
        <h2 class="text-base font-semibold">{texts.views.map}</h2>
        <p role="status" class="flex-1 text-quiet">
          {isDrawing.value
            ? texts.map.drawing
            : all.length > 0 && texts.map.summary(all.length, walked, findings.value.size, hints.value.size)}
        </p>
        {isGraph.value && <ZoomButtons />}
        {all.length > 0 && hasRoom.value && (
          <button
            type="button"
            class="btn btn-sm"
            aria-pressed={isList}
            onClick={() => {
              asList.value = !asList.value
            }}
          >
            {texts.map.asList}
          </button>
        )}
        {all.length > 0 && (
          <button type="button" class="btn btn-sm" disabled={isDrawing.value} onClick={() => void draw()}>
            {texts.map.again}
          </button>
        )}
      </div>
      {all.length === 0 ? (
        <Nothing />
      ) : (
        <div
          class={`flex-1 min-h-0 grid ${chosen.value === undefined ? '' : hasRoomBeside.value ? 'grid-cols-[minmax(0,1fr)_20rem]' : 'grid-rows-2'} gap-px bg-base-300`}
        >
          <div class="min-h-0 min-w-0 flex flex-col bg-base-200">
            <div class="flex-1 min-h-0">{isList ? <ScreenList /> : <Graph />}</div>
            {!isList && <Legend />}
          </div>
          {chosen.value !== undefined && (
            <aside aria-label={texts.map.panel} class="min-h-0 min-w-0 bg-base-100">
              <ScreenPanel />
            </aside>
          )}
        </div>
      )}
    </View>
  )
}

function Nothing() {
  if (drawn.value === undefined) return null
  if (!drawn.value.canDraw) {
    return (
      <Empty title={texts.map.none}>
        <p class="text-quiet">{texts.map.cannot}</p>
      </Empty>
    )
  }
  return (
    <Empty title={texts.map.none}>
      <p class="text-quiet">{texts.map.next}</p>
      <p>{texts.map.forReal}</p>
      <button type="button" class="btn btn-primary btn-sm" disabled={isDrawing.value} onClick={() => void draw()}>
        {isDrawing.value ? texts.map.drawing : texts.map.draw}
      </button>
    </Empty>
  )
}
