import { lineOfError } from '../../text/describe-error.ts'
import { onTraced } from '../../trace/on-traced.ts'

/** What came of a push, and what the store failed with meanwhile. */
export interface WatchedPush<Result> {
  readonly result: Result
  /** In one line, as the log has it; undefined where it didn't fail. */
  readonly storeFailure: string | undefined
}

/**
 * Listens to the store of a registration, if this process has it, while a push is answered: the answer must not say what is wrong
 * with it, and a test without a logger would show nothing.
 */
export async function watchStore<Result>(
  registration: string | undefined,
  push: () => Promise<Result>,
): Promise<WatchedPush<Result>> {
  let failed: unknown
  const stop = onTraced({
    store: (told) => {
      if (told.registration === registration && told.error !== undefined) failed = told.error
    },
  })
  try {
    const result = await push()
    return { result, storeFailure: failed === undefined ? undefined : lineOfError(failed) }
  } finally {
    stop()
  }
}
