import type { FastifyInstance } from 'fastify'
import { type Fields, isRecord } from '../../pushes/reading/json.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { memoryStore } from '../../store/memory-store.ts'
import type { OpenStore, Store } from '../../store/store.ts'
import { printable } from '../../text/clean-text.ts'
import type { Environment } from '../environment.ts'
import { levelFor, loadApp } from '../load-app.ts'
import { variablesOf } from '../service/with-service.ts'
import { UsageError } from '../terminal.ts'

/** An application that is built to be tried out: what it does is done to a store in memory, if its function takes one. */
export interface TriedApp {
  readonly app: FastifyInstance
  /** What it logged at `warn` and above so far: each message once. */
  readonly warnings: () => readonly string[]
  /** Whether it keeps what it is told in the store that it was given. */
  readonly tookStore: boolean
}

/**
 * Builds the application of a module beside a simulator. Its function gets `{ logger, store }`: a logger whose warnings are
 * heard, and a store in memory, so that nothing of what is tried is kept.
 *
 * @param values of the command: with `--json` an application that has a logger of its own logs nothing
 */
export async function buildTried(
  file: string,
  sim: Simulator,
  environment: Environment,
  values: { readonly json?: boolean },
): Promise<TriedApp> {
  prepareFor(sim, environment)
  const said = new Set<string>()
  const logger = { level: 'warn', stream: { write: (line: string) => hear(line, said) } }
  const store = new WatchedStore()
  const app = await loadApp(file, { logger, store }, levelFor(values, 'error'))
  await app.ready()
  // What the store lacks that it was given is no fault of the application.
  const isOwn = (line: string) => !(store.isOpen && line.includes('the store keeps nothing'))
  return { app, warnings: () => [...said].filter(isOwn), tookStore: store.isOpen }
}

/** Sets what a module reads of its environment: a client that it makes as it's loaded calls the simulator too. */
export function prepareFor(sim: Simulator, environment: Environment): void {
  environment.readFile()
  environment.set(variablesOf(sim))
}

/** A store in memory that knows whether it is used. */
class WatchedStore implements Store {
  readonly #store = memoryStore()
  readonly name = this.#store.name
  readonly durability = this.#store.durability
  isOpen = false

  open(user: Parameters<Store['open']>[0]): OpenStore {
    this.isOpen = true
    return this.#store.open(user)
  }
}

/** Keeps a line of the log as a sentence: where it is about a screen, with what was found there. */
function hear(line: string, said: Set<string>): void {
  const entry: unknown = JSON.parse(line)
  // What was measured says something of this machine, at this moment.
  if (isRecord(entry) && typeof entry.ms !== 'number' && typeof entry.blockedMs !== 'number')
    said.add(sentenceOf(entry))
}

function sentenceOf(entry: Fields): string {
  const { msg, text, found, place } = entry
  const about = [text, found, withoutFolder(place)].filter((one) => typeof one === 'string')
  return about.length === 0 ? String(msg) : `${msg} [${about.join('; ')}]`
}

/** A place in a script, as in `buy (file:///shop.js:51:29)`, with the name of the file alone. */
function withoutFolder(place: unknown): unknown {
  const start = typeof place === 'string' ? place.indexOf('(file:') : -1
  return typeof place !== 'string' || start === -1
    ? place
    : `${place.slice(0, start)}(${place.slice(place.lastIndexOf('/') + 1)}`
}

/** Said once, where an application keeps what is tried in a store of its own. */
export const ownStoreWarning =
  'The application keeps what is tried out in its own store: let the function that builds it take { store }.'

/** Answers by words of their screens, as in `PIN=2580`. @throws UsageError */
export function readAnswers(given: readonly string[] = []): readonly (readonly [screen: string, answer: string])[] {
  return given.map((words) => {
    const [, screen = '', answer = ''] = /^(.+?)=(.+)$/s.exec(words) ?? []
    if (screen === '')
      throw new UsageError(`--answer takes words of the screen, = and the answer, not '${printable(words)}'.`)
    return [screen, answer]
  })
}

/** What is dialled, as in `*713#` or `*713*1#`. @throws UsageError */
export function readDial(given: string): string {
  if (/^\*[\d*]+#$/.test(given)) return given
  throw new UsageError(`--dial takes a code such as '*713#', not '${printable(given)}'.`)
}
