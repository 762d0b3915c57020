import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/** Where figures come from; without it they say nothing. */
export interface Machine {
  readonly processor: string
  readonly cores: number
  /** GB */
  readonly memory: number
  readonly system: string
  /** Of the last minute, when the benchmark began: above 1, something else was running. */
  readonly load: number
}

export function readMachine(): Machine {
  const [load = 0] = loadavg()
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memory: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    load,
  }
}

const measured = [
  'fastify',
  'express',
  'ussd-menu-builder',
  'ussd-builder',
  'pg-boss',
  'graphile-worker',
  'bullmq',
] as const
const manifest = Type.Object({ version: Type.String() })

/** The versions of everything that is compared. */
export function readVersions(): Readonly<Record<string, string>> {
  const versions: Record<string, string> = {
    node: process.versions.node,
    'fastify-merchant-webhooks': versionIn('../package.json'),
  }
  for (const name of measured) versions[name] = versionIn(`../node_modules/${name}/package.json`)
  return versions
}

function versionIn(file: string): string {
  const content: unknown = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
  return Value.Parse(manifest, content).version
}
