import { FMW_SIMULATOR_STATE } from '../errors.ts'
import { parseJson } from '../wire/names.ts'
import { isFields } from '../wire/samples.ts'
import type { World } from './world.ts'

/**
 * The state of a simulator at one moment, as JSON would hold it.
 *
 * @example
 * const before: Snapshot = sim.snapshot()
 * await tryThis()
 * sim.restore(before)
 */
export interface Snapshot {
  /** The form of this object; another version isn't read. */
  readonly version: 1
  /** JSON. */
  readonly world: string
}

/** What a world holds, as text. */
export function snapshotOf(world: World): Snapshot {
  // Only its own fields are maps: what an application answered is kept within, and may look like one.
  const fields = Object.entries(world).map(([name, held]) => [name, held instanceof Map ? { map: [...held] } : held])
  return { version: 1, world: JSON.stringify(Object.fromEntries(fields)) }
}

/**
 * The world of a snapshot.
 *
 * @param fresh a new one, which is filled: it counts where the snapshot, of an older simulator, says nothing
 * @throws FMW_SIMULATOR_STATE where it is none, or broken
 */
export function worldOf(snapshot: Snapshot, fresh: World): World {
  if (snapshot?.version !== 1) throw new FMW_SIMULATOR_STATE('was given no snapshot of this version')
  const read = parseJson(String(snapshot.world))
  if (!isFields(read)) throw new FMW_SIMULATOR_STATE('was given a broken snapshot: its world is no JSON object')
  if (!Object.keys(fresh).some((name) => Object.hasOwn(read, name)))
    throw new FMW_SIMULATOR_STATE('was given a broken snapshot: its world has nothing of a simulator')
  for (const [name, usual] of Object.entries(fresh)) {
    const held = read[name]
    if (held === undefined) continue
    const revived: unknown = usual instanceof Map && isMap(held) ? new Map(held.map) : held
    if (formOf(revived) !== formOf(usual))
      throw new FMW_SIMULATOR_STATE(`was given a broken snapshot: ${name} is wrong`)
    Reflect.set(fresh, name, revived)
  }
  return fresh
}

function isMap(value: unknown): value is { readonly map: readonly (readonly [unknown, unknown])[] } {
  return typeof value === 'object' && value !== null && 'map' in value && Array.isArray(value.map)
}

/** A text can be null, where nothing is said. */
function formOf(value: unknown): string {
  if (value === null || typeof value === 'string') return 'text'
  if (Array.isArray(value)) return 'list'
  if (typeof value !== 'object') return typeof value
  return value instanceof Map ? 'map' : 'fields'
}
