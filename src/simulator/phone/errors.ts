import { createError } from '@fastify/error'

/** What was to be chosen is not on the screen, or there twice. */
export const FMW_PHONE_CHOICE = createError<[label: string, problem: string, offered: string, story: string]>(
  'FMW_PHONE_CHOICE',
  "'%s' %s. Offered: %s%s",
  500,
)

/** Steps of a phone that nobody awaited. */
export const FMW_PHONE_NOT_AWAITED = createError<[]>(
  'FMW_PHONE_NOT_AWAITED',
  'Steps of a phone were not awaited, so they never ran and proved nothing: put await before phone(…), or call run()',
  500,
)

/** A channel that a phone cannot be on. */
export const FMW_PHONE_CHANNEL = createError<[channel: string, problem: string]>(
  'FMW_PHONE_CHANNEL',
  "A phone on the channel '%s' %s",
  500,
  TypeError,
)

/** A step that needs an open session, when there is none. */
export const FMW_PHONE_SESSION = createError<[step: string, why: string, story: string]>(
  'FMW_PHONE_SESSION',
  '%s needs an open session, and %s: dial() opens one%s',
  500,
  TypeError,
)

/** A step or an option of a phone that was given what it does not take. */
export const FMW_PHONE_ARGUMENT = createError<[what: string, problem: string]>(
  'FMW_PHONE_ARGUMENT',
  '%s %s',
  500,
  TypeError,
)
