import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { reachable } from './focus/reachable.ts'

/** Tabs over a panel; arrows go from one to the next. */
export function Tabs<Id extends string>({
  label,
  tabs,
  chosen,
  onChoose,
  children,
}: {
  label: string
  tabs: readonly { readonly id: Id; readonly name: string }[]
  chosen: Id
  onChoose: (id: Id) => void
  children: ComponentChildren
}) {
  const list = useRef<HTMLDivElement>(null)
  const index = tabs.findIndex(({ id }) => id === chosen)
  const onKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = tabs[(index + by + tabs.length) % tabs.length]
    if (by === 0 || next === undefined) return
    event.preventDefault()
    onChoose(next.id)
    list.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus()
  }
  return (
    <div class="flex-1 min-h-0 flex flex-col">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        class="row-that-scrolls border-b border-base-300 px-1"
        onKeyDown={onKey}
      >
        {tabs.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            id={`tab-${id}`}
            role="tab"
            aria-selected={id === chosen}
            aria-controls={`panel-${label}`}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
            class={`focus-seen px-1.5 sm:px-2.5 py-2 border-b-2 cursor-pointer ${
              id === chosen ? 'border-primary font-semibold' : 'border-transparent text-quiet'
            }`}
          >
            {name}
          </button>
        ))}
      </div>
      <div
        id={`panel-${label}`}
        role="tabpanel"
        aria-labelledby={`tab-${chosen}`}
        {...reachable}
        class="focus-seen flex-1 min-h-0 overflow-y-auto"
      >
        {children}
      </div>
    </div>
  )
}
