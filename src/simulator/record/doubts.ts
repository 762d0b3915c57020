/** What a recording can't know of what it hides, collected while its rows are heard. */
export class Doubts {
  readonly #rows = new Map<string, number[]>()

  add(doubt: Doubt, row: number): void {
    this.#rows.set(doubt, [...(this.#rows.get(doubt) ?? []), row])
  }

  /** Sentences, none where all is known. */
  get sentences(): readonly string[] {
    return Object.entries(told).flatMap(([doubt, sentence]) => {
      const rows = this.#rows.get(doubt)
      return rows === undefined ? [] : [sentence((one, more) => listed(rows, one, more))]
    })
  }
}

/** Names rows, with the verb that one of them has, or more. */
type Listed = (one: string, more: string) => string
type Doubt = keyof typeof told

/** What is said of each, in this order. */
const told = {
  /** An answer that stays, though nothing told whether the screen before it was sensitive. */
  untold: (rows: Listed) =>
    `Nothing told whether ${rows('answers', 'answer')} a sensitive screen, so what was entered stays. Give secrets among it as secrets, or share MERCHANT_TIMING_SECRET with the application.`,
  /** An answer that stays, since the application told that its screen isn't sensitive, though its words speak of a secret. */
  spoken: (rows: Listed) =>
    `The words of the screens that ${rows('answers', 'answer')} speak of a secret, but the application told that none is sensitive, so what was entered stays. Make such a question sensitive, or give the secrets among it as secrets.`,
  /** A code with parts that stay, though no screen shows them. */
  dialled: (rows: Listed) =>
    `What ${rows('dials', 'dial')} has parts that no screen shows, and they stay. Give a PIN among them as a secret.`,
  /** A code with parts that are hidden though no screen asked for a secret. */
  unasked: (rows: Listed) =>
    `What ${rows('dials', 'dial')} has parts that are hidden though no screen asked for them. The recording fails there if the application needs them.`,
  /** What the application shows in a row was entered as a secret, or looks the same. */
  shown: (rows: Listed) =>
    `What ${rows('shows', 'show')} has a text that was also entered as a secret, so it is hidden. The recording fails there if the application wrote it by itself.`,
  /** What was sent in a row is no secret there, and was entered as one elsewhere. */
  sent: (rows: Listed) =>
    `What ${rows('sends', 'send')} was also entered as a secret elsewhere, so it is hidden. The recording fails there if the application needs it.`,
} as const

function listed(rows: readonly number[], one: string, more: string): string {
  const shown = rows.slice(0, mostNamed).join(', ')
  const others = rows.length > mostNamed ? ` and ${rows.length - mostNamed} more` : ''
  return rows.length === 1 ? `row ${shown} ${one}` : `rows ${shown}${others} ${more}`
}

const mostNamed = 10
