import { Search, X } from 'lucide-preact'
import { go, question } from '../state/address.ts'
import { rows } from '../state/log/rows.ts'
import { searchFields, takenBy, valuesOf } from '../state/log/search.ts'
import { texts } from '../texts/index.ts'
import { unknown as notUnderstood } from './found.ts'

export const searchId = 'search'

/** Where the log is searched; what nobody understands is said beneath it. */
export function SearchField() {
  const unknown = notUnderstood.value
  const asked = question.value
  return (
    <search class="flex-1 min-w-0">
      <label class="input input-sm w-full gap-2">
        <Search size={16} aria-hidden="true" class="text-quiet shrink-0" />
        <span class="sr-only">{texts.search}</span>
        <input
          id={searchId}
          type="text"
          autocomplete="off"
          spellcheck={false}
          list="search-fields"
          placeholder={texts.searchExample}
          class="font-mono"
          value={asked}
          aria-invalid={unknown.length > 0}
          aria-describedby={unknown.length > 0 ? 'search-problem' : undefined}
          onInput={({ currentTarget }) => go({ q: currentTarget.value })}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Escape' || key === 'Enter') currentTarget.blur()
          }}
        />
        {asked === '' ? (
          <kbd class="kbd kbd-sm">/</kbd>
        ) : (
          <button type="button" class="cursor-pointer" aria-label={texts.clearSearch} onClick={() => go({ q: '' })}>
            <X size={16} aria-hidden="true" />
          </button>
        )}
      </label>
      <datalist id="search-fields">
        {completions(asked).map((whole) => (
          <option key={whole} value={whole} />
        ))}
      </datalist>
      {unknown.length > 0 && (
        <p id="search-problem" role="status" class="text-error mt-1">
          {problemOf(unknown)}
        </p>
      )}
    </search>
  )
}

/** The fields that nobody knows; else what the first of the others takes. */
function problemOf(unknown: readonly string[]): string {
  const strange = unknown.filter((one) => !searchFields.some((field) => one === `${field}:`))
  if (strange.length > 0) return texts.unknownField(strange.join(', '), searchFields.join(', '))
  const [field = ''] = unknown
  return texts.unknownValue(field, takenBy(field.slice(0, -1)).join(', '))
}

/** The question with its last word completed: a field, or what may follow it. */
function completions(question: string): readonly string[] {
  const last = /\S*$/.exec(question)?.[0] ?? ''
  const before = question.slice(0, question.length - last.length)
  const [, minus = '', field = '', colon = ''] = /^(-?)(\w*)(:?)/.exec(last) ?? []
  if (colon === '') return searchFields.map((name) => `${before}${minus}${name}:`)
  return valuesOf(field, rows.value.slice(-mostLookedAt)).map((value) => `${before}${minus}${field}:${value}`)
}

const mostLookedAt = 1_000
