/** Text of a page that is safe as it is. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What can stand in a page: anything but what is `Html` already is escaped. */
export type HtmlPart = string | number | Html | readonly Html[]

/** Writes HTML: whatever is put in is escaped, in text and in quoted attributes alike. */
export function html(texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(String.raw({ raw: texts }, ...parts.map(written)))
}

function written(part: HtmlPart): string {
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(({ text }) => text).join('')
  return String(part).replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
