/** Lines of a part. */
const perPart = 64

/** Long text in parts, of which the browser lays out those in sight alone. No character is added, so what is copied stays the same. */
export function InParts({ text }: { text: string }) {
  const lines = text.split('\n')
  if (lines.length <= perPart) return text
  return Array.from({ length: Math.ceil(lines.length / perPart) }, (_, index) => {
    const end = (index + 1) * perPart
    const part = lines.slice(index * perPart, end).join('\n')
    return (
      <span key={index} class="block [content-visibility:auto] [contain-intrinsic-block-size:auto_80rem]">
        {end < lines.length ? `${part}\n` : part}
      </span>
    )
  })
}
