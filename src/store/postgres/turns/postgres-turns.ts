import { FMW_STORE_UNAVAILABLE } from '../../errors.ts'
import type { TurnStore } from '../../turn-store.ts'

/** Turns and sessions: the next slice. Until then whoever asks is told that it cannot be used. */
export function unbuiltTurns(name: string): TurnStore {
  const refuse = () => Promise.reject(new FMW_STORE_UNAVAILABLE(name, 'turns are not built yet'))
  return {
    open: refuse,
    close: refuse,
    finish: refuse,
    note: refuse,
    end: refuse,
    watch: () => () => undefined,
    sweep: refuse,
    list: refuse,
    get: refuse,
  }
}
