import { parseArgs } from 'node:util'
import { checkPublicUrl } from '../registration/check-values.ts'
import type { PushUrl } from '../registration/urls.ts'
import type { Command } from './command.ts'
import { loadApp } from './load-app.ts'
import { messageOf } from './message-of.ts'
import { formatTable } from './table.ts'
import { type Terminal, UsageError } from './terminal.ts'

/** `merchant urls app.js`: the addresses to register with the service. */
export const urls: Command = {
  summary: 'The addresses to register with the service',
  usage: [
    'Usage: merchant urls <module> [--public-url <address>] [--name <registration>] [--json]',
    '',
    '  <module>       a file that exports the Fastify application, or a function that builds it',
    '  --public-url   where the service reaches the application, if its own publicUrl is not set',
    "  --name         a registration other than 'default'",
    '  --json         as JSON',
    '',
    'The addresses hold the secrets of secretPath and secretQuery: show them to people, not to logs.',
  ].join('\n'),
  run: showUrls,
}

async function showUrls(args: readonly string[], terminal: Terminal): Promise<void> {
  const { file, publicUrl, name, json } = readArgs(args)
  const app = await loadApp(file)
  try {
    if (!app.hasDecorator('merchant')) throw new UsageError(`The application of ${file} did not register the plugin.`)
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

function readArgs(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'public-url': { type: 'string' }, name: { type: 'string' }, json: { type: 'boolean' } },
    })
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0) throw new UsageError('Name one module.')
    const address = values['public-url']
    const publicUrl = address === undefined ? undefined : checkPublicUrl(address)
    return { file, publicUrl, name: values.name, json: values.json === true }
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}

/** Only a path is without a place; an address that is known stands. */
function withBase(url: PushUrl, publicUrl: string | undefined): PushUrl {
  return publicUrl !== undefined && url.url.startsWith('/') ? { ...url, url: publicUrl + url.url } : url
}
