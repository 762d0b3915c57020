import type { ComponentChildren } from 'preact'
import type { View as Name } from '../state/address.ts'

/** A view: it fills its box and scrolls inside, and its key brings the focus to it. */
export function View({
  name,
  label,
  color = 'bg-base-100',
  children,
}: {
  name: Name
  label: string
  color?: string
  children: ComponentChildren
}) {
  return (
    <section
      data-view={name}
      tabIndex={-1}
      aria-label={label}
      class={`focus-seen h-full min-h-0 flex flex-col ${color}`}
    >
      {children}
    </section>
  )
}
