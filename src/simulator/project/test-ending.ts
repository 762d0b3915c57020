import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseJson } from '../wire/names.ts'

/** How the file of a test ends that imports: where the package isn't `"type": "module"`, a `.js` may be read as CommonJS. */
export function testEndingIn(folder: string): '.test.js' | '.test.mjs' {
  const type = nearestTypeOf(resolve(folder))
  return type === undefined || type === 'module' ? '.test.js' : '.test.mjs'
}

/** Of the nearest package; undefined where there is none. */
function nearestTypeOf(folder: string): unknown {
  const json = readJson(join(folder, 'package.json'))
  if (json !== undefined) return Object(json).type ?? 'commonjs'
  const parent = dirname(folder)
  return parent === folder ? undefined : nearestTypeOf(parent)
}

function readJson(file: string): unknown {
  try {
    return parseJson(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
