/** A line of text with its name. */
export function Field({ name, value, onInput }: { name: string; value: string; onInput: (text: string) => void }) {
  return (
    <label class="flex flex-col gap-1">
      <span class="font-medium">{name}</span>
      <input
        type="text"
        class="input input-sm w-full"
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </label>
  )
}
