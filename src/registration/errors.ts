import { misuse } from '../misuse.ts'

/** A registration that cannot work: thrown at boot, with what to do about it. */
export const FMW_OPTION = misuse<[option: string, problem: string]>('FMW_OPTION', 'The option %s %s')

/** Nobody said who may push. */
export const FMW_VERIFY_REQUIRED = misuse<[kind: string]>(
  'FMW_VERIFY_REQUIRED',
  "The option verify is required for %s: give a verifier such as secretPath(process.env.PUSH_SECRET), or write out 'none'",
)

/** Money is handled and nobody said where it is kept. */
export const FMW_STORE_REQUIRED = misuse<[kind: string]>(
  'FMW_STORE_REQUIRED',
  'The option store is required because %s handles money: give a store, or write out memoryStore(), which keeps nothing',
)

/** Two kinds on one path whose shapes cannot be told apart. */
export const FMW_SHARED_PATH = misuse<[kinds: string, path: string, problem: string]>(
  'FMW_SHARED_PATH',
  'The kinds %s cannot share the path %s: %s',
)

/** An identity of the merchant's own that identifies nothing. */
export const FMW_IDENTITY = misuse<[kind: string, given: string]>(
  'FMW_IDENTITY',
  '%s.identity gave %s: return a text that is not empty, at once and not by a promise',
)

/** A listener of an event that never comes. */
export const FMW_EVENT = misuse<[name: string, names: string]>(
  'FMW_EVENT',
  "app.merchant.events has no event '%s'; there are: %s",
)

/** A registration of this name is there already. */
export const FMW_NAME_TAKEN = misuse<[name: string]>(
  'FMW_NAME_TAKEN',
  "A registration named '%s' is there already: give this one another name, as in { name: 'tickets' }",
)

/** No registration has this name. */
export const FMW_NAME_UNKNOWN = misuse<[name: string, names: string]>(
  'FMW_NAME_UNKNOWN',
  "No registration is named '%s'; there are: %s",
)
