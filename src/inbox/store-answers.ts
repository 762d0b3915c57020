import { Chain, type ChainLink } from '../chain.ts'

/** What requests hear of the store: one that never answers must not hold up their answers, and the close, for ever. */
export class StoreAnswers {
  readonly #open = new Chain<Asked>()
  #refusal: Error | undefined

  /**
   * What the store says, unless its request is refused before.
   *
   * @param late gets what the store says after that
   */
  hear<T>(told: Promise<T>, late: (answer: T) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const asked: Asked = { refuse: reject, earlier: undefined, later: undefined }
      this.#open.append(asked)
      told.then(
        (answer) => {
          this.#open.remove(asked)
          if (this.#refusal === undefined) resolve(answer)
          else late(answer)
        },
        (error) => {
          this.#open.remove(asked)
          reject(error)
        },
      )
      if (this.#refusal !== undefined) reject(this.#refusal)
    })
  }

  /** Refuses the requests that wait, and all that come. */
  refuse(error: Error): void {
    this.#refusal = error
    for (const { refuse } of this.#open) refuse(error)
  }
}

interface Asked extends ChainLink<Asked> {
  readonly refuse: (error: Error) => void
}
