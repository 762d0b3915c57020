import { FMW_STORE_UNAVAILABLE } from '../errors.ts'
import { type Failure, type FailureKind, failureOf } from './failure.ts'

/** Something asked of the server failed, and this is what that means. */
export class ServerFailure extends Error implements Failure {
  readonly kind: FailureKind
  readonly why: string

  constructor({ kind, why }: Failure) {
    super(why)
    this.kind = kind
    this.why = why
  }
}

/** Of any error. */
export function toServerFailure(error: unknown): ServerFailure {
  return error instanceof ServerFailure ? error : new ServerFailure(failureOf(error))
}

/** What callers of a store are told. Nothing of the server's error goes on with it: its details quote values. */
export function toUnavailable(name: string, error: unknown): unknown {
  return error instanceof ServerFailure ? new FMW_STORE_UNAVAILABLE(name, error.why) : error
}
