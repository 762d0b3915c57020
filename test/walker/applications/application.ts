import type { ConversationOptions, Script } from '../../../src/conversation/index.ts'

/** What an application of the walk works with: its callers, and what is done for them. */
export interface House {
  /** A name for each caller: it stands on screens that must reach nobody else. */
  nameOf(mobile: string): string
  pinOf(mobile: string): string
  isLocked(mobile: string): boolean
  lock(key: string, mobile: string): void
  /** Does something that is paid for, or moves money: the caller must have said yes to the amount. @returns its reference */
  order(key: string, mobile: string, amount: number): string
  /** Waits until the walker lets it go on. */
  wait(mobile: string): Promise<void>
}

/** One of the applications that are walked. */
export interface Application {
  readonly name: string
  readonly options: ConversationOptions
  readonly script: (house: House) => Script
  /** Answers that its questions take, by what stands on their screen. */
  readonly answers: readonly (readonly [screen: RegExp, answer: string | ((caller: Known) => string)])[]
  /** It has a lookup that may take longer than a turn. */
  readonly isSlow?: true
  /** Messages of its log lines at level error that it asks for. */
  readonly errors?: readonly string[]
}

/** What a caller knows. */
export interface Known {
  readonly pin: string
}
