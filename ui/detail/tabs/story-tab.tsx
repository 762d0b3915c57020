import { inWords, tookOf } from '../../log/row-line.tsx'
import { timeOfDay, visible } from '../../shared/format.ts'
import { VerdictSign } from '../../shared/verdict-sign.tsx'
import { go } from '../../state/address.ts'
import { pending, placeOf, roots, rows } from '../../state/log/rows.ts'
import { verdictOf } from '../../state/log/verdict.ts'
import { billOf } from '../../state/simulator.ts'
import type { Row, WholeRow } from '../../state/types.ts'
import { texts } from '../../texts/later.ts'
import { isRefusedForgery, problemOf } from '../problem.ts'
import { HeldUp } from './held-up.tsx'
import { TurnDone } from './turn-done.tsx'
import { WorkDone } from './work-done.tsx'

/** What the row is about, in words, and what came before and after it. */
export function StoryTab({ row }: { row: WholeRow }) {
  const isPending = row.verdict === 'pending'
  const root = isPending ? roots.value.named(row.about) : roots.value.get(row.id)
  const came = rows.value.filter(({ id }) => roots.value.get(id) === root)
  const story = [...came, ...pending.value.filter((push) => placeOf(push) === placeOf(row))].slice(-longest)
  return (
    <div class="p-3 flex flex-col gap-4">
      {isPending && <p>{texts.waitsForAnswer}</p>}
      <Meaning row={row} />
      <HeldUp row={row} />
      <WorkDone row={row} />
      <TurnDone row={row} />
      {story.length > 1 && (
        <section>
          <h3 class="font-semibold mb-2">{texts.wholeStory(story.length)}</h3>
          <ol class="border-l-2 border-base-300 ml-1.5">
            {story.map((one) => (
              <Step key={placeOf(one)} row={one} isThis={placeOf(one) === placeOf(row)} />
            ))}
          </ol>
        </section>
      )}
      {story.length === 1 && <p class="text-quiet">{texts.standsAlone}</p>}
      <Related row={row} />
    </div>
  )
}

// A reference that is sent a thousand times tells no more than its last hundred.
const longest = 100

function Meaning({ row }: { row: WholeRow }) {
  const { plugin, outcome } = row
  const why = plugin?.why ?? null
  const problem = problemOf(row)
  if (problem === null && why === null) return null
  return (
    <div class="rounded-box border border-base-300 bg-base-200 p-3 flex flex-col gap-1">
      {outcome !== null && why !== null && !isRefusedForgery(row) && (
        <p class="break-words">
          <strong>{outcome}</strong>: {visible(why)}.
        </p>
      )}
      {problem !== null && <p class="[overflow-wrap:anywhere]">{visible(problem)}</p>}
    </div>
  )
}

function Step({ row, isThis }: { row: Row; isThis: boolean }) {
  const { words, answer } = inWords(row)
  return (
    <li class="pl-4 pb-1 relative">
      <span
        aria-hidden="true"
        class={`absolute -left-[7px] top-3 size-3 rounded-full border-2 border-base-100 ${isThis ? 'bg-primary' : 'bg-base-content/50'}`}
      />
      <button
        type="button"
        aria-current={isThis}
        onClick={() => go({ row: placeOf(row) })}
        class={`focus-seen w-full text-left rounded-field px-2 py-1.5 cursor-pointer ${isThis ? 'bg-primary/12' : 'hover:bg-base-200'}`}
      >
        <span class="flex gap-2 text-quiet tabular-nums">
          {timeOfDay(row.at)}
          <span class="text-base-content font-medium">
            {texts.turnsAt[row.channel ?? ''] ?? texts.kinds[row.kind] ?? row.kind}
          </span>
          <span class="flex-1" />
          {tookOf(row)}
        </span>
        {words !== '' && <span class="font-mono line-clamp-3 wrap-anywhere">{words}</span>}
        <span class="flex gap-2">
          <span class="flex-1 min-w-0 text-quiet line-clamp-2 wrap-anywhere">{answer === '' ? '' : `→ ${answer}`}</span>
          <span class="shrink-0 max-w-1/2 flex">
            <VerdictSign verdict={verdictOf(row, billOf)} />
          </span>
        </span>
      </button>
    </li>
  )
}

/** What else has the same phone or payment: a search for each. */
function Related({ row: { about } }: { row: WholeRow }) {
  const searches = [
    { name: 'phone', value: about.mobile },
    { name: 'session', value: about.sessionId },
    { name: 'ref', value: about.reference ?? about.billId ?? about.messageId },
  ].flatMap(({ name, value }) => (value === undefined ? [] : [`${name}:${/\s/.test(value) ? `"${value}"` : value}`]))
  if (searches.length === 0) return null
  return (
    <section>
      <h3 class="font-semibold mb-1">{texts.searchSame}</h3>
      <ul class="flex flex-wrap gap-2">
        {searches.map((q) => (
          <li key={q} class="max-w-full">
            <button
              type="button"
              class="btn btn-sm h-auto min-h-8 py-1 font-mono font-normal max-w-full"
              onClick={() => go({ q, view: 'log' })}
            >
              <span class="text-left wrap-anywhere">{visible(q)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
