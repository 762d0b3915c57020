import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Block, root } from './documents.ts'

/** A folder outside the project where a document's code stands as a user's would. */
export interface Workshop {
  readonly folder: string
  /** Writes a block's code into a file of its own; the result is its path. */
  put(block: Block, name: string): string
  remove(): void
}

/** Makes the folder. Packages are found as in a user's project. */
export function openWorkshop(): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  mkdirSync(join(folder, 'blocks'))
  return {
    folder,
    put(block, name) {
      const file = join(folder, 'blocks', name)
      writeFileSync(file, block.code)
      return file
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Runs a block; the result is what it exports. */
export async function run(workshop: Workshop, block: Block): Promise<Readonly<Record<string, unknown>>> {
  const { file, line, language } = block
  return import(workshop.put(block, `${file.replaceAll('/', '-')}-${line}.${language === 'js' ? 'mjs' : 'ts'}`))
}

/** The application that a block exports as `app`. */
export function appOf({ app }: Readonly<Record<string, unknown>>): FastifyInstance {
  if (typeof app === 'object' && app !== null && isApp(app)) return app
  throw new Error('The block exports no app')
}

function isApp(value: object): value is FastifyInstance {
  return 'inject' in value && 'merchant' in value
}
