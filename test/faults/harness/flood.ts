import { Ledger } from './ledger.ts'
import { Lane, type LaneKind } from './pushes.ts'
import { Random } from './random.ts'
import { Sender } from './send.ts'
import { Walker } from './walker.ts'

export interface FloodSettings {
  readonly seed: number
  /** Lanes of each kind, each with one push under way. */
  readonly lanesOfKind: number
  readonly kinds?: readonly LaneKind[]
  /** Put before the names of lanes, where several floods go to one store. */
  readonly name?: string
  /** Characters that each push carries besides. */
  readonly padding?: number
  /** ms between the pushes of a lane. */
  readonly pause?: number
}

/** Pushes without end, from many lanes at once, and what the service knows of them. */
export class Flood {
  readonly ledger: Ledger
  readonly sender: Sender
  readonly #walkers: readonly Walker[]

  constructor({ seed, lanesOfKind, kinds = allKinds, name = '', padding = 0, pause = 0 }: FloodSettings) {
    const random = new Random(seed)
    this.ledger = new Ledger()
    this.sender = new Sender(lanesOfKind * kinds.length * 2)
    this.#walkers = kinds.flatMap((kind) =>
      Array.from({ length: lanesOfKind }, (_, index) => {
        const own = random.fork()
        const lane = new Lane(`${name}${kind}-${index}`, kind, own, 'x'.repeat(padding))
        return new Walker({ lane, random: own, sender: this.sender, ledger: this.ledger, pause })
      }),
    )
  }

  /** Pushes to a port for as long as it is worth it. */
  async run(port: () => number, goesOn: () => boolean): Promise<void> {
    await Promise.all(this.#walkers.map((walker) => walker.walk({ port, goesOn })))
  }

  close(): void {
    this.sender.close()
  }
}

const allKinds: readonly LaneKind[] = ['messages', 'payment', 'payments']
