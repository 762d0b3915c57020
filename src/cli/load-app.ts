import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { isRecord } from '../pushes/reading/json.ts'
import { shownWord } from '../simulator/wire/shown-address.ts'
import { printable } from '../text/clean-text.ts'
import { codeOf, messageOf } from '../text/message-of.ts'
import { Environment } from './environment.ts'
import { fileNamed } from './files.ts'

/**
 * The application of a module: its default export, or one named `app` or `build`. A function is called with what is
 * given: with `{ logger: false }`, so that what it would log does not mix with what the command prints.
 *
 * @param level from which on an application logs that the module builds by itself; as it says, where it's undefined
 * @param onLine hears what it would log on stdout
 * @throws an error when the module is not there or has no such export, or takes longer than 30 s
 */
export async function loadApp(
  file: string,
  given: object = { logger: false },
  level?: string,
  onLine?: (line: string) => void,
): Promise<FastifyInstance> {
  return guarded(file, { level, given, onLine }, () => build(file, given))
}

/** Loads an application with the variables of its `.env`, lets it be worked with, and takes both away whatever happens. */
export async function withApp<Result>(
  file: string,
  level: string | undefined,
  work: (app: FastifyInstance) => Promise<Result>,
): Promise<Result> {
  const environment = new Environment()
  let app: FastifyInstance | undefined
  try {
    environment.readFile()
    app = await loadApp(file, undefined, level)
    return await work(app)
  } finally {
    await app?.close()
    environment.restore()
  }
}

/** @throws an error when it has no registration, which is what the command is about */
export function requirePlugin(app: FastifyInstance, file: string): void {
  if (!app.hasDecorator('merchant'))
    throw new Error(`The application of ${printable(file)} did not register the plugin.`)
}

/**
 * What a module exports, for a command that builds its application again and again. It's loaded once, so what it reads of
 * its environment must stand there before.
 *
 * @throws an error that names the file, since what a module throws seldom does
 */
export async function loadModule(file: string, level?: string): Promise<Readonly<Record<string, unknown>>> {
  return guarded(file, { level }, () => importModule(file))
}

interface Guard {
  readonly level: string | undefined
  readonly given?: object
  readonly onLine?: ((line: string) => void) | undefined
}

/** Lets no application listen meanwhile, and each log from this level on, unless it does so by the logger that it was given. */
async function guarded<Result>(
  file: string,
  { level, given = {}, onLine }: Guard,
  work: () => Promise<Result>,
): Promise<Result> {
  const onApp = (told: unknown) => {
    if (!isRecord(told)) return
    const app = Object(told.fastify)
    Object.assign(app, { listen: () => refuseToListen(file) })
    // Where a logger's level can't be set, it logs as it does.
    if (level !== undefined && !isGiven(app.log, given)) Reflect.set(Object(app.log), 'level', level)
    if (onLine !== undefined) redirect(Object(app.log), onLine)
  }
  subscribe(newApps, onApp)
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(notBuilt(file))), longestBuild)
  try {
    return await Promise.race([work(), late.promise])
  } finally {
    clearTimeout(timer)
    unsubscribe(newApps, onApp)
  }
}

// ms, as long as a SQLite store waits for its files unless it is told otherwise.
const longestBuild = 30_000

function notBuilt(file: string): string {
  return `${printable(file)} did not build its application within ${longestBuild / 1_000} seconds. Perhaps it waits for its store, which the application that runs has: export the application before await app.ready(), or stop the one that runs.`
}

/** Whether a logger writes where the given one does. */
function isGiven(log: unknown, given: object): boolean {
  const { stream } = Object(Reflect.get(given, 'logger'))
  if (stream === undefined) return false
  const logger = Object(log)
  const key = streamKey(logger)
  return key !== undefined && Reflect.get(logger, key) === stream
}

/** Takes the lines that a logger writes to stdout itself. One that makes its own of them, or has another place for them, keeps it. */
function redirect(logger: object, onLine: (line: string) => void): void {
  const key = streamKey(logger)
  if (key !== undefined && Object(Reflect.get(logger, key)).fd === stdout)
    Reflect.set(logger, key, { write: (line: string) => onLine(line.trimEnd()) })
}

/** Under which name a logger of Pino has what it writes to. */
function streamKey(logger: object): symbol | undefined {
  for (let one = logger; one !== null; one = Object.getPrototypeOf(one)) {
    const key = Object.getOwnPropertySymbols(one).find(({ description }) => description === 'pino.stream')
    if (key !== undefined) return key
  }
  return undefined
}

// The number of its file.
const stdout = 1

/** From which level on an application logs that prints to stdout itself: nothing may stand between the lines of JSON. */
export function levelFor({ json }: { readonly json?: boolean | undefined }, otherwise?: string): string | undefined {
  return json === true ? 'silent' : otherwise
}

// Fastify tells of each application there.
const newApps = 'fastify.initialization'

class ListensError extends Error {}

/** At once: an application that listens would open the store of the one that runs, and wait for it. */
function refuseToListen(file: string): never {
  throw new ListensError(
    `${printable(file)} listens, which would start a second application: name the file that it imports the application from.`,
  )
}

async function build(file: string, given: object): Promise<FastifyInstance> {
  const module = await importModule(file)
  const exported = exportedApp(module)
  const app: unknown = typeof exported === 'function' ? await call(() => exported(given), file) : exported
  if (!isApp(app)) {
    throw new Error(
      `${printable(file)} exports no Fastify application: export it, or a function that builds it, as default, app or build. Of a file that listens, name the one that it builds the application with.`,
    )
  }
  // Not `ready`: that would open the store, and the application that runs has its files.
  await app.after()
  return app
}

function checkFile(file: string): void {
  if (/^\s*(?:\w+=)?https?:/i.test(file)) throw new Error(`${printable(shownWord(file).trim())} ${isNoModule}`)
  if (!fileNamed(file).isFile())
    throw new Error(`${printable(file)} is no file: name the module in it that has the application.`)
}

const isNoModule =
  'is an address, not a module such as app.js. Did you mean --url, as doctor takes it, or --app, as the other commands do?'

async function importModule(file: string): Promise<Readonly<Record<string, unknown>>> {
  checkFile(file)
  try {
    return await import(pathToFileURL(resolve(file)).href)
  } catch (error) {
    if (error instanceof ListensError) throw error
    const code = codeOf(error)
    if (code === 'ERR_UNKNOWN_FILE_EXTENSION' && /\.[cm]?tsx?$/.test(file)) {
      throw new Error(
        `This Node.js (${process.version}) reads no TypeScript: take 22.18 or newer, or name the .js file that ${printable(file)} is built to.`,
      )
    }
    throw new Error(`${printable(file)} could not be loaded: ${messageOf(error)}${adviceOn(error, file)}`, {
      cause: error,
    })
  }
}

function adviceOn(error: unknown, file: string): string {
  if (!(error instanceof SyntaxError)) return placeOf(error)
  // An import of what another module doesn't export is one too: its message names both, and the check finds nothing.
  const isOfImport = /^The requested module\b|^Named export\b/.test(error.message)
  return isOfImport ? '' : `. node --check ${printable(file)} shows where.`
}

async function call(build: () => unknown, file: string): Promise<unknown> {
  try {
    return await build()
  } catch (error) {
    if (error instanceof ListensError) throw error
    throw new Error(`${printable(file)} could not build its application: ${messageOf(error)}${placeOf(error)}`, {
      cause: error,
    })
  }
}

/** The line of the application at which an error was made; empty where it was made elsewhere. */
function placeOf(error: unknown): string {
  const frames = error instanceof Error ? String(error.stack).split('\n') : []
  const [place] = frames.filter((frame) => frame.startsWith('    at ') && !/node_modules|node:/.test(frame)).map(lineIn)
  return place === undefined ? '' : ` (${place})`
}

/**
 * What a module exports as its application, or as a function that builds it: its default export, or one named `app` or
 * `build`. The exports of a CommonJS module are its default, so those names count in them.
 */
export function exportedApp(module: Readonly<Record<string, unknown>>): unknown {
  const main = Object(module.default ?? module)
  return isApp(main) ? main : (main.default ?? main.app ?? main.build ?? main)
}

export function isApp(value: unknown): value is FastifyInstance {
  return typeof value === 'object' && value !== null && 'ready' in value && 'inject' in value && 'close' in value
}

/** The file and line of a frame of a stack, from the folder that the command was called in: `shop.js:41:22`. */
export function lineIn(frame: string): string {
  const place = frame.slice(Math.max(frame.lastIndexOf('('), frame.lastIndexOf(' ')) + 1).replace(/\)$/, '')
  return printable(relative('', place.startsWith('file:') ? fileURLToPath(place) : place))
}
