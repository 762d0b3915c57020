/** Keys as they are pressed, one after the other. */
export function Keys({ keys = '' }: { keys?: string | undefined }) {
  return (
    <span class="flex gap-1">
      {keys.split(' ').map((key) => (
        <kbd key={key} class="kbd kbd-sm">
          {key}
        </kbd>
      ))}
    </span>
  )
}
