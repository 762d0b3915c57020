import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Kind } from '../src/pushes/kinds.ts'
import type { Usage } from './servers/report.ts'

const listening = Type.Object({ port: Type.Integer(), paths: Type.Record(Type.String(), Type.String()) })
const usage = Type.Object({ cpu: Type.Number(), busy: Type.Number(), idle: Type.Number(), memory: Type.Number() })

/** A server in a process of its own. It ends with this process, whatever happens to that. */
export class ServerProcess {
  readonly port: number
  readonly #paths: Readonly<Record<string, string>>
  readonly #child: ChildProcess
  readonly #label: string

  /** @throws when it does not listen, or when `signal` aborts */
  static async start(
    file: string,
    args: readonly string[],
    signal: AbortSignal,
    env: Readonly<Record<string, string>> = {},
  ): Promise<ServerProcess> {
    const child = fork(fileURLToPath(new URL(`servers/${file}`, import.meta.url)), args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const label = [file, ...args].join(' ')
    try {
      return new ServerProcess(child, label, await receive(child, label, listening, signal))
    } catch (error) {
      child.kill()
      throw error
    }
  }

  private constructor(child: ChildProcess, label: string, { port, paths }: Static<typeof listening>) {
    this.port = port
    this.#paths = paths
    this.#child = child
    this.#label = label
  }

  /** Where it takes the pushes of a kind. @throws when it takes none */
  pathOf(kind: Kind): string {
    const path = this.#paths[kind]
    if (path === undefined) throw new Error(`${this.#label} takes no ${kind}`)
    return path
  }

  /** What it has used since its start. */
  usage(signal: AbortSignal): Promise<Usage> {
    return this.ask(usage, signal)
  }

  /** Asks the server what it tells, whatever that is. @param question what it understands; all understand `tell` */
  ask<T extends TSchema>(schema: T, signal: AbortSignal, question: Serializable = 'tell'): Promise<Static<T>> {
    const answer = receive(this.#child, this.#label, schema, signal)
    this.#child.send(question)
    return answer
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await gone
  }
}

async function receive<T extends TSchema>(
  child: ChildProcess,
  label: string,
  schema: T,
  signal: AbortSignal,
): Promise<Static<T>> {
  const settled = new AbortController()
  const until = AbortSignal.any([signal, settled.signal])
  const gone = once(child, 'exit', { signal: until }).then(([code]) => {
    throw new Error(`${label} ended with ${code}`)
  })
  try {
    const [message]: unknown[] = await Promise.race([once(child, 'message', { signal: until }), gone])
    if (Value.Check(schema, message)) return message
    throw new Error(`${label} said something else than was asked`)
  } finally {
    gone.catch(() => undefined)
    settled.abort()
  }
}
