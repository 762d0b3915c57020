import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { filesWith } from '../../../src/store/sqlite/files-with.ts'

it('a text is found wherever it stands in the files of a store, also where a piece of a file ends in it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'merchant-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'merchant.db')
  const text = '233000000000'
  const piece = 1_048_576
  writeFileSync(file, Buffer.alloc(3 * piece))
  expect(filesWith((piece) => piece.includes(text), file)).toEqual([])
  for (const at of [0, piece - 5, 2 * piece - 12, 3 * piece - text.length]) {
    const bytes = Buffer.alloc(3 * piece)
    bytes.write(text, at)
    writeFileSync(file, bytes)
    expect(filesWith((piece) => piece.includes(text), file)).toEqual([file])
  }
  writeFileSync(`${file}-wal`, `frames ${text}`)
  expect(filesWith((piece) => piece.includes(text), file)).toEqual([file, `${file}-wal`])
})
