/** How a push goes out: what the faults of sending change. */
export interface Plan {
  /** It never leaves. */
  readonly isLost: boolean
  /** ms by which it goes out later than it should, by the simulator's clock; 0 for at once. */
  readonly delay: number
  /** The line is cut as soon as the push is out. */
  readonly isCut: boolean
  /** The bytes trickle. */
  readonly isSlow: boolean
  readonly companions: readonly Companion[]
}

/** Something that goes to the same address because this push does. */
export interface Companion {
  readonly what: 'same' | 'forged' | 'timeout' | 'get-probe' | 'head-probe'
  /** Before the push, while it waits for its answer, or so many ms after it was sent. */
  readonly when: 'before' | 'meanwhile' | number
}

/** Once, at once. */
export const plainly: Plan = { isLost: false, delay: 0, isCut: false, isSlow: false, companions: [] }

/** The same plan with one companion more. */
export function accompanied(plan: Plan, what: Companion['what'], when: Companion['when']): Plan {
  return { ...plan, companions: [...plan.companions, { what, when }] }
}
