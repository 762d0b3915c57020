import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Block, blocksOf, documents, root } from './documents.ts'
import { openWorkshop } from './workshop.ts'

// The README's JavaScript is whole, so it is compiled too.
const blocks = documents
  .flatMap((file) => blocksOf(file))
  .filter(({ file, language }) => language === 'ts' || (file === 'README.md' && language === 'js'))
const workshop = openWorkshop()
let problems = ''

beforeAll(async () => {
  for (const [index, block] of blocks.entries()) workshop.put(block, fileNameOf(block, index))
  writeFileSync(
    join(workshop.folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        // Users import the package by its name, and have its types as they were built; a document shows things that it does not use.
        paths: {
          'fastify-merchant-webhooks': [join(root, 'dist/index.d.ts')],
          'fastify-merchant-webhooks/client': [join(root, 'dist/client/index.d.ts')],
          'fastify-merchant-webhooks/conversation': [join(root, 'dist/conversation/index.d.ts')],
          'fastify-merchant-webhooks/operations': [join(root, 'dist/operations/index.d.ts')],
          'fastify-merchant-webhooks/postgres': [join(root, 'dist/store/postgres/index.d.ts')],
          'fastify-merchant-webhooks/sqlite': [join(root, 'dist/store/sqlite/index.d.ts')],
          'fastify-merchant-webhooks/store': [join(root, 'dist/store/index.d.ts')],
          'fastify-merchant-webhooks/simulator': [join(root, 'dist/simulator/index.d.ts')],
          'fastify-merchant-webhooks/testing': [join(root, 'dist/testing/index.d.ts')],
        },
        typeRoots: [join(root, 'node_modules/@types')],
        noUnusedLocals: false,
        noUnusedParameters: false,
      },
      include: ['blocks'],
    }),
  )
  problems = await check()
})
afterAll(() => workshop.remove())

describe('the TypeScript in the documents', () => {
  it('is found', () => {
    expect(blocks.length).toBeGreaterThan(20)
  })

  it.each(blocks.map((block, index) => ({ ...block, index })))('compiles in $file, line $line', (block) => {
    const mine = problems.split('\n').filter((line) => line.includes(fileNameOf(block, block.index)))
    expect(mine.map((line) => line.replace(/^.*\.ts/, ''))).toEqual([])
  })

  it('has no problem that belongs to no block', () => {
    const names = blocks.map(fileNameOf)
    const found = problems.split('\n').filter((line) => /error TS/.test(line))
    expect(found.filter((line) => !names.some((name) => line.includes(name)))).toEqual([])
  })
})

function fileNameOf({ file, line }: Block, index: number): string {
  return `${index}-${file.replaceAll('/', '-')}-${line}.ts`
}

/** What the compiler says; nothing when all is well. */
async function check(): Promise<string> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const settled = promisify(execFile)(process.execPath, [compiler, '-p', workshop.folder, '--pretty', 'false'])
  return settled.then(
    ({ stdout }) => stdout,
    (error: unknown) => {
      if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string') return error.stdout
      throw error
    },
  )
}
