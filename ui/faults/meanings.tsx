/** What each of several names means, unfolded by those who want to know. */
export function Meanings({
  title,
  all,
}: {
  title: string
  all: readonly { readonly name: string; readonly meaning: string }[]
}) {
  return (
    <details>
      <summary class="w-fit cursor-pointer rounded-field focus-seen underline underline-offset-4">{title}</summary>
      <dl class="mt-2 flex flex-col gap-1.5">
        {all.map(({ name, meaning }) => (
          <div key={name}>
            <dt class="font-mono font-semibold">{name}</dt>
            <dd class="text-quiet text-pretty">{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
