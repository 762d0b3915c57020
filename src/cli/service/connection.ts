import type { ConnectOptions } from '../../simulator/wire/addresses.ts'
import { shownStart } from '../../simulator/wire/shown-address.ts'
import { printable } from '../../text/clean-text.ts'
import { readEnvFile } from '../environment.ts'
import { UsageError } from '../terminal.ts'

/** What a command was told of the application that it pushes to. */
export interface ConnectionValues {
  readonly app?: string
  readonly registration?: string
  readonly publicUrl?: string
  readonly header?: readonly string[]
}

/**
 * How the application is reached. One at an address calls itself by what `--public-url` says, or PUBLIC_URL of the environment
 * or of `.env`.
 *
 * @throws UsageError naming the option
 */
export function connectionOf(module: string | undefined, values: ConnectionValues): ConnectOptions {
  const { app, registration, publicUrl } = values
  const headers = headersOf(values)
  if (module === undefined && registration !== undefined)
    throw new UsageError('--registration is one of a module: with --app its address says which is meant.')
  if (app === undefined && publicUrl !== undefined)
    throw new UsageError('--public-url is one of --app: the application of a module says its own.')
  if (app === undefined) return { registration, headers }
  readAddress('--app', app)
  return { publicUrl: publicUrlOf(publicUrl), headers }
}

/** What `--header` says, by name. @throws UsageError, which doesn't repeat what may be a secret */
export function headersOf({ header = [] }: Pick<ConnectionValues, 'header'>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    header.map((line) => {
      const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+):([\t\x20-\x7e]+)$/.exec(line) ?? []
      if (name === '')
        throw new UsageError("--header takes a name, a colon and the value, as in 'x-push-token: the-secret'.")
      return [name, value.trim()]
    }),
  )
}

function publicUrlOf(given: string | undefined): string | undefined {
  if (given !== undefined) return readAddress('--public-url', given)
  const found = process.env[variable] ?? readEnvFile()?.[variable]
  return found === undefined || found === '' ? undefined : readAddress(variable, found)
}

const variable = 'PUBLIC_URL'

function readAddress(option: string, text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text
  const example = option === '--app' ? 'http://127.0.0.1:3000/push' : 'https://shop.example'
  throw new UsageError(`${option} takes a whole address, such as ${example}, not '${printable(shownStart(text))}'.`)
}
