import { ClientFieldError, ServiceCallError } from '../../src/client/index.ts'

/** The error of a call that must fail as one of the service's. */
export async function failureOf(call: Promise<unknown>): Promise<ServiceCallError> {
  const error = await rejectionOf(call)
  if (error instanceof ServiceCallError) return error
  throw error
}

/** The error of a call that must be refused before it is sent. */
export async function faultOf(call: Promise<unknown>): Promise<ClientFieldError> {
  const error = await rejectionOf(call)
  if (error instanceof ClientFieldError) return error
  throw error
}

async function rejectionOf(call: Promise<unknown>): Promise<unknown> {
  const given = await call.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  )
  if ('error' in given) return given.error
  throw new Error(`the call succeeded with ${JSON.stringify(given.result)}`)
}
