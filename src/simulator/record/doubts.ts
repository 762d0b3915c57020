import { readTextOffers } from '../phone/offers.ts'

/** What a recording can't know of what it hides, collected while its rows are heard. */
export class Doubts {
  readonly #untold: number[] = []

  /** An answer that stays, though nothing told whether the screen before it was sensitive. A choice of that screen is no secret. */
  addUntold(row: number, entered: string, screen: string | undefined): void {
    const { choices, ways } = readTextOffers(screen ?? '')
    if (![...choices, ...ways].some(({ value }) => value === entered)) this.#untold.push(row)
  }

  /** Sentences, none where all is known. */
  get sentences(): readonly string[] {
    return this.#untold.length === 0
      ? []
      : [
          `Nothing told whether ${listed(this.#untold, 'answers', 'answer')} a sensitive screen, so what was entered stays. Give secrets among it as secrets, or share MERCHANT_TIMING_SECRET with the application.`,
        ]
  }
}

function listed(rows: readonly number[], one: string, more: string): string {
  const shown = rows.slice(0, mostNamed).join(', ')
  const others = rows.length > mostNamed ? ` and ${rows.length - mostNamed} more` : ''
  return rows.length === 1 ? `row ${shown} ${one}` : `rows ${shown}${others} ${more}`
}

const mostNamed = 10
