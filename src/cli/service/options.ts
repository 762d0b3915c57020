import { randomInt } from 'node:crypto'
import type { Command } from 'commander'
import { type FaultName, hintOfFault, knownFaults } from '../../simulator/faults/table.ts'
import type { ConnectOptions } from '../../simulator/wire/addresses.ts'
import { profiles } from '../../simulator/wire/profiles.ts'
import { shownStart } from '../../simulator/wire/shown-address.ts'
import { printable } from '../../text/clean-text.ts'
import { withJson } from '../command.ts'
import { readEnvFile } from '../environment.ts'
import { readList, readWhole } from '../look/look-args.ts'
import { UsageError } from '../terminal.ts'

/** What may be said to every command that brings pushes to an application. */
export interface AppValues extends ConnectionValues {
  readonly port: string
  readonly allowHost?: readonly string[]
  readonly json?: boolean
}

/** And what may be said of how the service behaves. */
export interface ServiceValues extends AppValues {
  readonly profile: string
  readonly seed?: string
  readonly fault?: readonly string[]
}

/** And of one that stays until it is ended. */
export interface StayValues extends ServiceValues {
  readonly project?: string
  readonly file?: string
}

/** The last as options. */
export function withStay(command: Command): Command {
  return command
    .option('--project <folder>', 'lets the page save recorded tests into test/recorded, and run them')
    .option('--file <file>', 'keeps the state of the service between runs')
}

/** The first as options, in their order in the help. @param port the usual one */
export function withAppOptions(command: Command, port = '0', json?: string): Command {
  return withReach(withAddress(command), port, json)
}

/** Where an application runs that no module brings. */
export function withAddress(command: Command): Command {
  return command
    .option('--app <address>', 'a running application instead of a module')
    .option('--public-url <address>', 'its publicUrl: what goes there comes to it (default: PUBLIC_URL)')
}

/** Both as options. */
export function withServiceOptions(command: Command, port?: string, json?: string): Command {
  return withAppOptions(withBehaviour(command), port, json)
}

/** The same, but for a command that starts the application itself. */
export function withSimulatorOptions(command: Command, port: string, json?: string): Command {
  return withReach(withBehaviour(command), port, json)
}

function withBehaviour(command: Command): Command {
  return command
    .option('--profile <name>', `how the service sends: ${Object.keys(profiles).join(', ')}`, 'plain')
    .option('--fault <name=rate>', 'a fault and its rate, as in duplicate=0.1; repeat for more', collect)
    .option('--seed <number>', 'the seed of chance (default: another one at each start)')
}

function withReach(command: Command, port: string, json: string | undefined): Command {
  command
    .option('--registration <name>', "a registration of the module other than 'default'")
    .option('--header <line>', headerHelp, collect)
    .option('--port <number>', 'where the service listens on this machine; 0 is a free one', port)
    .option('--allow-host <name>', allowHostHelp, collect)
  return withJson(command, json)
}

/** For an option that may be said several times. One that takes several words at once would take the module too. */
export function collect(word: string, before: readonly string[] = []): readonly string[] {
  return [...before, word]
}

/** What the help says of addresses that hold a secret. */
export const secretHelp = `
An application with a secret in its addresses, as secretPath has:
  --app 'http://127.0.0.1:3000/push/{kind}/the-secret'`

/** What `--header` is for. */
export const headerHelp = "what each push must carry, as in 'x-push-token: the-secret'; repeat for more"

/** What `--allow-host` is for. */
export const allowHostHelp = 'another machine that pushes may go to; repeat for more'

/** What such a command says of its module. */
export const moduleHelp = 'exports the Fastify application, or a function that builds it; not one that listens'

/** @throws UsageError naming the option */
export function readProfileName(text: string) {
  const [name = 'plain'] = readList('--profile', text, Object.keys(profiles).filter(isProfileName)) ?? []
  return name
}

function isProfileName(name: string): name is keyof typeof profiles {
  return Object.hasOwn(profiles, name)
}

/** A fault with the share of pushes that it strikes. @throws UsageError naming what there is */
export function readFault(text: string): { readonly name: FaultName; readonly rate: number } {
  const [word = '', rate = '1'] = text.split('=')
  const found = knownFaults.find(({ name }) => name.toLowerCase() === word.trim().toLowerCase())
  if (found === undefined) throw new UsageError(`--fault: there is no '${printable(word)}': ${hintOfFault(word)}.`)
  if (!/^[\d.]+$/.test(rate) || !(Number(rate) <= 1))
    throw new UsageError(`--fault ${found.name}=${printable(rate)}: the rate is a share from 0 to 1, as in 0.1.`)
  return { name: found.name, rate: Number(rate) }
}

/** The seed that was said. Else another one at each start: a store that stays knows the sessions of the run before. */
export function readSeed({ seed }: { readonly seed?: string | undefined }): number {
  return seed === undefined ? randomInt(mostSeeds) : readWhole('--seed', seed, mostSeeds)
}

const mostSeeds = 2 ** 31

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
