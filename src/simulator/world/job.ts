/** Work that is due at a time: it is state, so that a snapshot keeps it. */
export interface Job {
  readonly id: number
  /** Epoch ms by the simulator's clock. */
  readonly due: number
  /** Who does it: the name of a doer. */
  readonly name: string
  /** What the doer needs to know: JSON. */
  readonly data: unknown
}
