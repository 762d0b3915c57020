import type { Clock } from '../../clock.ts'
import { Listeners } from './listeners.ts'
import type { World } from './world.ts'

/** Does the work of a job. */
export type Doer = (data: unknown) => Promise<void> | void

/** The time of the simulator: that of a clock, and what was moved on. */
export class SimulatorClock implements Clock {
  readonly #base: Clock
  readonly #world: () => World

  constructor(base: Clock, world: () => World) {
    this.#base = base
    this.#world = world
  }

  now(): number {
    return this.#base.now() + this.#world().moved
  }

  monotonic(): number {
    return this.#base.monotonic() + this.#world().moved
  }

  after(ms: number, callback: () => void): () => void {
    return this.#base.after(ms, callback)
  }
}

/** What the service does later: it stands in the world, so it goes on after a snapshot was put back. */
export class Jobs {
  readonly #clock: SimulatorClock
  readonly #world: () => World
  readonly #doers = new Map<string, Doer>()
  readonly #running = new Set<Promise<void>>()
  /** Told after each job. */
  readonly ends = new Listeners()
  #cancel: () => void = () => undefined

  constructor(clock: SimulatorClock, world: () => World) {
    this.#clock = clock
    this.#world = world
  }

  /** Says who does the jobs of a name. */
  done(name: string, doer: Doer): void {
    this.#doers.set(name, doer)
  }

  /** Epoch ms at which the next one is due; null where none is. */
  get nextDue(): number | null {
    return this.#next()?.due ?? null
  }

  /** @param ms from now @returns what cancels it */
  after(ms: number, name: string, data: unknown): number {
    const world = this.#world()
    world.lastJob += 1
    world.jobs.set(world.lastJob, { id: world.lastJob, due: this.#clock.now() + Math.max(0, ms), name, data })
    this.arm()
    return world.lastJob
  }

  cancel(id: number): void {
    this.#world().jobs.delete(id)
    this.arm()
  }

  /** Moves the clock on, and does on the way what falls due, each at its own moment. */
  async advance(ms: number): Promise<void> {
    const end = this.#clock.now() + ms
    for (let job = this.#next(); job !== undefined && job.due <= end; job = this.#next()) {
      this.#moveTo(job.due)
      this.#begin()
      await this.idle()
    }
    this.#moveTo(end)
    this.arm()
  }

  /** When what was begun is done. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  /** Waits for the next one: after each change of the jobs. */
  arm(): void {
    this.#cancel()
    const next = this.#next()
    this.#cancel =
      next === undefined
        ? () => undefined
        : this.#clock.after(Math.max(0, next.due - this.#clock.now()), () => this.#begin())
  }

  stop(): void {
    this.#cancel()
  }

  #moveTo(moment: number): void {
    this.#world().moved += Math.max(0, moment - this.#clock.now())
  }

  /** Begins everything that is due. */
  #begin(): void {
    for (let job = this.#next(); job !== undefined && job.due <= this.#clock.now(); job = this.#next()) {
      this.#world().jobs.delete(job.id)
      const doer = this.#doers.get(job.name)
      if (doer === undefined) continue
      const run = Promise.resolve(doer(job.data)).finally(() => {
        this.#running.delete(run)
        this.ends.tell()
      })
      this.#running.add(run)
    }
    this.arm()
  }

  #next() {
    let next: ReturnType<World['jobs']['get']>
    for (const job of this.#world().jobs.values()) {
      if (next === undefined || job.due < next.due || (job.due === next.due && job.id < next.id)) next = job
    }
    return next
  }
}
