import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readEnvFile } from '../../src/cli/environment.ts'

const text = 'PUSH_SECRET=first\nPORT=3000\n'

function folderOf(bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-env-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, '.env'), bytes)
  return folder
}

it('an .env that begins with a byte order mark loses no variable', () => {
  expect(readEnvFile(folderOf(Buffer.from(`\ufeff${text}`)))).toEqual({ PUSH_SECRET: 'first', PORT: '3000' })
})

it('an .env in UTF-16 is refused in one line, and not read as empty', () => {
  const folder = folderOf(Buffer.from(`\ufeff${text}`, 'utf16le'))
  expect(() => readEnvFile(folder)).toThrow(/\.env can't be read: it has NUL in it, as UTF-16 has\. Save it as UTF-8$/)
})
