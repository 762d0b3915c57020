import type { Command } from 'commander'
import { checkPublicUrl } from '../registration/options/check-values.ts'
import type { PushUrl } from '../registration/urls.ts'
import { withExamples, withJson } from './command.ts'
import { levelFor, requirePlugin, withApp } from './load-app.ts'
import { understand } from './look/look-args.ts'
import { formatTable } from './look/table.ts'
import { moduleHelp } from './service/options.ts'
import type { Terminal } from './terminal.ts'

/** `fastify-merchant-webhooks urls app.js`: the addresses to register with the service. */
export function define(urls: Command, terminal: Terminal): void {
  withExamples(withJson(urls), 'urls app.js --public-url https://shop.example', 'urls app.js --name tickets --json')
    .argument('<module>', moduleHelp)
    .option('--public-url <address>', 'where the service reaches the application, if its own publicUrl is not set')
    .option('--name <registration>', "a registration other than 'default'")
    .addHelpText(
      'after',
      '\nThe addresses hold the secrets of secretPath and secretQuery:\nshow them to people, not to logs.',
    )
    .action((file, values) => showUrls(file, values, terminal))
}

interface UrlValues {
  readonly publicUrl?: string
  readonly name?: string
  readonly json?: boolean
}

async function showUrls(file: string, { publicUrl: address, name, json }: UrlValues, terminal: Terminal) {
  const publicUrl = address === undefined ? undefined : understand(() => checkPublicUrl(address))
  await withApp(file, levelFor({ json }), async (app) => {
    requirePlugin(app, file)
    const merchant = name === undefined ? app.merchant : app.merchant.get(name)
    const found = merchant.urls.map((url) => withBase(url, publicUrl))
    const rows = found.map(({ kind, method, url }) => [kind, method, url])
    terminal.out(json === true ? JSON.stringify(found, null, 2) : formatTable(['kind', 'method', 'url'], rows))
  })
}

/** Only a path is without a place; an address that is known stands. */
function withBase(url: PushUrl, publicUrl: string | undefined): PushUrl {
  return publicUrl !== undefined && url.url.startsWith('/') ? { ...url, url: publicUrl + url.url } : url
}
