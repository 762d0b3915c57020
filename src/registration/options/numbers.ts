import { ownOptions } from '../../own-options.ts'
import { standardRoom } from '../../store/store.ts'
import { FMW_OPTION } from '../errors.ts'
import { checkNames, checkWhole } from './check-values.ts'

/** What holds where nothing is set, and the least that may be set. */
type NumberRow = readonly [usual: number, least: number]

// Bytes. A room that holds less than a few of the largest pushes refuses them for good.
const leastRoom = 1_048_576

/** Every option that is a number, by its group. ms, bytes, days (design, "The face"). */
export const numbers = {
  every: { bodyLimit: [64 * 1024, 1], bodyTimeout: [10_000, 1] },
  turns: { budget: [6_000, 1], maxWork: [50_000, 1], blockedAfter: [100, 1] },
  sessions: { expiry: [90_000, 1], max: [20_000, 1], maxBytes: [32 * 1_048_576, 1] },
  retry: { attempts: [10, 1], timeout: [30_000, 1], minDelay: [1_000, 0], maxDelay: [3_600_000, 0] },
  registration: { concurrency: [16, 1], shutdownTimeout: [8_000, 0], bodyRoom: [32 * 1_048_576, 1] },
  retention: {
    entriesDays: [90, 0],
    entriesBytes: [standardRoom.entries, leastRoom],
    identitiesDays: [400, 0],
    identitiesBytes: [standardRoom.identities, leastRoom],
    sessionsDays: [7, 0],
    sessionsBytes: [standardRoom.sessions, leastRoom],
    rejected: [10_000, 0],
    rejectedBytes: [standardRoom.rejected, leastRoom],
    trailDays: [1_095, 0],
    trailBytes: [standardRoom.trail, leastRoom],
  },
  // Field notes, "Final status".
  reconcile: { after: [300_000, 0], giveUpAfter: [259_200_000, 0] },
} as const satisfies Readonly<Record<string, Readonly<Record<string, NumberRow>>>>

/** The numbers of a group, each of them there. */
export type NumbersOf<Group extends keyof typeof numbers> = Readonly<Record<keyof (typeof numbers)[Group], number>>

/** A place where they may be given. */
type Given<Group extends keyof typeof numbers> = {
  readonly [name in keyof (typeof numbers)[Group]]?: number | undefined
}

/**
 * The numbers of a group, each from the first place that says it.
 *
 * @param owner what stands before their names in an error
 * @throws FMW_OPTION
 */
export function readNumbers<Group extends keyof typeof numbers>(
  owner: string,
  group: Group,
  places: readonly Given<Group>[],
): NumbersOf<Group>
export function readNumbers(owner: string, group: keyof typeof numbers, places: readonly Loose[]): Loose {
  const rows: Readonly<Record<string, NumberRow>> = numbers[group]
  return Object.fromEntries(
    Object.entries(rows).map(([name, [usual, least]]) => {
      const given = places.find((place) => place[name] !== undefined && place[name] !== null)?.[name]
      return [name, checkWhole(`${owner}${name}`, given ?? usual, least)]
    }),
  )
}

type Loose = Readonly<Record<string, number | undefined>>

/**
 * The same of a group that has a name of its own, as `retry`.
 *
 * @param owner what stands before the group's name in an error
 * @param places what may hold the group, by what stands before its name there: the kind first
 * @throws FMW_OPTION
 */
export function readGroup<Group extends 'sessions' | 'retry' | 'retention' | 'reconcile'>(
  owner: string,
  group: Group,
  places: Readonly<Record<string, { readonly [name in Group]?: Given<Group> | undefined }>>,
): NumbersOf<Group> {
  const given = Object.entries(places).map(([place, options]) => checkGroup(`${place}${group}`, options[group], group))
  return readNumbers(`${owner}${group}.`, group, given)
}

/** @throws FMW_OPTION */
function checkGroup<Group extends keyof typeof numbers>(
  option: string,
  given: Given<Group> | undefined,
  group: Group,
): Given<Group> {
  if (given === undefined || given === null) return ownOptions({})
  const known = Object.keys(numbers[group])
  if (typeof given !== 'object') throw new FMW_OPTION(option, `must be { ${known.join(', ')} }, each of them optional`)
  return checkNames(`${option}.`, given, known)
}
