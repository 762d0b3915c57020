import type { Faults } from './faults/faults.ts'
import type { ClockJumps, Log } from './log/log.ts'
import type { SimulatorSettings } from './options.ts'
import type { Random } from './random.ts'
import type { Forger } from './wire/forgery/forger.ts'
import type { Sender } from './wire/sender.ts'
import type { KnownProcess } from './world/app-process.ts'
import type { Jobs, SimulatorClock } from './world/jobs.ts'
import type { Changes } from './world/listeners.ts'
import type { World } from './world/world.ts'

/** What every part of the service works with. */
export interface Service {
  readonly settings: SimulatorSettings
  /** Where it answers. */
  readonly url: string
  readonly clock: SimulatorClock
  readonly random: Random
  /** Another one after `reset` and `restore`: never keep it. */
  readonly world: World
  readonly jobs: Jobs
  readonly log: Log
  readonly clockJumps: ClockJumps
  readonly faults: Faults
  readonly forger: Forger
  readonly sender: Sender
  /** Of the application. */
  readonly process: KnownProcess
  readonly changes: Changes
}
