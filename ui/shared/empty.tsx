import type { ComponentChildren } from 'preact'

/** What is not there yet, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="h-full grid place-items-center p-6">
      <div class="max-w-80 text-center flex flex-col items-center gap-3">
        <p class="text-base font-medium text-pretty">{title}</p>
        {children}
      </div>
    </div>
  )
}
