import { createError } from '@fastify/error'
import { misuse } from '../../misuse.ts'

/** What was to be chosen is not on the screen, or there twice. */
export const FMW_PHONE_CHOICE = createError<[label: string, problem: string, offered: string, story: string]>(
  'FMW_PHONE_CHOICE',
  "'%s' %s. Offered: %s%s",
)

/** Steps of a phone that nobody awaited. */
export const FMW_PHONE_NOT_AWAITED = createError<[]>(
  'FMW_PHONE_NOT_AWAITED',
  'Steps of a phone were not awaited, so they never ran and proved nothing: put await before phone(…), or call run()',
)

/** A channel that a phone cannot be on. */
export const FMW_PHONE_CHANNEL = misuse<[channel: string, problem: string]>(
  'FMW_PHONE_CHANNEL',
  "A phone on the channel '%s' %s",
)

/** A step that needs an open session, when there is none. */
export const FMW_PHONE_SESSION = misuse<[step: string, why: string, story: string]>(
  'FMW_PHONE_SESSION',
  '%s needs an open session, and %s: dial() opens one%s',
)

/** A step or an option of a phone that was given what it does not take. */
export const FMW_PHONE_ARGUMENT = misuse<[what: string, problem: string]>('FMW_PHONE_ARGUMENT', '%s %s')
