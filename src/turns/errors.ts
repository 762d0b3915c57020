import { createError } from '@fastify/error'

/** A turn's handler returned something else than a reply that its `turn` built. */
export const FMW_NO_REPLY = createError(
  'FMW_NO_REPLY',
  'The handler of a %s turn returned %s: return what turn.prompt, turn.menu, turn.end or turn.pay gives',
  500,
  TypeError,
)

/** The next state of a session cannot be kept. */
export const FMW_STATE = createError(
  'FMW_STATE',
  'The state of a reply %s: keep what identifies things there, and the things in your own store',
  500,
  TypeError,
)

/** Why a turn's signal aborted. */
export const FMW_WORK_GIVEN_UP = createError('FMW_WORK_GIVEN_UP', 'The work of a turn was given up: %s', 500)

/** No session of this id is kept. */
export const FMW_SESSION_UNKNOWN = createError<[id: string, registration: string]>(
  'FMW_SESSION_UNKNOWN',
  "No session '%s' of '%s' is kept: the store may not keep sessions, have deleted it after retention.sessionsDays, or have it under another registration",
  404,
)
