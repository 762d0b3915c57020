import type { ToldClaim } from './lanes.ts'

/**
 * The claims that this process holds, as it knows them: a worker that is started again is told of them, so that
 * their holders can end them.
 */
export class LiveClaims {
  readonly #claims = new Map<number, { readonly fence: number; readonly holder: object }>()
  // No process before this one has used these: settling what one of them held must fail.
  #lastFence = Date.now() * 1_000

  /** A number that no other claim has. */
  nextFence(): number {
    this.#lastFence += 1
    return this.#lastFence
  }

  /** @returns the fence as claims carry it */
  begin(seq: number, fence: number, holder: object): string {
    this.#claims.set(seq, { fence, holder })
    return `${seq}.${fence}`
  }

  end(seq: number, fence: number): void {
    if (this.#claims.get(seq)?.fence === fence) this.#claims.delete(seq)
  }

  /** What `begin` was given, for a fence that it may have made. */
  read(fence: string): ToldClaim | undefined {
    const [, seq, number] = /^(\d{1,15})\.(\d{1,16})$/.exec(fence) ?? []
    return seq === undefined || number === undefined ? undefined : [Number(seq), Number(number)]
  }

  running(): readonly number[] {
    return [...this.#claims.keys()]
  }

  all(): readonly ToldClaim[] {
    return [...this.#claims].map(([seq, { fence }]) => [seq, fence])
  }

  heldBy(holder: object): readonly ToldClaim[] {
    return [...this.#claims].filter((each) => each[1].holder === holder).map(([seq, { fence }]) => [seq, fence])
  }
}
