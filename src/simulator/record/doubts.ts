import { readTextOffers } from '../phone/offers.ts'

/** What a recording can't know of what it hides, collected while its rows are heard. */
export class Doubts {
  readonly #untold: number[] = []
  readonly #dialled: number[] = []
  readonly #shown: number[] = []

  /** An answer that stays, though nothing told whether the screen before it was sensitive. A choice of that screen is no secret. */
  addUntold(row: number, entered: string, screen: string | undefined): void {
    const { choices, ways } = readTextOffers(screen ?? '')
    if (![...choices, ...ways].some(({ value }) => value === entered)) this.#untold.push(row)
  }

  /** A code that stays, though no screen shows what its parts are. */
  addDialled(row: number): void {
    this.#dialled.push(row)
  }

  /** What the application shows in a row was entered as a secret, or looks the same. */
  addShown(row: number): void {
    this.#shown.push(row)
  }

  /** Sentences, none where all is known. */
  get sentences(): readonly string[] {
    const [untold, dialled, shown] = [this.#untold, this.#dialled, this.#shown]
    return [
      ...(untold.length === 0
        ? []
        : [
            `Nothing told whether ${listed(untold, 'answers', 'answer')} a sensitive screen, so what was entered stays. Give secrets among it as secrets, or share MERCHANT_TIMING_SECRET with the application.`,
          ]),
      ...(dialled.length === 0
        ? []
        : [
            `What ${listed(dialled, 'dials', 'dial')} has parts that no screen shows, and they stay. Give a PIN among them as a secret.`,
          ]),
      ...(shown.length === 0
        ? []
        : [
            `What ${listed(shown, 'shows', 'show')} has a text that was also entered as a secret, so it is hidden. The recording fails there if the application wrote it by itself.`,
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
