import { kinds } from '../../pushes/kinds.ts'
import { aListOf, aNumberFrom, aText, type Checks, checkFields } from '../check-arguments.ts'
import { FMW_SIMULATOR_FAULT } from '../errors.ts'
import type { Random } from '../random.ts'
import type { Changes } from '../world/listeners.ts'
import type { World } from '../world/world.ts'
import { callNames } from './answers.ts'
import type { Struck } from './fault.ts'
import { Suffered } from './suffered.ts'
import { type ActiveFault, type FaultName, faultTable, hintOfFault, isFaultName } from './table.ts'

/**
 * How often a fault strikes, and what.
 *
 * @example
 * const seldom: FaultOptions = { rate: 0.05, kinds: ['checkout', 'fulfilment'] }
 * sim.faults.set('duplicate', seldom)
 */
export interface FaultOptions {
  /** The share of those that it can strike: 0 to 1. Default 1: all. */
  readonly rate?: number | undefined
  /** Kinds of pushes and names of endpoints. Default: all that it can strike. */
  readonly kinds?: readonly Struck[] | undefined
  /** One of its ways, by name. Default: chance takes one. */
  readonly way?: string | undefined
}

/**
 * What is broken on purpose: by name, by rate, by the simulator's seed. It is part of the state.
 *
 * @example
 * sim.faults.set('duplicate', { rate: 0.1, kinds: ['checkout'] })
 * sim.faults.next('drop', { kind: 'checkout' })
 * sim.faults.list() // both
 * sim.faults.clear()
 */
export class Faults {
  readonly #world: () => World
  readonly #random: Random
  readonly #changes: Changes

  /** @internal */
  constructor(world: () => World, random: Random, changes: Changes) {
    this.#world = world
    this.#random = random
    this.#changes = changes
  }

  /**
   * Switches a fault on, or changes it; a rate of 0 switches it off.
   *
   * @throws FMW_SIMULATOR_FAULT
   */
  set(name: FaultName, options: FaultOptions = {}): void {
    checkFields(options, faultChecks, wrongField)
    const { rate = 1, kinds, way } = options
    const active = read(name, kinds, way)
    const { faults } = this.#world()
    const others = faults.filter((one) => one.isOnce || one.name !== name)
    faults.splice(0, faults.length, ...others, ...(rate === 0 ? [] : [{ ...active, rate, isOnce: false }]))
    this.#changes.tell('faults')
  }

  /**
   * The very next push that it can strike suffers it, or the next of a kind: once.
   *
   * @throws FMW_SIMULATOR_FAULT
   */
  next(name: FaultName, options: { readonly kind?: Struck | undefined; readonly way?: string | undefined } = {}) {
    checkFields(options, { kind: aText, way: aText }, wrongField)
    const { kind, way } = options
    const active = read(name, kind === undefined ? undefined : [kind], way)
    this.#world().faults.push({ ...active, rate: 1, isOnce: true })
    this.#changes.tell('faults')
  }

  /** Switches one off, or all. @throws FMW_SIMULATOR_FAULT for a name that is none */
  clear(name?: FaultName): void {
    if (name !== undefined) checkFault(name)
    const { faults } = this.#world()
    faults.splice(0, faults.length, ...faults.filter((one) => name !== undefined && one.name !== name))
    this.#changes.tell('faults')
  }

  /** @internal Takes one away that is still on, and puts back what it took the place of. */
  takeBack(one: ActiveFault, before: ActiveFault | undefined): void {
    const { faults } = this.#world()
    const at = faults.indexOf(one)
    if (at === -1) return
    faults.splice(at, 1, ...(before === undefined ? [] : [before]))
    this.#changes.tell('faults')
  }

  /** What is on. */
  list(): ActiveFault[] {
    return [...this.#world().faults]
  }

  /** @internal Nothing at all. */
  none(struck: Struck): Suffered {
    return new Suffered(struck, [], this.#random)
  }

  /** @internal What strikes this push or call. */
  strike(struck: Struck): Suffered {
    const { faults } = this.#world()
    const taken = new Map<FaultName, ActiveFault>()
    for (const active of [...faults]) {
      if (!active.kinds.includes(struck) || taken.has(active.name) || !this.#random.happens(active.rate)) continue
      taken.set(active.name, active)
      if (active.isOnce) faults.splice(faults.indexOf(active), 1)
    }
    // In the order of the table: what changes a payment before what is put around it.
    const inOrder = Object.keys(faultTable).filter(isFaultName)
    const active = inOrder.map((name) => taken.get(name)).filter((one) => one !== undefined)
    return new Suffered(struck, active, this.#random)
  }
}

const wrongField = (name: string, problem: string): Error => new FMW_SIMULATOR_FAULT(name, problem)

const faultChecks: Checks<FaultOptions> = { rate: aNumberFrom(0, 1), kinds: aListOf(aText), way: aText }

function checkFault(given: string): FaultName {
  const name = String(given)
  if (isFaultName(name)) return name
  throw new FMW_SIMULATOR_FAULT('name', `is '${name}': ${hintOfFault(name)}`)
}

function read(named: string, given: readonly string[] | undefined, way: string | undefined) {
  const name = checkFault(named)
  const { ways } = faultTable[name]
  const possible = Object.keys(ways).filter(isStruck)
  const meant = possible.filter((one) => given === undefined || given.includes(one))
  const impossible = given?.find((one) => !possible.some((known) => known === one))
  if (impossible !== undefined || meant.length === 0) {
    const problem = impossible === undefined ? 'is empty' : `has '${impossible}'`
    throw new FMW_SIMULATOR_FAULT('kinds', `${problem}: ${name} strikes ${possible.join(', ')}`)
  }
  const known = new Set(meant.flatMap((one) => Object.keys(ways[one] ?? {})))
  if (way !== undefined && !known.has(way)) {
    throw new FMW_SIMULATOR_FAULT('way', `is '${way}': ${name} has ${[...known].join(', ')}`)
  }
  // A way that only some of the kinds have strikes those.
  const able = meant.filter((one) => way === undefined || Object.hasOwn(ways[one] ?? {}, way))
  return { name, kinds: able, way: way ?? null }
}

const struckNames: ReadonlySet<string> = new Set<Struck>([...kinds, ...callNames])

function isStruck(name: string): name is Struck {
  return struckNames.has(name)
}
