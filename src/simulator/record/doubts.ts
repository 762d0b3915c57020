import { readTextOffers } from '../phone/offers.ts'

/** What a recording can't know of what it hides, collected while its rows are heard. */
export class Doubts {
  readonly #untold: number[] = []
  readonly #dialled: number[] = []
  readonly #unasked: number[] = []
  readonly #spoken: number[] = []
  readonly #shown: number[] = []
  readonly #sent: number[] = []

  /** An answer that stays, though nothing told whether the screen before it was sensitive. A choice of that screen is no secret. */
  addUntold(row: number, entered: string, screen: string | undefined): void {
    const { choices, ways } = readTextOffers(screen ?? '')
    if (![...choices, ...ways].some(({ value }) => value === entered)) this.#untold.push(row)
  }

  /** An answer that stays, since the application told that its screen isn't sensitive, though its words speak of a secret. */
  addSpoken(row: number): void {
    this.#spoken.push(row)
  }

  /** A code with parts that are hidden though no screen asked for a secret. */
  addUnasked(row: number): void {
    this.#unasked.push(row)
  }

  /** A code with parts that stay, though no screen shows them. */
  addDialled(row: number): void {
    this.#dialled.push(row)
  }

  /** What the application shows in a row was entered as a secret, or looks the same. */
  addShown(row: number): void {
    this.#shown.push(row)
  }

  /** What was sent in a row is no secret there, and was entered as one elsewhere. */
  addSent(row: number): void {
    this.#sent.push(row)
  }

  /** Sentences, none where all is known. */
  get sentences(): readonly string[] {
    const [untold, spoken, dialled, unasked, shown, sent] = [
      this.#untold,
      this.#spoken,
      this.#dialled,
      this.#unasked,
      this.#shown,
      this.#sent,
    ]
    return [
      ...(untold.length === 0
        ? []
        : [
            `Nothing told whether ${listed(untold, 'answers', 'answer')} a sensitive screen, so what was entered stays. Give secrets among it as secrets, or share MERCHANT_TIMING_SECRET with the application.`,
          ]),
      ...(spoken.length === 0
        ? []
        : [
            `The words of the screens that ${listed(spoken, 'answers', 'answer')} speak of a secret, but the application told that none is sensitive, so what was entered stays. Make such a question sensitive, or give the secrets among it as secrets.`,
          ]),
      ...(dialled.length === 0
        ? []
        : [
            `What ${listed(dialled, 'dials', 'dial')} has parts that no screen shows, and they stay. Give a PIN among them as a secret.`,
          ]),
      ...(unasked.length === 0
        ? []
        : [
            `What ${listed(unasked, 'dials', 'dial')} has parts that are hidden though no screen asked for them. The recording fails there if the application needs them.`,
          ]),
      ...(shown.length === 0
        ? []
        : [
            `What ${listed(shown, 'shows', 'show')} has a text that was also entered as a secret, so it is hidden. The recording fails there if the application wrote it by itself.`,
          ]),
      ...(sent.length === 0
        ? []
        : [
            `What ${listed(sent, 'sends', 'send')} was also entered as a secret elsewhere, so it is hidden. The recording fails there if the application needs it.`,
          ]),
    ]
  }
}

function listed(rows: readonly number[], one: string, more: string): string {
  const shown = rows.slice(0, mostNamed).join(', ')
  const others = rows.length > mostNamed ? ` and ${rows.length - mostNamed} more` : ''
  return rows.length === 1 ? `row ${shown} ${one}` : `rows ${shown}${others} ${more}`
}

const mostNamed = 10
