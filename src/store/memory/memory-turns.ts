import { FMW_STORE_UNAVAILABLE } from '../errors.ts'
import { pageOf } from '../lists/page.ts'
import type { EffectBeginning, EffectBegun, EffectConclusion, TurnStore } from '../turn-store.ts'
import type { Member } from './member.ts'
import type { SteadyClock } from './settings.ts'

/** The effects of conversations, as one of those who opened them has them. Their sessions live where they run. */
export function memoryTurns(effects: MemoryEffects, clock: SteadyClock, member: Member): TurnStore {
  return {
    open: refuse,
    close: refuse,
    finish: refuse,
    resumable: refuse,
    seen: refuse,
    note: refuse,
    end: refuse,
    begin: async (effect) => {
      member.checkOpen()
      if (effect.turn !== null || effect.left !== null) return refuse()
      return effects.again(effect, member) ?? effects.begin(effect, member, clock.now())
    },
    conclude: async (conclusion) => {
      member.checkOpen()
      effects.conclude(conclusion)
    },
    sweep: async (_keep, most) => {
      member.checkOpen()
      return effects.sweep(clock.now(), most)
    },
    watch: () => () => undefined,
    list: async ({ limit, cursor }) => {
      member.checkOpen()
      return { sessions: [], next: pageOf([], limit, cursor).next }
    },
    get: async () => {
      member.checkOpen()
      return []
    },
  }
}

async function refuse(): Promise<never> {
  throw new FMW_STORE_UNAVAILABLE('memory', 'it keeps no sessions')
}

/** One who opened the store: what runs there is lost when it is not open any more. */
export interface Holder {
  readonly isOpen: boolean
}

/** The effects of one registration, for everyone who opened it. */
export class MemoryEffects {
  readonly #most: number
  readonly #mostBytes: number
  #bytes = 0
  /** By their keys, those that were begun first in front. */
  readonly #effects = new Map<string, KeptEffect>()

  constructor(most: number, mostBytes: number) {
    this.#most = most
    this.#mostBytes = mostBytes
  }

  /** What this attempt was told, if it has the effect in its hands still. */
  again({ key, attempt }: EffectBeginning, holder: Holder): EffectBegun | undefined {
    const effect = this.#effects.get(key)
    if (effect?.holder === undefined || effect.attempt !== attempt) return undefined
    effect.holder = holder
    return { status: effect.told }
  }

  /** @throws FMW_STORE_UNAVAILABLE where as many run as may be kept */
  begin({ key, attempt, within }: EffectBeginning, holder: Holder, now: number): EffectBegun {
    const known = this.#effects.get(key)
    const until = now + within
    if (known === undefined) {
      while (this.#effects.size >= this.#most || this.#bytes > this.#mostBytes) this.#makeRoom()
      this.#effects.set(key, { attempt, holder, told: 'begun', outcome: undefined, until })
      return { status: 'begun' }
    }
    known.until = Math.max(known.until, until)
    if (known.outcome !== undefined) return { status: 'concluded', outcome: known.outcome }
    if (known.attempt === attempt) return { status: 'fenced' }
    if (isRunning(known)) return { status: 'running' }
    known.attempt = attempt
    known.holder = holder
    known.told = 'unknown'
    return { status: 'unknown' }
  }

  conclude({ key, attempt, outcome }: EffectConclusion): void {
    const effect = this.#effects.get(key)
    if (effect === undefined || effect.outcome !== undefined) return
    if (outcome === null && effect.attempt !== attempt) return
    effect.outcome = outcome ?? undefined
    this.#bytes += bytesOf(effect)
    effect.holder = undefined
  }

  sweep(now: number, most: number): number {
    return forgetPast(this.#effects, now, most, (effect) => {
      this.#bytes -= bytesOf(effect)
    })
  }

  /** The one that was begun first goes, but never one that runs. */
  #makeRoom(): void {
    for (const [key, effect] of this.#effects) {
      if (isRunning(effect)) continue
      this.#effects.delete(key)
      this.#bytes -= bytesOf(effect)
      return
    }
    throw new FMW_STORE_UNAVAILABLE('memory', `${this.#effects.size} effects run already`)
  }
}

/** What is known of an effect. */
interface KeptEffect {
  /** The last that got it into its hands, and what that was told. */
  attempt: string
  told: 'begun' | 'unknown'
  /** Who runs it, if it is not concluded or left. */
  holder: Holder | undefined
  outcome: string | undefined
  /** Epoch ms. */
  until: number
}

function bytesOf({ outcome }: KeptEffect): number {
  return 2 * (outcome?.length ?? 0)
}

function isRunning({ holder }: KeptEffect): boolean {
  return holder?.isOpen === true
}

/**
 * Forgets what was to be kept until then or earlier, epoch ms.
 *
 * @param forgotten is told of each
 * @returns how many
 */
export function forgetPast<Kept extends { readonly until: number }>(
  kept: Map<string, Kept>,
  now: number,
  most: number,
  forgotten: (one: Kept) => void,
): number {
  let count = 0
  for (const [key, one] of kept) {
    if (count >= most) break
    if (one.until > now) continue
    kept.delete(key)
    forgotten(one)
    count++
  }
  return count
}
