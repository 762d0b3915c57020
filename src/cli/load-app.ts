import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { printable } from '../text/visible.ts'

/**
 * The application of a module: its default export, or one named `app` or `build`. A function is called with
 * `{ logger: false }`, so that what it would log does not mix with what the command prints.
 *
 * @throws an error when the module is not there or has no such export
 */
export async function loadApp(file: string): Promise<FastifyInstance> {
  if (!existsSync(file)) throw new Error(`There is no file ${printable(file)}.`)
  const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(resolve(file)).href)
  const exported = module.default ?? module.app ?? module.build
  const app: unknown = typeof exported === 'function' ? await exported({ logger: false }) : exported
  if (!isApp(app)) {
    throw new Error(
      `${printable(file)} exports no Fastify application: export it, or a function that builds it, as default, app or build. Of a file that listens, name the one that it builds the application with.`,
    )
  }
  // Not `ready`: that would open the store, and the application that runs has its files.
  await app.after()
  return app
}

function isApp(value: unknown): value is FastifyInstance {
  return typeof value === 'object' && value !== null && 'ready' in value && 'inject' in value && 'close' in value
}
