import { TriangleAlert } from 'lucide-preact'
import { visible } from '../shared/format.ts'
import { texts } from '../texts/later.ts'
import { findingInWords } from './finding-words.ts'
import { lengthsOf } from './graph.tsx'
import { chosen, findings, hints, screens, timesWalked } from './state.ts'

/** The same as a list: for narrow screens, and for those who hear it. */
export function ScreenList() {
  return (
    <ol aria-label={texts.map.list} class="h-full overflow-y-auto bg-base-100">
      {screens.value.map(({ id, text, kind, lengths, answers }) => {
        const count = timesWalked(id)
        const trouble = findings.value.get(id) ?? []
        return (
          <li key={id} class="border-b border-base-300">
            <button
              type="button"
              aria-pressed={chosen.value === id}
              class={`w-full px-4 py-2.5 text-left cursor-pointer focus-seen ${chosen.value === id ? 'bg-base-200' : ''}`}
              onClick={() => {
                chosen.value = id
              }}
            >
              <span class={`block truncate font-medium ${count > 0 ? 'text-primary' : ''}`}>
                {visible(text.split('\n', 1)[0] ?? '')}
              </span>
              <span class="block text-quiet">
                {texts.map.kinds[kind]} · {count > 0 ? texts.map.walked(count) : texts.map.notWalked} ·{' '}
                {lengthsOf(lengths)} · {texts.map.answers(answers.length)}
              </span>
              {trouble.map((finding) => (
                <span key={finding.kind} class="flex gap-1 items-start text-warning">
                  <TriangleAlert size={14} aria-hidden="true" class="shrink-0 mt-[3px]" />
                  {findingInWords(finding)}
                </span>
              ))}
              {(hints.value.get(id) ?? []).map((hint) => (
                <span key={hint.kind} class="block text-quiet">
                  {texts.map.goodToKnow(findingInWords(hint))}
                </span>
              ))}
            </button>
          </li>
        )
      })}
    </ol>
  )
}
