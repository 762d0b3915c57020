import { createError } from '@fastify/error'
import { misuse } from '../misuse.ts'

/** An option of the simulator is wrong. */
export const FMW_SIMULATOR_OPTION = misuse<[name: string, problem: string]>(
  'FMW_SIMULATOR_OPTION',
  'createSimulator: %s %s',
)

/** Makes the error of an option of `createSimulator`. */
export function wrongOption(name: string, problem: string): Error {
  return new FMW_SIMULATOR_OPTION(name, problem)
}

/** The simulator has no application to push to, or it can't be reached this way. */
export const FMW_SIMULATOR_APP = misuse<[problem: string]>('FMW_SIMULATOR_APP', 'The simulator %s')

/** No such row came into the log in time. */
export const FMW_SIMULATOR_WAIT = createError<[ms: number, filter: string, rows: number]>(
  'FMW_SIMULATOR_WAIT',
  'log.next: within %s ms no row came (%s). The log holds %s rows: look at sim.log.rows()',
)

/** What was asked of the simulator isn't there, or isn't in a state to do it. */
export const FMW_SIMULATOR_STATE = createError<[problem: string]>('FMW_SIMULATOR_STATE', 'The simulator %s')

/** A function of the simulator was given what it doesn't take. */
export const FMW_SIMULATOR_ARGUMENT = misuse<[of: string, name: string, problem: string]>(
  'FMW_SIMULATOR_ARGUMENT',
  '%s: %s %s',
)

/** Makes the error of something that a function was given. @param of the function, as it is called: `sim.log.rows` */
export function wrongIn(of: string): (name: string, problem: string) => Error {
  return (name, problem) => new FMW_SIMULATOR_ARGUMENT(of, name, problem)
}

/** A request to the simulator's control has a field that is wrong. */
export const FMW_SIMULATOR_REQUEST = createError<[field: string, problem: string]>(
  'FMW_SIMULATOR_REQUEST',
  '%s %s',
  400,
)

/** Nothing of the simulator's control is at this address. */
export const FMW_SIMULATOR_UNKNOWN = createError<[asked: string]>(
  'FMW_SIMULATOR_UNKNOWN',
  'There is no %s: GET /_simulator/ lists what there is',
  404,
)

/** The request comes from another site, or from another machine. */
export const FMW_SIMULATOR_ORIGIN = createError<[problem: string]>('FMW_SIMULATOR_ORIGIN', '%s', 403)

/** A fault is asked for that there isn't, or in a way that it can't be. */
export const FMW_SIMULATOR_FAULT = misuse<[name: string, problem: string]>('FMW_SIMULATOR_FAULT', 'sim.faults: %s %s')

/** A dialogue that can't be read, or that isn't one: a line for each problem. */
export const FMW_DIALOGUE = misuse<[problems: string]>('FMW_DIALOGUE', '%s')

/** An option of `mapApplication` or `chaos` is wrong. */
export const FMW_EXPLORE_OPTION = misuse<[of: string, name: string, problem: string]>('FMW_EXPLORE_OPTION', '%s: %s %s')
