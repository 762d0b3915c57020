import { useLayoutEffect, useState } from 'preact/hooks'
import { grouped } from '../../shared/format.ts'
import { go, place } from '../address.ts'
import { EntryView } from '../entry/entry-view.tsx'
import { EntryList } from '../list/entry-list.tsx'
import { SearchForm } from '../list/search-form.tsx'
import { DropOffList } from '../sessions/drop-off-list.tsx'
import { DropOffView } from '../sessions/drop-off-view.tsx'
import { SessionList } from '../sessions/session-list.tsx'
import { SessionView } from '../sessions/session-view.tsx'
import { done, loadList, overview, problem } from '../state.ts'
import { StopBanner } from '../stops/stop-banner.tsx'
import { StopButton } from '../stops/stop-dialog.tsx'
import { texts } from '../texts.ts'
import { TrailList } from '../trail/trail-list.tsx'
import type { Overview } from '../types.ts'
import { onKey } from './keys.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { TabBar } from './tab-bar.tsx'

/** The page: what needs a person, beside what is known of one entry. */
export function App() {
  const [areKeysShown, setKeysShown] = useState(false)
  // At once: answers may come before the first frame, and keys with them.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event, () => setKeysShown(true))
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
  const { entry } = place.value
  const isOpen = entry !== ''
  return (
    <div class="h-dvh flex flex-col bg-base-100">
      <Header onKeys={() => setKeysShown(true)} />
      <StopBanner />
      <TabBar />
      <Told />
      <main class="flex-1 min-h-0 flex">
        <section
          aria-label={texts.entries}
          class={`min-h-0 flex-col w-full min-[900px]:flex min-[900px]:w-[26rem] min-[900px]:border-r border-base-300 ${isOpen ? 'hidden' : 'flex'}`}
        >
          <SearchForm />
          <List />
        </section>
        <section
          aria-label={texts.entry}
          class={`min-h-0 min-w-0 flex-1 min-[900px]:block ${isOpen ? 'block' : 'hidden'}`}
        >
          <View />
        </section>
      </main>
      {areKeysShown && <KeysDialog onClose={() => setKeysShown(false)} />}
    </div>
  )
}

function List() {
  const { tab } = place.value
  if (tab === 'sessions') return <SessionList />
  if (tab === 'dropOff') return <DropOffList />
  return tab === 'trail' ? <TrailList /> : <EntryList />
}

function View() {
  const { tab } = place.value
  if (tab === 'sessions') return <SessionView />
  return tab === 'dropOff' ? <DropOffView /> : <EntryView />
}

function Header({ onKeys }: { onKeys: () => void }) {
  const seen = overview.value
  return (
    <header class="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 border-b border-base-300">
      <h1 class="font-semibold text-base">{texts.title}</h1>
      {seen !== undefined && seen.registrations.length > 1 && (
        <select
          class="select select-sm w-auto"
          aria-label={texts.registration}
          value={seen.registration}
          onChange={({ currentTarget }) => go({ registration: currentTarget.value, entry: '' })}
        >
          {seen.registrations.map((name) => (
            <option key={name} value={name}>
              {labelOf(name, seen)}
            </option>
          ))}
        </select>
      )}
      {seen !== undefined && !seen.store.ok && (
        <p role="alert" class="text-error">
          {texts.storeFails(seen.store.why ?? '')}
        </p>
      )}
      <span class="flex-1" />
      {seen !== undefined && <p class="text-quiet">{texts.signedIn(seen.operator.by)}</p>}
      <StopButton />
      <button type="button" class="btn btn-sm" onClick={() => void loadList()}>
        {texts.refresh}
      </button>
      <button type="button" class="btn btn-sm" onClick={onKeys}>
        {texts.keys}
      </button>
    </header>
  )
}

/** Another registration says at its name what it has to review. */
function labelOf(name: string, { others }: Overview): string {
  const { needsReview } = others.find((other) => other.name === name) ?? {}
  if (!needsReview?.count) return name
  return texts.toReview(name, `${grouped(needsReview.count)}${needsReview.isMore ? '+' : ''}`)
}

/** What was done, or went wrong: read out when it changes. */
function Told() {
  return (
    <div role="status">
      {problem.value !== '' && (
        <p class="px-3 py-2 border-b border-base-300 text-error break-words">
          <span class="font-semibold">{texts.failed}</span> {problem.value}
        </p>
      )}
      {problem.value === '' && done.value !== '' && (
        <p class="px-3 py-2 border-b border-base-300 text-success">{done.value}</p>
      )}
    </div>
  )
}
