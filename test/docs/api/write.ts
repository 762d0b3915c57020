import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandsPage, writeCommands } from '../cli/page.ts'
import { root } from '../documents.ts'
import { pagesWithTables, withTables } from '../simulator-tables.ts'
import { apiPages } from './pages.ts'

/** Writes the pages of the reference that are made from the doc comments, and tables and commands that are made from the code: `npm run docs`. */
mkdirSync(join(root, 'docs/reference/api'), { recursive: true })
for (const { file, text } of apiPages()) writeFileSync(join(root, file), text)
for (const page of pagesWithTables) writeFileSync(join(root, page), withTables(readFileSync(join(root, page), 'utf8')))
writeFileSync(join(root, commandsPage), await writeCommands())
