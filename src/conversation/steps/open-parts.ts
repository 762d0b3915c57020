import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { inspect } from 'node:util'
import { ownFolder } from '../../own-folder.ts'
import { currentRun } from '../script/unawaited.ts'
import { siteOf } from './begun-step.ts'

/**
 * The parts of one run of a script: each is a function of the author's that gives a promise. One that is open when the
 * script returns was not awaited, and may still take a step.
 *
 * Node.js tells of every promise of the process for it, which costs too much in production: there it is for scripts alone
 * of which it is known that they do that.
 */
export class OpenParts {
  readonly #begun = new Map<object, Error>()

  constructor() {
    if (watching.size === 0) hook.enable()
    watching.add(this)
  }

  /** Nobody will ask any more. */
  end(): void {
    watching.delete(this)
    if (watching.size === 0) hook.disable()
    this.#begun.clear()
  }

  /** What a step calls is no part: no step may be taken there. */
  without<T>(work: () => T): T {
    return steps.run(true, work)
  }

  begin(promise: object): void {
    this.#begun.set(promise, siteOf(tellBegun))
  }

  /** Where those that are open were begun: `sure (shop.js:12:5)`. */
  open(): readonly string[] {
    const sites = [...this.#begun].map(([promise, site]) => (isPending(promise) ? placeOf(site) : undefined))
    return sites.filter((site) => site !== undefined)
  }
}

const watching = new Set<OpenParts>()
const steps = new AsyncLocalStorage<true>()
const hook = createHook({ init: tellBegun })

function tellBegun(_id: number, type: string, _trigger: number, resource: object): void {
  if (type !== 'PROMISE' || steps.getStore() === true) return
  currentRun()?.parts?.begin(resource)
}

/** Nothing else tells it without waiting for the promise, and whoever waits for one hides that it fails. */
function isPending(promise: object): boolean {
  return pending.test(inspect(promise, { depth: 0, customInspect: false }))
}

/**
 * Where the author's own code made a promise, by calling an async function or `then`. What `new Promise`, `Promise.race` or
 * another package made takes no step by itself.
 */
function placeOf({ stack = '' }: Error): string | undefined {
  const [first = '', next = ''] = stack.split('\n').filter((line) => frame.test(line))
  const maker = chained.test(first) ? next : first
  return isOwn.test(maker) && !maker.includes(ownFolder.pathname) ? maker.trim().slice('at '.length) : undefined
}

const pending = /^Promise \{\s+<pending>/
const frame = /^ {4}at (?!.*\(?node:internal\/)/
const chained = /^ {4}at (?:async )?Promise\.(?:then|catch|finally) \(<anonymous>\)/
const isOwn = /^(?!.*(?:<anonymous>\)$|\(?node:|[/\\]node_modules[/\\]))/
