import { visible } from '../../shared/format.ts'
import { texts } from '../../texts/later.ts'

/** Headers, folded away until somebody wants them. */
export function Headers({ headers }: { headers: Readonly<Record<string, string>> }) {
  const all = Object.entries(headers)
  return (
    <details>
      <summary class="cursor-pointer font-semibold">{texts.headers(all.length)}</summary>
      <dl class="mt-1 font-mono grid gap-1">
        {all.map(([name, value]) => (
          <div key={name} class="[overflow-wrap:anywhere]">
            <dt class="inline text-quiet">{name}: </dt>
            <dd class="inline">{visible(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
