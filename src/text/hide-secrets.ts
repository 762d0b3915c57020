/** A part of a text: from a place up to but not including another. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * A text without its secrets: each stretch that they cover is `***`. Secrets may be parts of one another and overlap, so
 * they are all looked for before any is taken out: of none is a rest left that says which it was.
 *
 * @example
 * hideSecrets('bad key shop-live-1', ['shop', 'shop-live-1']) // 'bad key ***'
 */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return hideSpans(text, spansOf(text, secrets), (between) => between)
}

/** Where secrets stand in a text. They may overlap. */
export function spansOf(text: string, secrets: readonly string[]): readonly Span[] {
  const spans: Span[] = []
  for (const secret of new Set(secrets)) {
    if (secret === '') continue
    for (let from = text.indexOf(secret); from !== -1; from = text.indexOf(secret, from + 1)) {
      spans.push({ from, to: from + secret.length })
    }
  }
  return spans
}

/** Takes spans out, each stretch that they cover at once. @param show what is shown of the text between them */
export function hideSpans(text: string, spans: readonly Span[], show: (between: string) => string): string {
  let shown = ''
  let at = 0
  for (const { from, to } of [...spans].sort((one, other) => one.from - other.from)) {
    if (from > at || at === 0) shown += `${show(text.slice(at, from))}${hidden}`
    at = Math.max(at, to)
  }
  return shown + show(text.slice(at))
}

const hidden = '***'
