import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { ownFolder } from '../../own-folder.ts'
import type { ApplicationMap } from '../../simulator/map/application-map.ts'

/**
 * Draws the map of a module by the command `map`: in a process of its own, as the module is now, and on a store in memory.
 *
 * @param header lines of `--header`
 */
export async function mapBeside(module: string, header: readonly string[] = []): Promise<ApplicationMap> {
  const bin = fileURLToPath(new URL(`cli/merchant${extname(import.meta.filename)}`, ownFolder))
  const headers = header.flatMap((line) => ['--header', line])
  const child = spawn(process.execPath, [bin, 'map', module, '--json', '--for', longest, ...headers], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, said, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  if (code !== 0) throw new Error(said.trim().split('\n').at(-1) ?? `map ended with ${code}`)
  return JSON.parse(out)
}

// Seconds. Somebody waits for it.
const longest = '30'
