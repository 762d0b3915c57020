import { FMW_STORE_UNAVAILABLE } from '../errors.ts'
import type {
  EffectBeginning,
  EffectBegun,
  EffectConclusion,
  SessionPage,
  SessionQuery,
  Transcript,
  TurnStore,
} from '../turn-store.ts'
import type { Holder, MemoryEffects } from './memory-effects.ts'
import { pageOf } from './page.ts'
import type { SteadyClock } from './settings.ts'

/** The effects of conversations, as one of those who opened them has them. Their sessions live where they run. */
export class MemoryTurns implements TurnStore, Holder {
  readonly #effects: MemoryEffects
  readonly #clock: SteadyClock
  #isOpen = true
  readonly open = refuse
  readonly close = refuse
  readonly finish = refuse
  readonly resumable = refuse
  readonly seen = refuse
  readonly note = refuse
  readonly end = refuse

  constructor(effects: MemoryEffects, clock: SteadyClock) {
    this.#effects = effects
    this.#clock = clock
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  async begin(effect: EffectBeginning): Promise<EffectBegun> {
    this.#checkOpen()
    if (effect.turn !== null || effect.left !== null) return refuse()
    return this.#effects.again(effect, this) ?? this.#effects.begin(effect, this, this.#clock.now())
  }

  async conclude(conclusion: EffectConclusion): Promise<void> {
    this.#checkOpen()
    this.#effects.conclude(conclusion)
  }

  async sweep(_keep: number, most: number): Promise<number> {
    this.#checkOpen()
    return this.#effects.sweep(this.#clock.now(), most)
  }

  watch(): () => void {
    return ignore
  }

  async list({ limit, cursor }: SessionQuery): Promise<SessionPage> {
    this.#checkOpen()
    return { sessions: [], next: pageOf([], limit, cursor).next }
  }

  async get(): Promise<readonly Transcript[]> {
    this.#checkOpen()
    return []
  }

  /** What runs here is lost to others. */
  release(): void {
    this.#isOpen = false
  }

  #checkOpen(): void {
    if (!this.#isOpen) throw new FMW_STORE_UNAVAILABLE('memory', 'it was closed')
  }
}

async function refuse(): Promise<never> {
  throw new FMW_STORE_UNAVAILABLE('memory', 'it keeps no sessions')
}

const ignore = (): void => undefined
