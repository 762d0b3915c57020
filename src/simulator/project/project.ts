import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { FMW_SIMULATOR_STATE } from '../errors.ts'
import type { TestRunner } from '../record/runners.ts'
import { parseJson } from '../wire/names.ts'

/**
 * The folder of a project, for tests that are recorded on the page.
 *
 * @example
 * const project: ProjectOptions = { folder: process.cwd(), app: 'src/app.js' }
 * const sim = await createSimulator({ project })
 */
export interface ProjectOptions {
  readonly folder: string
  /** The module of the application, from the folder. Default: whoever records says what a test imports. */
  readonly app?: string | undefined
}

/** As what rows are recorded. */
export type RecordedForm = 'dialogue' | 'test'

/** Where recordings of a project are: in one folder of it, by names that lead nowhere else. */
export class Project {
  readonly folder: string
  readonly app: string | null

  constructor({ folder, app }: ProjectOptions) {
    this.folder = resolve(folder)
    this.app = app === undefined ? null : importOf(this.folder, app)
  }

  /** What its `npm test` runs; where that says neither, vitest if it's installed. */
  get runner(): TestRunner {
    const script = testScriptOf(this.folder)
    if (script.includes('vitest')) return 'vitest'
    return script.includes('--test') || this.vitest === undefined ? 'node' : 'vitest'
  }

  /** The file of its vitest; undefined where none is installed. */
  get vitest(): string | undefined {
    try {
      const found = createRequire(join(this.folder, 'package.json')).resolve('vitest/package.json')
      return join(dirname(found), 'vitest.mjs')
    } catch {
      return undefined
    }
  }

  /** The file of a recording, whether or not it is there. @throws FMW_SIMULATOR_STATE for a name that is none */
  fileOf(name: string, form: RecordedForm): string {
    if (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(name))
      throw new FMW_SIMULATOR_STATE(`can't name a file '${name}': take small letters, digits and -`)
    return join(
      this.folder,
      recordings,
      name + (form === 'test' ? testEndingIn(join(this.folder, recordings)) : '.yaml'),
    )
  }

  has(name: string, form: RecordedForm): boolean {
    return existsSync(this.fileOf(name, form))
  }

  /**
   * Writes a recording into its file.
   *
   * @returns the file
   * @throws FMW_SIMULATOR_STATE where it's there already, or its folder leads out of the project
   */
  save(name: string, form: RecordedForm, text: string): string {
    const file = this.fileOf(name, form)
    mkdirSync(join(this.folder, recordings), { recursive: true })
    const inside = relative(realpathSync(this.folder), realpathSync(join(this.folder, recordings)))
    if (inside.startsWith('..') || isAbsolute(inside))
      throw new FMW_SIMULATOR_STATE(`can't write ${file}: its folder leads out of the project`)
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined)
      throw new FMW_SIMULATOR_STATE(`has ${file} already: take another name, or delete it`)
    writeFileSync(file, text, { flag: 'wx' })
    return file
  }
}

/** Empty where there is none that can be read. */
function testScriptOf(folder: string): string {
  return String(Object(Object(packageOf(folder)).scripts).test ?? '')
}

/** What its package.json says; undefined where there is none that can be read. */
function packageOf(folder: string): unknown {
  try {
    return parseJson(readFileSync(join(folder, 'package.json'), 'utf8'))
  } catch {
    return undefined
  }
}

/** Under the folder of the project. */
export const recordings = join('test', 'recorded')

/** How a recording imports a module of the project. */
function importOf(folder: string, module: string): string {
  const path = relative(join(folder, recordings), resolve(folder, module)).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}

/** How the file of a test ends that imports: where the package isn't `"type": "module"`, a `.js` may be read as CommonJS. */
export function testEndingIn(folder: string): '.test.js' | '.test.mjs' {
  const type = nearestTypeOf(resolve(folder))
  return type === undefined || type === 'module' ? '.test.js' : '.test.mjs'
}

/** Of the nearest package; undefined where there is none. */
function nearestTypeOf(folder: string): unknown {
  const json = packageOf(folder)
  if (json !== undefined) return Object(json).type ?? 'commonjs'
  const parent = dirname(folder)
  return parent === folder ? undefined : nearestTypeOf(parent)
}
