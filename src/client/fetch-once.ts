import { isRecord } from '../pushes/reading/json.ts'

/**
 * A `fetch` that sends a request once. Node's own sends it again where it is answered with HTTP 421, as browsers do on a new
 * connection: a POST too. What fetch hands to the dispatcher a second time is held back here, and the 421 is the answer.
 *
 * @param fetch Node's. One that heeds no `dispatcher` makes the calls as it does
 */
export function fetchOnce(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init = {}) => {
    if (!hasDispatcher()) return fetch(input, init)
    const dispatcher = new OnceDispatcher()
    try {
      return await fetch(input, Object.assign({ ...init }, { dispatcher }))
    } catch (error) {
      if (dispatcher.hasHeldBack) return new Response(null, { status: 421 })
      throw error
    }
  }
}

/** Hands one request to the dispatcher that `fetch` would have taken: a proxy or a mock that was set for all calls. */
class OnceDispatcher {
  #hasSent = false
  hasHeldBack = false

  /** Mocks want the body as it was given. */
  get isMockActive(): boolean {
    return dispatchersOf([first, second]).some(({ isMockActive }) => isMockActive === true)
  }

  dispatch(options: unknown, handler: unknown): unknown {
    this.hasHeldBack = this.#hasSent
    if (this.#hasSent) throw new Error('This request was sent before')
    this.#hasSent = true
    return globalDispatcher(handler)?.dispatch(options, handler)
  }
}

/** Handlers have two forms, and Node keeps a dispatcher for each: from Node 24 on the second, before it the first alone. */
function globalDispatcher(handler: unknown): Dispatcher | undefined {
  const isNewForm = isRecord(handler) && typeof handler.onRequestStart === 'function'
  return dispatchersOf(isNewForm ? [second, first] : [first, second])[0]
}

/** Whether there is one under a name that is known. A later version of Node may give it another: calls are made then as well. */
function hasDispatcher(): boolean {
  // Looking at it loads what fetch is made of, and with that the dispatcher.
  return typeof globalThis.Response === 'function' && dispatchersOf([first, second]).length > 0
}

function dispatchersOf(names: readonly symbol[]): Dispatcher[] {
  return names.map((name): unknown => Reflect.get(globalThis, name)).filter(isDispatcher)
}

interface Dispatcher {
  readonly isMockActive?: unknown
  dispatch(options: unknown, handler: unknown): unknown
}

function isDispatcher(value: unknown): value is Dispatcher {
  return isRecord(value) && typeof value.dispatch === 'function'
}

const first = Symbol.for('undici.globalDispatcher.1')
const second = Symbol.for('undici.globalDispatcher.2')
