import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { shown } from '../checkout/invoice.ts'
import { wholeRow } from '../detail/whole-row.ts'
import { LogView } from '../log/log-view.tsx'
import { PhonesView } from '../phones/phones-view.tsx'
import { isWholeView, place } from '../state/address.ts'
import { dialog, pressed } from '../state/commands.ts'
import { uncopied } from '../state/copy.ts'
import { desk, isLogBesideDetail, isPhoneBesideLog } from '../state/desk.ts'
import { faultNames } from '../state/fault-names.ts'
import { later } from '../state/later.ts'
import { rowOf, rows } from '../state/log/rows.ts'
import { isWide } from '../state/width.ts'
import { Banner } from './banner.tsx'
import { CloseView } from './close-view.tsx'
import { Dock } from './dock.tsx'
import { FaultsLine } from './faults-on.tsx'
import { LaterFaults, LaterLedger, LaterMap } from './later.tsx'
import { Notices } from './notices.tsx'
import { isDragged, takeDroppedFiles } from './session-file.ts'
import { TopBar } from './top-bar.tsx'

const loadDetail = async () => (await import('../detail/detail-view.tsx')).DetailView
const DetailView = later(loadDetail)
const loadFaultNames = async () => {
  faultNames.value = (await import('../../src/simulator/words/fault-names.ts')).faultNames
}
const loadRest = () => import('./after-first-view.ts')
const Palette = later(async () => (await loadRest()).Palette)
const KeysDialog = later(async () => (await loadRest()).KeysDialog)
const DropHint = later(async () => (await loadRest()).DropHint)
const ShopFrame = later(async () => (await import('../checkout/shop-frame.tsx')).ShopFrame)
const EditDialog = later(async () => (await import('../editor/edit-dialog.tsx')).EditDialog)
const PlayedDialog = later(async () => (await import('../record/played-dialog.tsx')).PlayedDialog)
const UncopiedDialog = later(async () => (await import('../detail/uncopied-dialog.tsx')).UncopiedDialog)
const RecordDialog = later(async () => (await import('../record/record-dialog.tsx')).RecordDialog)

/** Everything: what is on above, the views below, dialogs over them. */
export function App() {
  useEffect(() => {
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  useEffect(takeDroppedFiles, [])
  // The first view needs none of them; they are there by the time that somebody wants them. What a first key opens comes first.
  useEffect(
    () =>
      void setTimeout(
        () =>
          void loadRest()
            .then(loadFaultNames)
            .then(loadDetail)
            .catch(() => undefined),
      ),
    [],
  )
  return (
    <div class="h-dvh flex flex-col">
      <TopBar />
      <Banner />
      <FaultsLine />
      <main class="flex-1 min-h-0">{isWide.value ? <Desk /> : <OneView />}</main>
      <Notices />
      {!isWide.value && <Dock />}
      {isDragged.value && <DropHint />}
      {shown.value !== undefined && <ShopFrame id={shown.value} />}
      {dialog.value === 'palette' && <Palette />}
      {dialog.value === 'keys' && <KeysDialog />}
      {dialog.value === 'played' && <PlayedDialog />}
      <OfRow />
      {uncopied.value !== undefined && <UncopiedDialog text={uncopied.value} />}
    </div>
  )
}

/** Dialogs about the chosen row. A session is saved without one too: then it's the newest. */
function OfRow() {
  const name = dialog.value
  if (name === 'record' || name === 'save') {
    const row = rowOf(place.value.row) ?? rows.value.at(-1)
    return row === undefined ? null : <RecordDialog row={row} name={name} />
  }
  const row = wholeRow.value
  return name !== 'edit' || row === undefined || row === 'missing' ? null : <EditDialog row={row} />
}

/** Phones at the left; beside them the log, with the detail of the chosen row, or a view of its own. */
function Desk() {
  const { view, row } = place.value
  const { left } = desk.value
  const isWhole = isWholeView(view)
  const isDetailed = !isWhole && row !== 0
  return (
    <div
      class="h-full grid gap-px bg-base-300"
      style={{ gridTemplateColumns: `${left}px minmax(0,1.1fr)${isDetailed ? ' minmax(0,1fr)' : ''}` }}
    >
      <PhonesView />
      {isWhole ? (
        <div class="relative min-h-0 min-w-0">
          {view === 'ledger' ? <LaterLedger /> : view === 'map' ? <LaterMap /> : <LaterFaults />}
          <CloseView />
        </div>
      ) : (
        <LogView />
      )}
      {isDetailed && (
        <div class="min-h-0 min-w-0 bg-base-100">
          <DetailView />
        </div>
      )}
    </div>
  )
}

/** One thing fills a narrow screen, where there is no room for a phone too; what is chosen slides over the log, or stands beside it. */
function OneView() {
  const { view } = place.value
  if (isPhoneBesideLog.value) {
    return (
      <div class="h-full grid gap-px bg-base-300" style={{ gridTemplateColumns: `${desk.value.left}px minmax(0,1fr)` }}>
        <PhonesView />
        <LogOrRow />
      </div>
    )
  }
  if (view === 'phones') return <PhonesView />
  if (view === 'ledger') return <LaterLedger />
  if (view === 'faults') return <LaterFaults />
  if (view === 'map') return <LaterMap />
  if (isLogBesideDetail.value) {
    return (
      <div class="h-full grid grid-cols-2 gap-px bg-base-300">
        <LogView />
        <div class="min-h-0 min-w-0 bg-base-100">
          <DetailView />
        </div>
      </div>
    )
  }
  return <LogOrRow />
}

/** What the detail lies over is out of reach: the focus goes on to the detail. */
function LogOrRow() {
  const { row } = place.value
  const log = useRef<HTMLDivElement>(null)
  const over = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (log.current?.contains(document.activeElement)) over.current?.focus()
  }, [row])
  return (
    <div class="relative h-full min-h-0 min-w-0">
      <div ref={log} class="h-full" inert={row !== 0}>
        <LogView />
      </div>
      {row !== 0 && (
        <div ref={over} data-over tabIndex={-1} class="focus-seen absolute inset-0 z-10">
          <DetailView />
        </div>
      )}
    </div>
  )
}
