import { pageOf } from '../lists/page.ts'
import type { NewTrailLine, TrailLine, TrailQuery, TrailStore } from '../people/trail.ts'
import type { Member } from './member.ts'
import type { SteadyClock } from './settings.ts'

/** The trail of one registration, as one of those who opened it has it. */
export function memoryTrail(own: string, linesOf: (registration: string) => MemoryLines, member: Member): TrailStore {
  return {
    append: async (registration, line) => {
      member.checkOpen()
      linesOf(registration).append(line)
    },
    list: async ({ registration, limit, cursor, ...filter }) => {
      member.checkOpen()
      const { items, next } = pageOf(linesOf(registration).fitting(filter), limit, cursor)
      return { lines: items.map(({ order: _order, ...line }) => line), next }
    },
    sweep: async (keep, most) => {
      member.checkOpen()
      return linesOf(own).sweep(keep, most)
    },
  }
}

/** The lines of one registration, for everyone who opened it: of more than fit, the oldest go. */
export class MemoryLines {
  readonly #most: number
  readonly #clock: SteadyClock
  readonly #lines: KeptLine[] = []
  #appended = 0

  constructor(most: number, clock: SteadyClock) {
    this.#most = most
    this.#clock = clock
  }

  append(line: NewTrailLine): void {
    this.#appended++
    this.#lines.push({ ...line, at: this.#clock.now(), order: this.#appended })
    if (this.#lines.length > this.#most) this.#lines.shift()
  }

  fitting({ entry, since, until }: Omit<TrailQuery, 'registration' | 'limit'>): readonly KeptLine[] {
    return this.#lines.filter(
      (line) =>
        (entry === undefined || line.entry === entry) &&
        (since === undefined || line.at >= since) &&
        (until === undefined || line.at < until),
    )
  }

  sweep(keep: number, most: number): number {
    const before = this.#clock.now() - keep
    const kept = this.#lines.findIndex(({ at }) => at > before)
    const old = Math.min(kept === -1 ? this.#lines.length : kept, Math.floor(most))
    this.#lines.splice(0, old)
    return old
  }
}

type KeptLine = TrailLine & { readonly order: number }
