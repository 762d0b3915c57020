import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { codeOf, messageOf } from '../../text/message-of.ts'
import { isRecord } from '../check-arguments.ts'
import { FMW_SIMULATOR_STATE } from '../errors.ts'
import { parseJson } from '../wire/names.ts'
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
  if (!isRecord(read)) throw new FMW_SIMULATOR_STATE('was given a broken snapshot: its world is no JSON object')
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

/** Keeps the state in a file: written whole beside it and then put in its place, so that no half of one is ever there. */
export class StateFile {
  readonly #path: string
  #written = ''
  #timer: NodeJS.Timeout | undefined
  #isFailing = false

  constructor(path: string) {
    this.#path = resolve(path)
  }

  /** Takes what is in it, if there is a file. @throws FMW_SIMULATOR_STATE where it is broken */
  read(restore: (snapshot: Snapshot) => void): void {
    try {
      this.#written = readFileSync(this.#path, 'utf8')
      restore(JSON.parse(this.#written))
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return
      const problem = `can't read its state from ${this.#path}: ${messageOf(error)}`
      throw new FMW_SIMULATOR_STATE(`${problem}. Delete the file to start again, or name another`)
    }
  }

  /** Writes what is there, and then what changes, soon after each change. @throws FMW_SIMULATOR_STATE */
  keep(snapshot: () => Snapshot): void {
    this.#write(snapshot())
    const look = (): void => {
      const begun = performance.now()
      try {
        this.#write(snapshot())
        this.#isFailing = false
      } catch (error) {
        // The simulator goes on, and says so once.
        if (!this.#isFailing) process.emitWarning(messageOf(error))
        this.#isFailing = true
      }
      // A large state is looked at less often.
      this.#timer = setTimeout(look, Math.max(soon, (performance.now() - begun) * 20)).unref()
    }
    this.#timer = setTimeout(look, soon).unref()
  }

  /** Writes the last. @throws FMW_SIMULATOR_STATE */
  close(snapshot: Snapshot): void {
    clearTimeout(this.#timer)
    this.#write(snapshot)
  }

  #write(snapshot: Snapshot): void {
    const text = JSON.stringify(snapshot)
    if (text === this.#written) return
    const beside = `${this.#path}.${process.pid}.tmp`
    try {
      rmSync(beside, { force: true })
      // Phone numbers stand in it, and addresses with their secrets.
      writeFileSync(beside, text, { mode: 0o600, flag: 'wx', flush: true })
      renameSync(beside, this.#path)
    } catch (error) {
      rmSync(beside, { force: true })
      throw new FMW_SIMULATOR_STATE(`can't keep its state in ${this.#path}: ${messageOf(error)}`)
    }
    this.#written = text
  }
}

// ms of the machine's own time.
const soon = 250
