/** What the amounts of one payment are of. */
export type Share = 'amount' | 'given' | 'left' | 'fee'

/** One of them under its name, in whole hundredths. */
interface Named {
  readonly name: string
  readonly value: number
}

/**
 * All that is said of the money of one payment, wherever it stands: what the payer gave is never less than the amount, what
 * is left of it never more, and the fee is all that lies between, where one is told.
 */
export class AmountsAround {
  readonly #least = new Map<Share, Named>()
  readonly #most = new Map<Share, Named>()

  add(share: Share, name: string, value: number): void {
    if (value < (this.#least.get(share)?.value ?? Number.POSITIVE_INFINITY)) this.#least.set(share, { name, value })
    if (value > (this.#most.get(share)?.value ?? -1)) this.#most.set(share, { name, value })
  }

  /** The name of one that cannot be; undefined where all of them can. */
  odd(): string | undefined {
    const amount = this.#least.get('amount')?.value
    if (amount === undefined) return undefined
    const fee = this.#most.get('fee')?.value ?? Number.POSITIVE_INFINITY
    return (
      outside(this.#least.get('given'), amount, amount + fee) ??
      outside(this.#most.get('given'), amount, amount + fee) ??
      outside(this.#least.get('left'), amount - fee, amount) ??
      outside(this.#most.get('left'), amount - fee, amount)
    )
  }
}

function outside(one: Named | undefined, least: number, most: number): string | undefined {
  return one !== undefined && (one.value < least || one.value > most) ? one.name : undefined
}
