import { useState } from 'preact/hooks'
import { go, phone, place } from '../address.ts'
import { texts } from '../texts.ts'
import type { ListName } from '../types.ts'

type By = keyof typeof texts.searchBy
const withoutKinds: ReadonlySet<ListName> = new Set(['sessions', 'dropOff', 'trail'])
const ways: readonly By[] = ['reference', 'session', 'phone']

/** Looks for one thing at a time: a reference, a session, or what the sessions of a phone paid. */
export function SearchForm() {
  const { tab, reference, session, kind, hours } = place.value
  const given: By = phone.value !== '' ? 'phone' : session !== '' ? 'session' : 'reference'
  const [by, setBy] = useState<By>(given)
  const searchFor = (word: string) => {
    phone.value = by === 'phone' ? word : ''
    go({ reference: by === 'reference' ? word : '', session: by === 'session' ? word : '', entry: '' })
  }
  const isSearched = reference !== '' || session !== '' || phone.value !== ''
  return (
    <search>
      <form
        class="flex flex-wrap items-center gap-2 p-2 border-b border-base-300"
        onSubmit={(event) => {
          event.preventDefault()
          searchFor(String(new FormData(event.currentTarget).get('word') ?? '').trim())
        }}
      >
        <select
          class="select select-sm w-28"
          aria-label={texts.searchIn}
          value={by}
          onChange={({ currentTarget }) => setBy(ways.find((way) => way === currentTarget.value) ?? 'reference')}
        >
          {ways.map((way) => (
            <option key={way} value={way}>
              {texts.searchBy[way]}
            </option>
          ))}
        </select>
        <input
          key={`${given}:${reference}${session}${phone.value}`}
          id="search"
          name="word"
          type="search"
          class="input input-sm flex-1 min-w-32"
          aria-label={texts.searchFor}
          placeholder={texts.searchHints[by]}
          defaultValue={reference || session || phone.value}
          autocomplete="off"
          spellcheck={false}
        />
        <button type="submit" class="btn btn-sm">
          {texts.search}
        </button>
        {!withoutKinds.has(tab) && (
          <label class="flex items-center gap-2">
            <span class="text-quiet">{texts.kind}</span>
            <select
              class="select select-sm w-auto"
              value={kind}
              onChange={({ currentTarget }) => go({ kind: currentTarget.value, entry: '' })}
            >
              <option value="">{texts.anyKind}</option>
              {texts.kinds.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label class="flex items-center gap-2">
          <span class="text-quiet">{texts.time}</span>
          <select
            class="select select-sm w-auto"
            value={hours}
            onChange={({ currentTarget }) => go({ hours: currentTarget.value, entry: '' })}
          >
            {Object.entries(texts.times).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {isSearched && (
          <button type="button" class="btn btn-sm btn-ghost" onClick={() => searchFor('')}>
            {texts.clearSearch}
          </button>
        )}
      </form>
    </search>
  )
}
