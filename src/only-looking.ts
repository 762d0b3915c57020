import { createError } from '@fastify/error'

/** A call to the service by an application that is only looked at. */
export const FMW_ONLY_LOOKING = createError<[call: string]>(
  'FMW_ONLY_LOOKING',
  '%s was not called: the application is only looked at, so nothing may leave the process. Call it in talk.once, talk.load or a handler',
)

/**
 * Looks at an application that is built in this process and is not to run: until `work` has ended, an application that
 * becomes ready opens no store, and a client calls nobody. Another copy of the package in the process keeps to it too.
 *
 * @example
 * await onlyLooking(async () => loadApp('app.js'))
 */
export async function onlyLooking<T>(work: () => Promise<T>): Promise<T> {
  change(1)
  try {
    return await work()
  } finally {
    change(-1)
  }
}

/** Whether the applications of this process are only looked at now. */
export function isOnlyLooking(): boolean {
  return count() > 0
}

// By a name that another copy of the package knows too: the command may be installed elsewhere than the application.
const looks = Symbol.for('fastify-merchant-webhooks.onlyLooking')

function count(): number {
  const found: unknown = Reflect.get(globalThis, looks)
  return typeof found === 'number' ? found : 0
}

function change(by: number): void {
  Reflect.set(globalThis, looks, count() + by)
}
