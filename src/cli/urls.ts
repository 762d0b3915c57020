import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { isRecord } from '../pushes/reading/json.ts'
import { checkPublicUrl } from '../registration/options/check-values.ts'
import type { PushUrl } from '../registration/urls.ts'
import { printable } from '../text/clean-text.ts'
import type { Command } from './command.ts'
import { readArgs, understand } from './look/look-args.ts'
import { formatTable } from './look/table.ts'
import type { Terminal } from './terminal.ts'

/** `fastify-merchant-webhooks urls app.js`: the addresses to register with the service. */
export const urls: Command = {
  summary: 'The addresses to register with the service',
  usage: [
    'Usage: npx fastify-merchant-webhooks urls <module> [options]',
    '',
    '  <module>       a file that exports the Fastify application,',
    '                 or a function that builds it; not one that listens',
    '  --public-url   where the service reaches the application,',
    '                 if its own publicUrl is not set',
    "  --name         a registration other than 'default'",
    '  --json         as JSON',
    '',
    'The addresses hold the secrets of secretPath and secretQuery:',
    'show them to people, not to logs.',
  ].join('\n'),
  run: showUrls,
}

async function showUrls(args: readonly string[], terminal: Terminal): Promise<void> {
  const { file, publicUrl, name, json } = readUrlArgs(args)
  const app = await loadApp(file)
  try {
    if (!app.hasDecorator('merchant'))
      throw new Error(`The application of ${printable(file)} did not register the plugin.`)
    const merchant = name === undefined ? app.merchant : app.merchant.get(name)
    const found = merchant.urls.map((url) => withBase(url, publicUrl))
    if (json) terminal.out(JSON.stringify(found, null, 2))
    else
      terminal.out(
        formatTable(
          ['kind', 'method', 'url'],
          found.map(({ kind, method, url }) => [kind, method, url]),
        ),
      )
  } finally {
    await app.close()
  }
}

const options = { 'public-url': { type: 'string' }, name: { type: 'string' }, json: { type: 'boolean' } } as const

function readUrlArgs(args: readonly string[]) {
  const { values, word } = readArgs(args, options, 'one module')
  const address = values['public-url']
  const publicUrl = address === undefined ? undefined : understand(() => checkPublicUrl(address))
  return { file: word, publicUrl, name: values.name, json: values.json === true }
}

/** Only a path is without a place; an address that is known stands. */
function withBase(url: PushUrl, publicUrl: string | undefined): PushUrl {
  return publicUrl !== undefined && url.url.startsWith('/') ? { ...url, url: publicUrl + url.url } : url
}

/**
 * The application of a module: its default export, or one named `app` or `build`. A function is called with
 * `{ logger: false }`, so that what it would log does not mix with what the command prints.
 *
 * @throws an error when the module is not there or has no such export
 */
export async function loadApp(file: string): Promise<FastifyInstance> {
  if (!existsSync(file)) throw new Error(`There is no file ${printable(file)}.`)
  const onApp = (told: unknown) => {
    if (isRecord(told)) Object.assign(Object(told.fastify), { listen: () => refuseToListen(file) })
  }
  subscribe(newApps, onApp)
  try {
    return await build(file)
  } finally {
    unsubscribe(newApps, onApp)
  }
}

// Fastify tells of each application there.
const newApps = 'fastify.initialization'

/** At once: an application that listens would open the store of the one that runs, and wait for it. */
function refuseToListen(file: string): never {
  throw new Error(
    `${printable(file)} listens, which would start a second application: name the file that it imports the application from.`,
  )
}

async function build(file: string): Promise<FastifyInstance> {
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
