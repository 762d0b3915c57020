import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { printable } from '../text/clean-text.ts'

/** The variables that an application reads while a command has it in its own process, and that are put back after it. */
export class Environment {
  readonly #before = new Map<string, string | undefined>()

  /** Sets what the file `.env` of a folder says and nobody has set. @returns whether there is one */
  readFile(folder = ''): boolean {
    const variables = readEnvFile(folder)
    for (const [variable, value] of Object.entries(variables ?? {})) {
      if (process.env[variable] === undefined && value !== undefined) this.set({ [variable]: value })
    }
    return variables !== undefined
  }

  /** Sets variables, whatever they were. */
  set(variables: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(variables)) {
      if (!this.#before.has(name)) this.#before.set(name, process.env[name])
      process.env[name] = value
    }
  }

  /** Puts everything back. */
  restore(): void {
    for (const [name, value] of this.#before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    this.#before.clear()
  }
}

/** What the file `.env` of a folder says; undefined where there is none. */
export function readEnvFile(folder = ''): NodeJS.Dict<string> | undefined {
  const file = join(folder, name)
  if (!existsSync(file)) return undefined
  try {
    return parseEnv(textOf(readFileSync(file)))
  } catch (error) {
    throw new Error(`${file} can't be read: ${printable(error instanceof Error ? error.message : String(error))}`)
  }
}

/** Editors of Windows put a mark in front of it, which is no part of the first name. */
function textOf(bytes: Uint8Array): string {
  if (bytes.includes(0)) throw new Error('it has NUL in it, as UTF-16 has. Save it as UTF-8')
  return new TextDecoder().decode(bytes)
}

/**
 * The secrets that a command opens sealed values with: those of `MERCHANT_SECRET`, which may be a list with commas, in the
 * environment or in the file `.env` of this folder. No option names them: others on the machine see those.
 */
export function secretsGiven(): readonly string[] {
  const environment = new Environment()
  try {
    environment.readFile()
    return process.env.MERCHANT_SECRET?.split(',').filter((secret) => secret !== '') ?? []
  } finally {
    environment.restore()
  }
}

const name = '.env'
