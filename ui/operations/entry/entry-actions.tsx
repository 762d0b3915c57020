import { signal } from '@preact/signals'
import { AskError, ask } from '../ask.ts'
import { AskDialog } from '../ask-dialog.tsx'
import { attempt, loadEntry, may, problem, reload, entry as shown } from '../state.ts'
import { texts } from '../texts.ts'
import type { Entry } from '../types.ts'
import { followEntry } from './follow-entry.ts'

type Asked = 'replay' | 'addNote' | 'settle' | 'unmask'

/** The dialog that is open. */
const asked = signal<Asked | undefined>(undefined)

/** Opens the dialog of what may be done with the open entry; what may not be done isn't offered. */
export function askFor(wanted: Asked): void {
  const { value } = shown
  if (value !== undefined && isOffered(value, wanted)) {
    problem.value = ''
    asked.value = wanted
  }
}

/** What may be done with an entry, at one place. */
export function EntryActions({ entry }: { entry: Entry }) {
  const offered = offers.filter((wanted) => isOffered(entry, wanted))
  return (
    <>
      <div class="flex flex-wrap gap-2">
        {offered.map((wanted) => (
          <button key={wanted} type="button" class="btn btn-sm" onClick={() => askFor(wanted)}>
            {texts[wanted]}
          </button>
        ))}
        {may('export') && (
          <>
            <button type="button" class="btn btn-sm" onClick={() => void saveFixture(entry)}>
              {texts.export}
            </button>
            <button type="button" class="btn btn-sm" onClick={() => void savePage(entry)}>
              {texts.exportPage}
            </button>
          </>
        )}
      </div>
      {asked.value === 'replay' && (
        <AskDialog
          title={texts.replay}
          what={texts.replayWhat}
          close={close}
          act={async () => {
            const { name, state, attempts } = entry
            await orShowAnew(ask('replay', { name, seen: { state, attempts: attempts.at(-1)?.number ?? 0 } }))
            close()
            await reload(texts.replayed)
            void followEntry(name)
          }}
        />
      )}
      {asked.value === 'addNote' && (
        <AskDialog
          title={texts.addNote}
          what={texts.addNoteWhat}
          field={{ label: texts.note, most: 2_000 }}
          close={close}
          act={async (note) => {
            await orShowAnew(ask('note', { name: entry.name, note }))
            close()
            await reload(texts.noted)
          }}
        />
      )}
      {asked.value === 'settle' && (
        <AskDialog
          title={texts.settle}
          what={texts.settleWhat}
          field={{ label: texts.note, most: 2_000 }}
          close={close}
          act={async (note) => {
            await orShowAnew(ask('settle', { name: entry.name, note, reasons: entry.review?.reasons ?? [] }))
            close()
            await reload(texts.settled)
          }}
        />
      )}
      {asked.value === 'unmask' && (
        <AskDialog
          title={texts.unmask}
          what={texts.unmaskWhat}
          field={{ label: texts.reason, most: 2_000 }}
          close={close}
          act={async (reason) => {
            shown.value = await ask<Entry>('unmask', { name: entry.name, reason })
            close()
          }}
        />
      )}
    </>
  )
}

const offers: readonly Asked[] = ['replay', 'addNote', 'settle', 'unmask']

function isOffered({ state, review, masked }: Entry, wanted: Asked): boolean {
  if (wanted === 'replay') return may('replay') && ['done', 'dead', 'rejected'].includes(state)
  if (wanted === 'addNote') return may('note')
  if (wanted === 'settle') return may('note') && review !== null && review.settledAt === null
  return may('unmask') && masked
}

function close(): void {
  asked.value = undefined
}

/** What was decided about may be another by now: it is seen beside what went wrong. */
async function orShowAnew(order: Promise<object>): Promise<void> {
  try {
    await order
  } catch (error) {
    // Who is asked for no words loses none.
    if (error instanceof AskError && error.code === 'FMW_ENTRY_CHANGED' && asked.value === 'replay') close()
    await loadEntry()
    throw error
  }
}

/** The fixture as a file of this person's. */
async function saveFixture({ name }: Entry): Promise<void> {
  await attempt(async () => {
    const fixture = await ask<{ readonly name: string }>('export', { name })
    save(JSON.stringify(fixture, null, 2), 'application/json', `${fixture.name.replaceAll('/', '-')}.json`)
  })
}

/** The same as one page, for those who have no access here. */
async function savePage({ name, kind, receivedAt }: Entry): Promise<void> {
  await attempt(async () => {
    const { page } = await ask<{ readonly page: string }>('export/page', { name })
    save(page, 'text/html', `${kind}-${receivedAt.slice(0, 10)}.html`)
  })
}

function save(text: string, type: string, file: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = file
  link.click()
  URL.revokeObjectURL(address)
}
