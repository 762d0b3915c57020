/** A sign of one line, 16 px, for lists: an element less for each part it would have. */
export function LineIcon({ d }: { d: string }) {
  return (
    <svg
      aria-hidden="true"
      class="shrink-0"
      width="16"
      height="16"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      <path d={d} />
    </svg>
  )
}
